/** The calls of P12 about what members agree to, contest, and owe one another. */
import { dayIn, daysAfter, defaultTimeZone } from '#shared/calendar';
import { contestEmojis } from '#shared/contest-rules';
import type { Terms } from '#shared/play';
import { makeBoard, newActivityId, type Person } from '../tests/people.ts';
import type { Call, Tools } from './waits-tools.ts';

/** A season runs on the fullest board. */
const pause: Terms = { kind: 'pause', lastDay: daysAfter(dayIn(defaultTimeZone, Date.now()), 3) };
const contests: Terms = { kind: 'contests' };
const [emoji] = contestEmojis;

export function playCalls(tools: Tools): Call[] {
  const { call, once, onFull, full, person, others, caller, opened, loggedBy, next, heavy, other, newcomer } = tools;
  /** What the fullest board plays for. */
  const played = async () => (await opened(full.boardId)).play;

  const propose = async (proposer: Person, boardId: string, terms: Terms) => {
    const id = newActivityId();
    await proposer.does('POST /api/boards/:boardId/agreements', { params: { boardId }, body: { id, terms } });
    return { boardId, agreementId: id };
  };
  const agree = (member: Person, params: { boardId: string; agreementId: string }) =>
    member.does('PUT /api/boards/:boardId/agreements/:agreementId/answer', { params, body: { yes: true } });
  /** The pause that waits for its last yes on the fullest board; undefined where none does. */
  const waiting = async () => (await played())?.agreements.find(({ terms }) => terms.kind === 'pause')?.id;
  const withdrawWaiting = async () => {
    const agreementId = await waiting();
    if (agreementId === undefined) return;
    await person.does('DELETE /api/boards/:boardId/agreements/:agreementId', { params: { ...full, agreementId } });
  };
  /** Proposes to the fullest board; then only the yes of the other one is missing. */
  const agreedByAllButOne = async (terms: Terms) => {
    const params = await propose(person, full.boardId, terms);
    for (const reader of tools.readers) await agree(caller({ cookie: reader }), params);
    return params;
  };

  const openContest = async () => {
    const contest = (await played())?.contests?.list.find(({ outcome }) => outcome === null);
    return { ...full, contestId: contest?.id ?? 'none' };
  };
  const keep = (member: Person, params: { boardId: string; contestId: string }) =>
    member.does('PUT /api/boards/:boardId/contests/:contestId/answer', { params, body: { keeps: true } });
  /** Contested and kept on a board of two: the heavy account has no place for one more. */
  const keptByOneOfTwo = async () => {
    const { id: boardId, actions } = await makeBoard('Duel', [others.newcomer, others.other]);
    await agree(others.other, await propose(others.newcomer, boardId, contests));
    const [activityId, contestId] = [newActivityId(), newActivityId()];
    await others.other.does('POST /api/boards/:boardId/activities', {
      params: { boardId },
      body: { id: activityId, actionId: actions[0]?.id ?? 'none' },
    });
    await others.newcomer.does('POST /api/boards/:boardId/contests', { params: { boardId }, body: { id: contestId, activityId, emoji } });
    await keep(others.other, { boardId, contestId });
    return { params: { boardId, contestId } };
  };

  const lossFor = async ({ id }: { id: string }) => {
    const loss = (await opened(full.boardId)).actions.find(({ points }) => points < 0);
    return { id: newActivityId(), actionId: loss?.id ?? 'none', for: id };
  };

  return [
    call('POST /api/boards/:boardId/agreements', async () => {
      await withdrawWaiting();
      return { params: full, body: { id: newActivityId(), terms: pause } };
    }),
    call('DELETE /api/boards/:boardId/agreements/:agreementId', async () => {
      await withdrawWaiting();
      return { params: await propose(person, full.boardId, pause) };
    }),
    once(
      'PUT /api/boards/:boardId/agreements/:agreementId/answer',
      async () => ({ params: await agreedByAllButOne(pause), body: { yes: true } }),
      'the last yes of 62',
      other,
    ),
    once('PUT /api/boards/:boardId/seasons/:seasonId/paid', async () => {
      const { seasons } = await person.does('GET /api/boards/:boardId/seasons', { params: full });
      return { params: { ...full, seasonId: seasons.find(({ isOwed }) => isOwed)?.id ?? 'none' } };
    }),
    once('POST /api/boards/:boardId/contests', async () => {
      await agree(others.other, await agreedByAllButOne(contests));
      return { params: full, body: { id: newActivityId(), activityId: await loggedBy(others.other), emoji } };
    }),
    once(
      'PUT /api/boards/:boardId/contests/:contestId/answer',
      async () => ({ params: await openContest(), body: { keeps: true } }),
      '',
      other,
    ),
    // The heavy account contests, so it has no vote.
    call(
      'PUT /api/boards/:boardId/contests/:contestId/vote',
      async () => ({ params: await openContest(), body: { isVoid: next([true, false]) } }),
      '',
      { cookie: tools.readers[0] ?? '' },
    ),
    call('GET /api/boards/:boardId/contests/:contestId/vote', async () => ({ params: await openContest() })),
    once('POST /api/boards/:boardId/contests/:contestId/coin', keptByOneOfTwo, '', newcomer),
    { ...onFull('DELETE /api/boards/:boardId/contests'), once: true },
    call('POST /api/boards/:boardId/owed-losses', async () => ({ params: full, body: await lossFor(other) })),
    call('PUT /api/boards/:boardId/owed-losses/:activityId/answer', async () => {
      const body = await lossFor(heavy);
      await others.other.does('POST /api/boards/:boardId/owed-losses', { params: full, body });
      return { params: { ...full, activityId: body.id }, body: { confess: true } };
    }),
  ];
}
