/** A board on which somebody logged something last week: what its recap is made of. */
import { randomUUID } from 'node:crypto';
import { daysAfter, defaultTimeZone, startOfDay } from '#shared/calendar';
import { newestRecapWeek } from '#shared/recap-weeks';
import type { Someone, TestApp, TestBoard } from './test-app.ts';

/** The Monday of the newest week that has a recap, where boards of the tests are. */
export function lastWeek(): string {
  return newestRecapWeek(defaultTimeZone, Date.now());
}

/** On its Wednesday, which is in the same week wherever the board moves to. */
export async function playLastWeek({ deps }: TestApp, { id: boardId, breakfast }: TestBoard, { id: userId }: Someone): Promise<void> {
  const day = daysAfter(lastWeek(), 2);
  const secrets = await deps.boardKeys.of(deps.database.read, boardId);
  const id = randomUUID();
  await deps.database.unitOfWork(async ({ db }) => {
    const { revision } = await db
      .updateTable('board')
      .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
      .where('id', '=', boardId)
      .returning('revision')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('activity')
      .values({
        id,
        board_id: boardId,
        user_id: userId,
        action_id: breakfast,
        title_sealed: secrets.seal('Petit-déj au lit', 'activity', 'title', id),
        points: 20,
        emoji: null,
        logged_at: startOfDay(defaultTimeZone, day) + 12 * 60 * 60 * 1000,
        board_revision: revision,
        total_after: 20,
        score_after: 20,
      })
      .execute();
    await db
      .insertInto('member_day')
      .values({ board_id: boardId, user_id: userId, day, gained: 20, lost: 0, actions: 1, streak: 1 })
      .execute();
  });
}
