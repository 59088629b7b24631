/** Seasons for tests: agreed to long ago, over and closed. */
import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { dayIn, daysAfter, defaultTimeZone } from '#shared/calendar';
import type { Terms } from '#shared/play';
import { answerContest, contestActivity } from '#server/contests/contests';
import { findBoard } from '#server/boards/board-store';
import { answer, propose } from '#server/play/agreements';
import { agreementKinds } from '#server/play/agreement-kinds';
import { settle, tellPlay } from '#server/play/settling';
import { log, type Someone, type TestApp, type TestBoard } from './test-app.ts';

export const day = 24 * 60 * 60 * 1000;

export const season: Extract<Terms, { kind: 'season' }> = { kind: 'season', length: 'week', stake: 'Le petit-déj au lit', ties: 'shared' };
export const goal: Extract<Terms, { kind: 'goal' }> = { kind: 'goal', length: 'month', points: 200, stake: 'Une soirée au restaurant' };

export const contests: Extract<Terms, { kind: 'contests' }> = { kind: 'contests' };
/** So many days from tomorrow on, by a clock in Paris. */
export const pauseOf = (days: number, now = Date.now()): Terms => ({
  kind: 'pause',
  lastDay: daysAfter(dayIn(defaultTimeZone, now), days),
});

type Where = { id: string };

/** Proposes by the first, agreed to by the others; its id. `at` in milliseconds since 1970. */
export async function agree(
  testApp: TestApp,
  board: Where,
  [first, ...others]: Someone[],
  terms: Terms = season,
  at = Date.now(),
): Promise<string> {
  const id = randomUUID();
  await propose(testApp.deps, { userId: first?.id ?? '', boardId: board.id }, { id, terms }, at);
  for (const { id: userId } of others) await answer(testApp.deps, { userId, boardId: board.id, agreementId: id }, true, at);
  return id;
}

/** Begins a goal beside a season that runs, as an earlier version let members agree to. */
export async function beginBeside(
  testApp: TestApp,
  board: Where,
  proposer: Someone,
  { length, points }: typeof goal,
  at = Date.now(),
): Promise<void> {
  const { database } = testApp.deps;
  await database.unitOfWork(async (work) => {
    await database.lockBoard(work.db, board.id);
    const row = await findBoard(work.db, board.id);
    if (!row) throw new Error('no such board');
    const terms = { kind: 'goal', length: typeof length === 'string' ? length : length.lastDay, ties: 'shared', goal: points } as const;
    const proposal = { id: randomUUID(), board_id: board.id, ...terms, time_zone: row.time_zone, stake_sealed: null };
    const person = { proposed_by: proposer.id, username: 'Léa', avatar: '🦊' };
    const times = { proposed_at: at, lapses_at: at, outcome: null, settled_at: null };
    await agreementKinds.goal.begin(work.db, row, { ...proposal, ...person, ...times }, at);
    await tellPlay(work, board.id);
  });
}

/** Closes what is over on a board by this moment. */
export async function close(testApp: TestApp, board: Where, at = Date.now()): Promise<void> {
  await testApp.deps.database.unitOfWork(async (work) => {
    await testApp.deps.database.lockBoard(work.db, board.id);
    await settle(work, board.id, at);
  });
}

/** A season of a week that began nine days ago, won by the first. The clock stands there meanwhile: a proposal of then would have lapsed by now. */
export async function playedSeason(testApp: TestApp, board: TestBoard, people: Someone[], terms: Terms = season): Promise<string> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 10 * day });
  const id = await agree(testApp, board, people, terms);
  vi.setSystemTime(Date.now() + 5 * day);
  for (const person of people.slice(0, 1)) await log(person, board, 'breakfast');
  vi.useRealTimers();
  await close(testApp, board);
  return id;
}

/** Contests an activity that somebody logs now, on a board that agreed to it; the id of the contest. */
export async function contest(testApp: TestApp, board: TestBoard, by: Someone, of: Someone, { kept = false } = {}): Promise<string> {
  const { activity } = await log(of, board, 'breakfast');
  const id = randomUUID();
  await contestActivity(testApp.deps, { userId: by.id, boardId: board.id }, { id, activityId: activity.id, emoji: '🤨' });
  if (kept) await answerContest(testApp.deps, { userId: of.id, boardId: board.id, contestId: id }, true);
  return id;
}
