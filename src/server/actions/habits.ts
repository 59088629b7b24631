import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Action } from '#shared/actions';
import type { ActionId, UserId, UserOnBoard } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { inSlots } from '../database/slots.ts';
import { countLogged, countLoggedInSlots, listBoardsLoggedOften } from './habit-store.ts';

const windowMs = 60 * 24 * 60 * 60 * 1000;
// Bounds the cost of opening a board for a person with very many logs: the newest are enough.
const newestCounted = 200;
// About what one sees of a board's tiles without scrolling.
const mostSent = 20;

/** How often the person logged which actions lately, over all boards, in no order, without what they logged more seldom than `times`. */
export async function countHabits(db: Db, userId: UserId, times: number): Promise<{ action_id: ActionId; times: number }[]> {
  const since = Date.now() - windowMs;
  const habits = [];
  for (const slots of inSlots(await listBoardsLoggedOften(db, { userId, since, times }))) {
    const counted = await countLoggedInSlots(db, { ...slots, userId, since, newest: newestCounted });
    habits.push(...counted.filter((one) => one.times >= times));
    // There can be two hundred such boards: others come in between.
    await nextTurn();
  }
  return habits;
}

/** The board's actions that the person logged lately, most logged first; ties in the board's order (decision D25). */
export async function readMostLogged(
  db: Db,
  { userId, boardId }: UserOnBoard,
  actions: readonly Pick<Action, 'id'>[],
): Promise<ActionId[]> {
  const counted = await countLogged(db, { userId, boardId, since: Date.now() - windowMs, newest: newestCounted });
  const times = new Map(counted.map((row) => [row.action_id, row.times]));
  return actions
    .flatMap(({ id }) => (times.has(id) ? [id] : []))
    .toSorted((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0))
    .slice(0, mostSent);
}
