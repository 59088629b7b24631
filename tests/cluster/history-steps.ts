/** All that can happen in a history. What is new in the game is one entry more here, and what must be true of it in `history-verdict.ts`. */
import { randomUUID } from 'node:crypto';
import { dayIn, daysAfter, defaultTimeZone, mondayOf } from '#shared/calendar';
import type { Terms } from '#shared/play';
import { ask } from '../database-state.ts';
import { type Board, newActivityId, password } from '../people.ts';
import { answerContest, contest, switchOff, toss, vote } from './history-contests.ts';
import { type Facts, type Logged, mayBe, type Member, oneOf, type Proposed, type Taking, together } from './history-facts.ts';

interface Doing {
  /** How often it happens, of the sum of all. */
  weight: number;
  take(step: Taking): Promise<void>;
}

const table = {
  log: { weight: 40, take: (step) => log(step) },
  'log for somebody': { weight: 12, take: (step) => log(step, step.facts.member(step.other)) },
  'log by a token': { weight: 12, take: logByToken },
  undo: { weight: 18, take: undo },
  'undo by a token': { weight: 6, take: undoByToken },
  'write a note': { weight: 6, take: writeNote },
  'note a loss': { weight: 8, take: noteLoss },
  'answer a loss': { weight: 10, take: answerLoss },
  propose: { weight: 8, take: propose },
  agree: { weight: 6, take: async (step) => agree(step) },
  'change the mode': { weight: 4, take: changeMode },
  decline: { weight: 1, take: (step) => answer(step, step.me, false) },
  withdraw: { weight: 2, take: withdraw },
  contest: { weight: 14, take: contest },
  'answer contest': { weight: 6, take: answerContest },
  vote: { weight: 6, take: vote },
  toss: { weight: 6, take: toss },
  'switch off': { weight: 1, take: switchOff },
  'tick off': { weight: 3, take: tickOff },
  'choose a gesture': { weight: 14, take: chooseGesture },
  'pass a night': { weight: 7, take: async ({ facts }) => facts.oneByOne(async () => facts.clock.passDay()) },
  remove: { weight: 2, take: (step) => remove(step, step.facts.member(step.other)) },
  leave: { weight: 2, take: (step) => remove(step, step.me) },
  join: { weight: 3, take: join },
  'hand over': { weight: 2, take: handOver },
  'delete board': { weight: 1, take: deleteBoard },
  'delete account': { weight: 1, take: deleteAccount },
  kill: { weight: 2, take: async ({ facts, copy }) => facts.oneByOne(async () => kill(facts, copy)) },
} as const satisfies Record<string, Doing>;

export type Kind = keyof typeof table;
export const doings: Readonly<Record<Kind, Doing>> = table;

/** A day of the boards, so many days from now. */
function dayAhead({ clock }: Facts, days: number): string {
  return daysAfter(dayIn(defaultTimeZone, clock.now()), days);
}

/** Twice, the second time by way of the other copy: a repetition changes nothing and gets the same answer. */
async function log({ facts, group, copy, me, board, other }: Taking, credited: Member = me): Promise<void> {
  const action = board.actions[other % board.actions.length];
  if (!action) return;
  const id = newActivityId();
  const note = other % 4 === 0 ? `Mot de ${id}` : '';
  const day = other % 5 === 0 ? { day: dayAhead(facts, -1) } : {};
  const body = { id, actionId: action.id, note, ...(credited === me ? {} : { for: credited.id }), ...day };
  const calls = [copy, copy + 1].map((at) => me.calls('POST /api/boards/:boardId/activities', { params: { boardId: board.id }, body }, at));
  const answers = await Promise.all(calls);
  const outcome = together(answers.map(({ answer: { status }, maybe }) => ({ done: status === 201, maybe })));
  const notes = note === '' ? [] : [{ ...outcome, group, note }];
  const whose = { personId: credited.id, notedBy: me.id, boardId: board.id };
  facts.logged.push({ ...outcome, group, ...whose, id, points: action.points, undos: [], notes });
  assertOne(answers.map(({ answer: { status, body: reply } }) => (status === 201 ? reply.revision : undefined)));
}

/** Something that somebody else did on the board, by two devices at once. */
async function chooseGesture({ facts, group, copy, me, board, other }: Taking): Promise<void> {
  const gains = facts.logged.filter((one) => one.boardId === board.id && one.personId !== me.id && one.points > 0 && mayBe(one));
  const gain = oneOf(gains, other);
  if (!gain) return;
  // A history is played at 2:00, when the window is open on a Monday alone: the week is the one before. A night may pass at once, and the clock of
  // a copy may be behind by one or two: whether it is a Sunday here or a Wednesday, three days ago lies in that week.
  const week = mondayOf(dayAhead(facts, -3));
  const input = { params: { boardId: board.id }, body: { activityId: gain.id, words: `Mot de ${me.id}` } };
  const both = [copy, copy + 1].map((at) => me.tries('PUT /api/boards/:boardId/gesture', input, at));
  facts.chosen.push({ ...together(await Promise.all(both)), group, personId: me.id, boardId: board.id, week, activityId: gain.id });
}

/** Without a reply a program sends the same key again, which here reaches both copies at once. */
async function logByToken({ facts, group, copy, me, board, other }: Taking): Promise<void> {
  const action = board.actions[other % board.actions.length];
  const { program } = me;
  if (!action || !program) return;
  const id = newActivityId();
  const input = { params: { boardId: board.id }, body: { action: action.id }, headers: { 'idempotency-key': id } };
  const answers = await Promise.all([copy, copy + 1].map((at) => program.calls('POST /api/boards/:boardId/log', input, at)));
  const outcome = together(answers.map((one) => ({ done: one.answer.status === 201, maybe: one.maybe })));
  const whose = { personId: me.id, notedBy: me.id, boardId: board.id };
  facts.logged.push({ ...outcome, group, ...whose, id, points: action.points, isByToken: true, undos: [], notes: [] });
  assertOne(answers.map((one) => (one.answer.status === 201 ? one.answer.body.revision : undefined)));
}

async function undo({ facts, copy, me, other }: Taking): Promise<void> {
  await undoOne(oneOf(facts.logged, other), me, copy);
}

/** What a token has logged within the last ten minutes is undone. */
async function undoByToken({ facts, copy, other }: Taking): Promise<void> {
  const byTokens = facts.logged.filter(({ isByToken }) => isByToken);
  const logged = oneOf(byTokens, byTokens.length - 1 - (other % 3));
  if (logged) await undoOne(logged, facts.memberOf(logged.personId).program, copy);
}

async function undoOne(logged: Logged | undefined, by: Member | undefined, copy: number): Promise<void> {
  if (!logged || !by) return;
  const params = { boardId: logged.boardId, activityId: logged.id };
  logged.undos.push(await by.tries('POST /api/boards/:boardId/activities/:activityId/undo', { params }, copy));
}

async function writeNote({ facts, group, copy, other }: Taking): Promise<void> {
  const logged = oneOf(facts.logged, other);
  if (!logged) return;
  const note = other % 3 === 0 ? '' : `Mot ${newActivityId()}`;
  const input = { params: { boardId: logged.boardId, activityId: logged.id }, body: { note } };
  const noter = facts.memberOf(logged.notedBy);
  const outcome = await noter.tries('PUT /api/boards/:boardId/activities/:activityId/note', input, copy);
  logged.notes.push({ ...outcome, group, note });
}

async function noteLoss({ facts, group, copy, me, board, other }: Taking): Promise<void> {
  const to = facts.member(other);
  const action = board.actions.find(({ points }) => points < 0);
  if (!action) return;
  const id = newActivityId();
  const input = { params: { boardId: board.id }, body: { id, actionId: action.id, points: action.points, for: to.id } };
  const both = [copy, copy + 1].map((at) => me.tries('POST /api/boards/:boardId/owed-losses', input, at, 201));
  const outcome = together(await Promise.all(both));
  const whose = { personId: to.id, notedBy: me.id, boardId: board.id };
  facts.logged.push({ ...outcome, group, ...whose, id, points: action.points, answers: [], undos: [], notes: [] });
}

/** The member for whom it was noted answers on two devices at once, which mostly say the same. */
async function answerLoss({ facts, copy, other }: Taking): Promise<void> {
  const owed = facts.logged.filter((one): one is Logged & Required<Pick<Logged, 'answers'>> => one.answers !== undefined);
  const loss = oneOf(owed, owed.length - 1 - (other % 4));
  if (!loss) return;
  const to = facts.memberOf(loss.personId);
  const params = { boardId: loss.boardId, activityId: loss.id };
  const said = other % 5 === 0 ? [true, false] : other % 3 === 0 ? [false, false] : [true, true];
  const replies = await Promise.all(
    said.map(async (confess, index) => {
      const key = 'PUT /api/boards/:boardId/owed-losses/:activityId/answer';
      const { answer: reply, maybe } = await to.calls(key, { params, body: { confess } }, copy + index);
      loss.answers.push({ done: reply.status === 200, maybe, confess });
      return reply;
    }),
  );
  assertOne(replies.map(({ status, body }) => (status === 200 ? body.logged?.revision : undefined)));
}

async function propose(step: Taking): Promise<void> {
  const { facts, other } = step;
  const length = { lastDay: dayAhead(facts, 1 + (other % 2)) };
  const season = { kind: 'season', length, stake: 'Un massage', ties: other % 4 < 2 ? 'void' : 'shared' } as const;
  const rarely = [{ kind: 'goal', length, points: 20 + other }, { kind: 'pause', ...length }, { kind: 'contests' }] as const;
  await proposeOne(step, rarely[other % 6] ?? season);
}

async function proposeOne({ facts, group, copy, me, board }: Taking, terms: Terms): Promise<Proposed> {
  const id = randomUUID();
  const input = { params: { boardId: board.id }, body: { id, terms } };
  const both = [copy, copy + 1].map((at) => me.tries('POST /api/boards/:boardId/agreements', input, at, 201));
  const outcome = together(await Promise.all(both));
  const proposed = { ...outcome, group, personId: me.id, boardId: board.id, id, kind: terms.kind, answers: [], withdrawals: [] };
  facts.proposed.push(proposed);
  return proposed;
}

/** Of scores, or together: proposed, and agreed to by whoever is there. */
async function changeMode(step: Taking): Promise<void> {
  await agree(step, await proposeOne(step, { kind: step.other % 3 === 0 ? 'scores' : 'together' }));
}

/** All at once, each by way of another copy than the one before. */
async function agree(step: Taking, proposed?: Proposed): Promise<void> {
  await Promise.all(step.facts.members.map((member, index) => answer({ ...step, copy: step.copy + index }, member, true, proposed)));
}

async function answer({ facts, copy, board, other }: Taking, who: Member, yes: boolean, to?: Proposed): Promise<void> {
  const proposed = to ?? lastOn(facts, board, other);
  if (!proposed) return;
  const input = { params: { boardId: board.id, agreementId: proposed.id }, body: { yes } };
  const outcome = await who.tries('PUT /api/boards/:boardId/agreements/:agreementId/answer', input, copy);
  proposed.answers.push({ ...outcome, personId: who.id, yes });
}

async function withdraw({ facts, copy, me, board, other }: Taking): Promise<void> {
  const proposed = lastOn(facts, board, other);
  if (!proposed) return;
  const who = other % 3 === 0 ? me : facts.memberOf(proposed.personId);
  const params = { boardId: board.id, agreementId: proposed.id };
  proposed.withdrawals.push(await who.tries('DELETE /api/boards/:boardId/agreements/:agreementId', { params }, copy));
}

/** Every member tries: one of them may have won. */
async function tickOff({ facts, copy, board }: Taking): Promise<void> {
  const [season] = ask(facts.several.dataDir, 'select id from season where board_id = ? and closed_at is not null limit 1', board.id);
  if (!season) return;
  const seasonId = String(season['id']);
  const key = 'PUT /api/boards/:boardId/seasons/:seasonId/paid';
  const all = facts.members.map((member, index) => member.tries(key, { params: { boardId: board.id, seasonId } }, copy + index));
  const outcomes = await Promise.all(all);
  facts.paid.set(seasonId, [...(facts.paid.get(seasonId) ?? []), ...outcomes]);
}

async function remove({ facts, group, copy, me, board: { id: boardId } }: Taking, whom: Member): Promise<void> {
  const outcome = await me.tries('DELETE /api/boards/:boardId/members/:userId', { params: { boardId, userId: whom.id } }, copy, 204);
  facts.moved.push({ ...outcome, what: 'leave', group, personId: whom.id, boardId });
}

/** Asks to join; whoever administers the board now accepts what waits. */
async function join({ facts, group, copy, me, board: { id } }: Taking): Promise<void> {
  await me.calls('POST /api/boards/:boardId/requests', { params: { boardId: id }, body: { type: 'request' } }, copy);
  for (const member of facts.members) {
    const { answer: requests } = await member.calls('GET /api/requests', {}, copy + 1);
    if (requests.status !== 200) continue;
    for (const { id: requestId, boardId, status, type, fromUsername } of requests.body.received) {
      if (status !== 'pending' || type !== 'request') continue;
      const outcome = await member.tries('POST /api/requests/:requestId/acceptance', { params: { requestId } }, copy);
      const joining = facts.members.find((one) => one.at(0).name === fromUsername);
      facts.moved.push({ ...outcome, what: 'join', group, personId: joining?.id ?? '', boardId });
    }
  }
}

async function handOver({ facts, copy, me, board, other }: Taking): Promise<void> {
  const input = { params: { boardId: board.id }, body: { userId: facts.member(other).id } };
  await me.calls('PUT /api/boards/:boardId/administrator', input, copy);
}

async function deleteBoard({ facts, group, copy, me, board: { id: boardId } }: Taking): Promise<void> {
  const outcome = await me.tries('DELETE /api/boards/:boardId', { params: { boardId } }, copy, 204);
  facts.moved.push({ ...outcome, what: 'delete board', group, personId: me.id, boardId });
}

async function deleteAccount({ facts, group, copy, me, board }: Taking): Promise<void> {
  const { answer: preview } = await me.calls('GET /api/account/deletion', {}, copy);
  if (preview.status !== 200) return;
  me.isLeaving = true;
  const body = { password, handOvers: [], boards: preview.body.boards.map(({ id }) => id) };
  const outcome = await me.tries('POST /api/account/deletion', { body }, copy, 204);
  facts.moved.push({ ...outcome, what: 'delete account', group, personId: me.id, boardId: board.id });
}

async function kill({ several }: Facts, copy: number): Promise<void> {
  const killed = several.copies[copy];
  await killed?.stop('SIGKILL');
  await killed?.restart();
}

/** Begins a season for all members, which starts at the next midnight and lasts two days. */
export async function beginSeason(facts: Facts, board: Board): Promise<void> {
  await begin(facts, board, { kind: 'season', length: { lastDay: dayAhead(facts, 2) }, stake: 'Un massage', ties: 'shared' });
}

/** Lets all members contest. */
export async function beginContests(facts: Facts, board: Board): Promise<void> {
  await begin(facts, board, { kind: 'contests' });
}

/** What is proposed first or second on a board begins. */
async function begin(facts: Facts, board: Board, terms: Terms): Promise<void> {
  const step = { facts, group: -1, copy: 0, me: facts.member(0), board, other: 1 };
  const { done } = await proposeOne(step, terms);
  await agree(step);
  if (!done || !facts.proposed.every(({ answers }) => answers.every((one) => one.done))) throw new Error(`no ${terms.kind} did begin`);
}

/** Two who played on a board since it was made are left. */
export async function leaveTwo(facts: Facts, board: Board): Promise<void> {
  const [administrator, , ...others] = board.members.map(({ name }) => facts.members.find((one) => one.at(0).name === name));
  for (const one of others) {
    if (administrator && one) await remove({ facts, group: -1, copy: 0, me: administrator, board, other: 0 }, one);
  }
}

/** One of the last two that were proposed on a board. */
function lastOn({ proposed }: Facts, { id }: Board, other: number): Proposed | undefined {
  const here = proposed.filter(({ boardId }) => boardId === id).slice(-2);
  return oneOf(here, other);
}

function assertOne(revisions: readonly (number | undefined)[]): void {
  const all = new Set(revisions.filter((revision) => revision !== undefined));
  if (all.size > 1) throw new Error(`one log has several revisions: ${[...all].join(', ')}`);
}
