/** A board on which somebody logged something last week, a year after it was made: what its recap and its film are made of. */
import { randomUUID } from 'node:crypto';
import { dayIn, daysAfter, defaultTimeZone, startOfDay } from '#shared/calendar';
import { yearsAfter } from '#shared/film-periods';
import { newestRecapWeek } from '#shared/recap-weeks';
import type { ActivityId, GestureId } from '#shared/ids';
import type { Someone, TestApp, TestBoard } from './test-app.ts';

/** The Monday of the newest week that has a recap, where boards of the tests are. */
export function lastWeek(): string {
  return newestRecapWeek(defaultTimeZone, Date.now());
}

const made = yearsAfter(daysAfter(dayIn(defaultTimeZone, Date.now()), -3), -1);
/** The anniversary of the board, whose film is offered; it lacks activities. */
export const ownFilm = yearsAfter(made, 1);
export const madeAt = startOfDay(defaultTimeZone, made) + 12 * 60 * 60 * 1000;

/** On its Wednesday, which is in the same week wherever the board moves to. Returns the activity. */
export async function playLastWeek({ deps }: TestApp, { id: boardId, breakfast }: TestBoard, { id: userId }: Someone): Promise<ActivityId> {
  const day = daysAfter(lastWeek(), 2);
  const secrets = await deps.boardKeys.of(deps.database.read, boardId);
  const id = randomUUID();
  await deps.database.unitOfWork(async ({ db }) => {
    const { revision } = await db
      .updateTable('board')
      .set(({ eb }) => ({ revision: eb('revision', '+', 1), created_at: madeAt }))
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
  return id;
}

/** As if a member had just chosen the gesture of last week, on a board where its choosing is about to end; or so many weeks before, and it was revealed. */
export async function chooseLastWeek(
  { deps }: TestApp,
  { id: boardId }: TestBoard,
  activityId: ActivityId,
  { id: userId }: Someone,
  weeksBefore = 0,
) {
  const week = daysAfter(lastWeek(), -7 * weeksBefore);
  const [id, now] = [randomUUID(), Date.now()];
  const chosen = { board_id: boardId, week, chosen_by: userId, activity_id: activityId, chosen_at: now, closes_at: now + 3_600_000 };
  const values = { id: id as GestureId, ...chosen, ...(weeksBefore > 0 && { revealed_at: now }) };
  await deps.database.unitOfWork(({ db }) => db.insertInto('gesture').values(values).execute());
}
