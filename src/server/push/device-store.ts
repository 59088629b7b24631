import { createHash } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import { isOver, latestTime } from '#shared/clock-rules';
import type { BoardId, NotificationId, SessionId, UserId, UserOnBoard } from '#shared/ids';
import type { PushTopic, PushTopics } from '#shared/notices';
import { type ChosenKinds, looksFor, notificationKinds, usualKinds } from '#shared/notifications';
import type { Db } from '../database/database.ts';
import { deleteOlder } from '../database/delete-older.ts';
import type { Tables } from '../database/tables.ts';
import { noId } from '../ids/ids.ts';

export type Device = Selectable<Tables['push_device']>;

export function endpointHash(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('hex');
}

export function findDevice(db: Db, sessionId: SessionId): Promise<Device | undefined> {
  return db.selectFrom('push_device').selectAll().where('session_id', '=', sessionId).executeTakeFirst();
}

/** The time zone of the device that a person subscribed last; undefined where they have none. */
export async function findZoneOfDevice(db: Db, userId: UserId): Promise<string | undefined> {
  const device = await db
    .selectFrom('push_device')
    .select('time_zone')
    .where('user_id', '=', userId)
    .orderBy('subscribed_at', 'desc')
    .orderBy('session_id')
    .limit(1)
    .executeTakeFirst();
  return device?.time_zone;
}

/** One endpoint belongs to one session: to the one that subscribed it last. */
export async function saveDevice(db: Db, device: Insertable<Tables['push_device']>): Promise<void> {
  const { session_id, subscribed_at: _, ...changed } = device;
  await db.deleteFrom('push_device').where('endpoint_hash', '=', device.endpoint_hash).where('session_id', '!=', session_id).execute();
  await db
    .insertInto('push_device')
    .values(device)
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(changed))
    .execute();
}

export async function deleteDevice(db: Db, sessionId: SessionId): Promise<void> {
  await db.deleteFrom('push_device').where('session_id', '=', sessionId).execute();
}

/**
 * Unsubscribes the devices whose browsers were not seen for a day and whose sessions end with the browser (decision D8): nobody can know when such a browser
 * was closed, and another person may use it by now. With the id of a push, only the device of that push. Returns how many devices.
 */
export async function deleteLapsedDevices(db: Db, pushId?: NotificationId): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('push_device')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('session')
          .innerJoin('user', 'user.id', 'session.user_id')
          .select('session.id')
          .whereRef('session.id', '=', 'push_device.session_id')
          .where('user.essential_cookies', '=', 0)
          .where('session.last_active_at', '<=', Date.now() - fleetingLasts),
      ),
    )
    .$if(pushId !== undefined, (query) =>
      query.where('session_id', '=', (eb) =>
        eb
          .selectFrom('push')
          .select('push.session_id')
          .where('push.id', '=', pushId ?? noId),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** In milliseconds. */
const fleetingLasts = 24 * 60 * 60 * 1000;

export async function findKinds(db: Db, userId: UserId): Promise<ChosenKinds> {
  const row = await db.selectFrom('notification_choice').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return row ? kindsOf(row) : { ...usualKinds };
}

export function kindsOf(row: Record<keyof ChosenKinds, number>): ChosenKinds {
  return Object.fromEntries(notificationKinds.map((kind) => [kind, row[kind] === 1])) as ChosenKinds;
}

export async function saveKinds(db: Db, userId: UserId, kinds: ChosenKinds): Promise<void> {
  const columns = Object.fromEntries(notificationKinds.map((kind) => [kind, Number(kinds[kind])])) as Record<keyof ChosenKinds, number>;
  await db
    .insertInto('notification_choice')
    .values({ user_id: userId, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute();
}

interface Look extends UserOnBoard {
  sessionId: SessionId;
}

/** The person looks at the board in the browser of this session, until then at most. */
export async function saveLook(db: Db, { boardId, userId, sessionId }: Look, until: number): Promise<void> {
  await db
    .insertInto('board_look')
    .values({ board_id: boardId, user_id: userId, session_id: sessionId, looks_until: until })
    .onConflict((conflict) => conflict.columns(['board_id', 'user_id', 'session_id']).doUpdateSet({ looks_until: until }))
    .execute();
}

/** Topics that a toast alone tells, as it tells 'Pas moi': nothing on the board says later whether they were seen. */
const toasted: readonly PushTopic[] = ['nudge', 'proposal_answer', 'hand_over'];

/** What was to be told of a board since a page of this session last said that it shows it: the page is still there, and has told it itself. */
export async function deleteToasted(db: Db, { boardId, userId, sessionId }: Look): Promise<void> {
  const look = await db
    .selectFrom('board_look')
    .select('looks_until')
    .where(({ and }) => and({ board_id: boardId, user_id: userId, session_id: sessionId }))
    .executeTakeFirst();
  if (!look || isOver(look.looks_until, Date.now(), looksFor)) return;
  await deleteUnsent(db, userId)
    .where(({ and, eb, or }) =>
      or([
        and([eb('topic', 'in', toasted), eb('about', '=', boardId)]),
        and([eb('topic', '=', 'owed_loss_answer'), eb('about', 'in', deniedOn(db, { boardId, userId }))]),
      ]),
    )
    .where('created_at', '>=', look.looks_until - looksFor)
    .execute();
}

/** Whoever opens a board has the gesture of its week before them, and is not reminded of it any more. */
export async function deleteReminders(db: Db, { boardId, userId }: UserOnBoard): Promise<void> {
  await deleteUnsent(db, userId).where('topic', '=', 'gesture').where('about', '=', boardId).execute();
}

/** What waits for the devices of a person, but for what is part of a push on its way. */
function deleteUnsent(db: Db, userId: UserId) {
  return db
    .deleteFrom('push')
    .where('session_id', 'in', db.selectFrom('push_device').select('session_id').where('user_id', '=', userId))
    .where('sent_at', 'is', null)
    .where('gathered_in', 'is', null)
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom('push as part').select('part.id').whereRef('part.gathered_in', '=', 'push.id'))),
    );
}

/** The losses that the person noted for others on a board and that nobody has avowed, as `about` names them. */
function deniedOn(db: Db, { boardId, userId }: UserOnBoard) {
  return db
    .selectFrom('owed_loss')
    .select(({ ref }) => ref('owed_loss.id').$castTo<PushTopics[PushTopic]>().as('id'))
    .where('owed_loss.board_id', '=', boardId)
    .where('owed_loss.from_user', '=', userId);
}

/** In this browser; in others they may go on looking. */
export async function deleteLook(db: Db, { boardId, userId, sessionId }: Look): Promise<void> {
  await db
    .deleteFrom('board_look')
    .where(({ and }) => and({ board_id: boardId, user_id: userId, session_id: sessionId }))
    .execute();
}

/** Deletes looks that are over. An open page renews its look within a minute, so looks of a clock that was ahead go at once, too. */
export async function deleteLooksBefore(db: Db, moment: number): Promise<number> {
  const ahead = await db.deleteFrom('board_look').where('looks_until', '>', latestTime(moment, looksFor)).executeTakeFirst();
  const over = { key: ['board_id', 'user_id', 'session_id'], column: 'looks_until', before: moment + 1 } as const;
  return Number(ahead.numDeletedRows) + (await deleteOlder(db, 'board_look', over));
}

/** From now on what happens on the person's boards is looked at for somebody to be told. */
export async function markHeard(db: Db, boardIds: readonly BoardId[]): Promise<void> {
  await db.updateTable('board').set({ heard: 1 }).where('id', 'in', boardIds).execute();
}

export async function listBoardsOf(db: Db, userId: UserId): Promise<BoardId[]> {
  const rows = await db.selectFrom('board_member').select('board_id').where('user_id', '=', userId).execute();
  return rows.map(({ board_id }) => board_id);
}

/** The devices of a person whose sessions have not expired. */
export function listPushDevices(db: Db, userId: UserId): Promise<Device[]> {
  return db
    .selectFrom('push_device')
    .innerJoin('session', 'session.id', 'push_device.session_id')
    .selectAll('push_device')
    .where('push_device.user_id', '=', userId)
    .where('session.expires_at', '>', Date.now())
    .orderBy('push_device.session_id')
    .execute();
}
