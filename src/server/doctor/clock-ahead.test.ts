/** A clock was ahead and is set right: what it wrote lies before what happens to it next, so the doctor finds the times of each row in order. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerOwedLoss, oweLoss } from '#server/activities/owed-losses';
import { answerContest, vote } from '#server/contests/contests';
import { answer, withdraw } from '#server/play/agreements';
import { markStakePaid } from '#server/play/seasons';
import { agree, close, contest, contests, day } from '../../../tests/seasons.ts';
import { accept, boardOf, log, remove, type Someone, startTestApp, type TestBoard } from '../../../tests/test-app.ts';
import { examine } from './doctor.ts';

const testApp = await startTestApp({ boundless: true });
const [lea, max, nora, sam] = await testApp.signUpAll('Léa', 'Max', 'Nora', 'Sam');
const { deps } = testApp;

const ahead = { 'half a minute': 30_000, 'thirty hours': 30 * 60 * 60 * 1000, 'three days': 3 * day };
let board: TestBoard;
/** What an earlier test left. */
let before: string[];
beforeEach(async () => {
  before = await examine(deps);
  board = await boardOf(lea, [max, nora]);
});
afterEach(() => void vi.useRealTimers());

const on = (who: Someone) => ({ userId: who.id, boardId: board.id });

/** What happens while the clock is ahead, and what happens to it once it is set right. */
const happenings: [what: string, before: () => Promise<string>, after: (made: string) => Promise<unknown>][] = [
  ['a proposal that is declined', () => agree(testApp, board, [lea]), (id) => answer(deps, { ...on(max), agreementId: id }, false)],
  ['a proposal that is withdrawn', () => agree(testApp, board, [lea]), (id) => withdraw(deps, { ...on(lea), agreementId: id })],
  ['a proposal that waits on', () => agree(testApp, board, [lea]), (id) => answer(deps, { ...on(max), agreementId: id }, true)],
  ['a proposal whose member leaves', () => agree(testApp, board, [max]), () => remove(max, board, max)],
  [
    'a yes before the last one',
    () => agree(testApp, board, [lea, max], contests),
    (id) => answer(deps, { ...on(nora), agreementId: id }, true),
  ],
  ['a contest that is maintained and voted on', () => contested(), (id) => keptAndVoted(id)],
  ['a contest that is withdrawn', () => contested(), (contestId) => answerContest(deps, { ...on(max), contestId }, false)],
  ['a contest whose member leaves', () => contested(), () => remove(max, board, max)],
  [
    'a vote that is followed by another',
    async () => {
      const contestId = await contested([lea, max, nora, sam], { kept: true });
      await vote(deps, { ...on(sam), contestId }, false);
      return contestId;
    },
    (contestId) => vote(deps, { ...on(nora), contestId }, false),
  ],
  [
    'a loss that is not avowed',
    async () => (await oweLoss(deps, on(lea), { id: randomUUID(), actionId: board.dishes, for: max.id })).id,
    (activityId) => answerOwedLoss(deps, max.id, { boardId: board.id, activityId, confess: false }),
  ],
  [
    'a request that is answered',
    async () => {
      const other = await boardOf(lea, [], { invited: [max] });
      return other.id;
    },
    (boardId) => accept(max, boardId),
  ],
  [
    'a link for one person that is used',
    async () => (await lea.does('POST /api/boards/:boardId/single-links', { params: { boardId: (await boardOf(lea)).id } })).link.token,
    (invitation) => nora.does('POST /api/invitations/:invitation/acceptance', { params: { invitation } }),
  ],
];

async function contested(players = [lea, max, nora], { kept = false } = {}): Promise<string> {
  if (players.includes(sam)) board = await boardOf(lea, [max, nora, sam]);
  await agree(testApp, board, players, contests);
  return await contest(testApp, board, lea, max, { kept });
}

async function keptAndVoted(contestId: string): Promise<void> {
  await answerContest(deps, { ...on(max), contestId }, true);
  await vote(deps, { ...on(nora), contestId }, true);
}

describe.each(Object.entries(ahead))('a clock that was ahead by %s leaves in order', (_, milliseconds) => {
  it.each(happenings)('%s', async (__, make, goOn) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
    const made = await make();
    vi.useRealTimers();
    // What was begun by a clock that was far ahead may be over by one that is right.
    const isRefused = await Promise.resolve(goOn(made)).then(
      () => false,
      () => true,
    );
    expect(isRefused && milliseconds < 60_000).toBe(false);
    expect(await examine(deps)).toEqual(before);
  });

  it('the stake of a season that is ticked off', async () => {
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: now - 10 * day });
    board = await boardOf(lea, [max, nora]);
    const seasonId = await agree(testApp, board, [lea, max, nora]);
    vi.setSystemTime(now - 8 * day);
    await log(lea, board, 'breakfast');
    vi.setSystemTime(now + milliseconds);
    await close(testApp, board);
    vi.useRealTimers();
    await markStakePaid(deps, { ...on(lea), seasonId });
    expect(await examine(deps)).toEqual(before);
  });
});
