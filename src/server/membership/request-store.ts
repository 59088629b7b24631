import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import { latestTime } from '#shared/clock-rules';
import type { BoardId, RequestId, UserId, UserOnBoard } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { noLaterThan } from '../database/times-in-order.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import type { Tables } from '../database/tables.ts';

export type RequestRow = Selectable<Tables['board_request']>;
export type NewRequestRow = Omit<Insertable<Tables['board_request']>, 'status' | 'created_at' | 'answered_at'>;

/** A request with the names that its sentence needs. Requests of deleted boards are left out. */
export type ListedRequest = Awaited<ReturnType<typeof listReceived>>[number];

const most = 200;
/** In a turn of the event loop. */
const deletedAtOnce = 100;

export const listReceived = preparedQuery((db, { userId }: { userId: UserId }) =>
  pendingFirst(listed(db).where('board_request.to_user', '=', userId).where(isSeen)),
);

export const listSent = preparedQuery((db, { userId }: { userId: UserId }) =>
  pendingFirst(listed(db).where('board_request.from_user', '=', userId)),
);

export function findListed(db: Db, requestId: RequestId) {
  return listed(db).where('board_request.id', '=', requestId).executeTakeFirst();
}

function listed(db: Db) {
  return db
    .selectFrom('board_request')
    .innerJoin('board', 'board.id', 'board_request.board_id')
    .innerJoin('user as sender', 'sender.id', 'board_request.from_user')
    .innerJoin('user as receiver', 'receiver.id', 'board_request.to_user')
    .innerJoin('user as joiner', 'joiner.id', 'board_request.joining_user')
    .select(['board_request.id', 'board_request.type', 'board_request.status', 'board_request.board_id', 'board_request.title_sealed'])
    .select(['board_request.icon', 'board_request.from_user', 'board_request.created_at', 'board.theme'])
    .select(['sender.username as from_username', 'sender.avatar as from_avatar'])
    .select(['receiver.username as to_username', 'receiver.avatar as to_avatar', 'joiner.username as joining_username']);
}

function pendingFirst(query: ReturnType<typeof listed>) {
  return query
    .orderBy(({ eb }) => eb.case().when('board_request.status', '=', 'pending').then(0).else(1).end())
    .orderBy('board_request.created_at', 'desc')
    .orderBy('board_request.id')
    .limit(most);
}

/** How many requests wait for this person's answer, as the badge counts them (decision D18). */
export async function countPendingReceived(db: Db, userId: UserId): Promise<number> {
  const [row] = await pendingReceived(db, { userId });
  return row?.count ?? 0;
}

const pendingReceived = preparedQuery((db, { userId }: { userId: UserId }) =>
  db
    .selectFrom('board_request')
    .innerJoin('board', 'board.id', 'board_request.board_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('board_request.to_user', '=', userId)
    .where('board_request.status', '=', 'pending')
    .where(isSeen),
);

/** Pending invitations of people whom the receiver has blocked are there for the sender alone. */
function isSeen({ eb, or, not, exists, selectFrom }: ExpressionBuilder<Tables, 'board_request'>) {
  const blocks = selectFrom('blocked_inviter')
    .select('blocked_inviter.user_id')
    .whereRef('blocked_inviter.user_id', '=', 'board_request.to_user')
    .whereRef('blocked_inviter.blocked_user', '=', 'board_request.from_user');
  return or([eb('board_request.type', '!=', 'invitation'), eb('board_request.status', '!=', 'pending'), not(exists(blocks))]);
}

export function findRequest(db: Db, requestId: RequestId): Promise<RequestRow | undefined> {
  return db.selectFrom('board_request').selectAll().where('id', '=', requestId).executeTakeFirst();
}

/** A request that waits for this person's answer. */
export function findPendingFor(db: Db, { userId, requestId }: { userId: UserId; requestId: RequestId }): Promise<RequestRow | undefined> {
  return db
    .selectFrom('board_request')
    .selectAll()
    .where('id', '=', requestId)
    .where('to_user', '=', userId)
    .where('status', '=', 'pending')
    .where(isSeen)
    .executeTakeFirst();
}

/** The one pending request for a board and a joiner (decision D11). */
export function findPending(db: Db, { boardId, joiningUser }: { boardId: BoardId; joiningUser: UserId }): Promise<RequestRow | undefined> {
  return db
    .selectFrom('board_request')
    .selectAll()
    .where('board_id', '=', boardId)
    .where('joining_user', '=', joiningUser)
    .where('status', '=', 'pending')
    .executeTakeFirst();
}

/** Whether an invitation of this person to the board was declined since then. An answer that lies ahead keeps nobody from being invited. */
export async function hasDeclined(
  db: Db,
  { boardId, invitedId }: { boardId: BoardId; invitedId: UserId },
  since: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('board_request')
    .select('id')
    .where('board_id', '=', boardId)
    .where('joining_user', '=', invitedId)
    .where('type', '=', 'invitation')
    .where('status', '=', 'rejected')
    .where('answered_at', '>', since)
    .where('answered_at', '<=', latestTime(Date.now()))
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertRequest(db: Db, request: NewRequestRow): Promise<void> {
  await db
    .insertInto('board_request')
    .values({ ...request, status: 'pending', created_at: Date.now(), answered_at: null })
    .execute();
}

/** Whether the request was still pending. */
export async function answerRequest(db: Db, requestId: RequestId, status: 'accepted' | 'rejected'): Promise<boolean> {
  const now = Date.now();
  const { numUpdatedRows } = await db
    .updateTable('board_request')
    .set({ status, created_at: noLaterThan(now, 'created_at'), answered_at: now })
    .where('id', '=', requestId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a request that nobody has answered; whether there was one. */
export async function deletePendingRequest(db: Db, requestId: RequestId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('board_request')
    .where('id', '=', requestId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes all requests about a board. Returns everybody who had sent or received one. */
export async function deleteRequestsAbout(db: Db, boardId: BoardId): Promise<UserId[]> {
  const concerned = new Set<UserId>();
  for (let deleted = deletedAtOnce; deleted === deletedAtOnce; await nextTurn()) {
    const some = db.selectFrom('board_request').select('id').where('board_id', '=', boardId).limit(deletedAtOnce);
    const rows = await db.deleteFrom('board_request').where('id', 'in', some).returning(['from_user', 'to_user']).execute();
    for (const { from_user, to_user } of rows) concerned.add(from_user).add(to_user);
    deleted = rows.length;
  }
  return [...concerned];
}

/** Deletes what somebody who is no member any more had proposed; whom they had proposed it to. */
export async function deleteProposalsOf(db: Db, { boardId, userId }: UserOnBoard): Promise<UserId[]> {
  const deleted = await db
    .deleteFrom('board_request')
    .where('board_id', '=', boardId)
    .where('from_user', '=', userId)
    .where('type', '=', 'member_invitation')
    .where('status', '=', 'pending')
    .returning('to_user')
    .execute();
  return deleted.map(({ to_user }) => to_user);
}

/** The other people who see this person's name in one of their requests. */
export async function listCounterparts(db: Db, userId: UserId): Promise<UserId[]> {
  const rows = await db
    .selectFrom('board_request')
    .select(['from_user', 'to_user'])
    .where(({ eb, or }) => or([eb('from_user', '=', userId), eb('to_user', '=', userId), eb('joining_user', '=', userId)]))
    .execute();
  return [...new Set(rows.flatMap(({ from_user, to_user }) => [from_user, to_user]))].filter((id) => id !== userId);
}

/** Deletes all that a person has sent, received or was proposed by; the other people who saw one of these requests. */
export async function deleteRequestsOf(db: Db, userId: UserId): Promise<UserId[]> {
  const others = new Set<UserId>();
  for (let deleted = deletedAtOnce; deleted === deletedAtOnce; await nextTurn()) {
    const some = db
      .selectFrom('board_request')
      .select('id')
      .where(({ or, eb }) => or([eb('from_user', '=', userId), eb('to_user', '=', userId), eb('joining_user', '=', userId)]))
      .limit(deletedAtOnce);
    const rows = await db.deleteFrom('board_request').where('id', 'in', some).returning(['from_user', 'to_user']).execute();
    for (const { from_user, to_user } of rows) others.add(from_user).add(to_user);
    deleted = rows.length;
  }
  others.delete(userId);
  return [...others];
}

/** Deletes the requests of a person, answered or not, about boards that somebody else administers. Those that waited for an answer. */
export async function deleteRequestsBesides(db: Db, { personId, administrator }: { personId: UserId; administrator: UserId }) {
  const rows = await db
    .deleteFrom('board_request')
    .where(({ or, eb }) => or([eb('from_user', '=', personId), eb('to_user', '=', personId), eb('joining_user', '=', personId)]))
    .where('board_id', 'not in', (query) => query.selectFrom('board').select('board.id').where('board.created_by', '=', administrator))
    .returning(['from_user', 'to_user', 'status'])
    .execute();
  return rows.filter(({ status }) => status === 'pending');
}

/** Hands what waits for a board's administrator to the next one. */
export async function moveRequestsTo(db: Db, { boardId, administratorId }: { boardId: BoardId; administratorId: UserId }): Promise<void> {
  await db
    .updateTable('board_request')
    .set({ to_user: administratorId })
    .where('board_id', '=', boardId)
    .where('status', '=', 'pending')
    .where('type', 'in', ['request', 'member_invitation'])
    .execute();
}

/** Makes the invitations that wait those of a board's next administrator. Returns the invited. */
export async function passInvitationsTo(
  db: Db,
  { boardId, administratorId }: { boardId: BoardId; administratorId: UserId },
): Promise<UserId[]> {
  const passed = await db
    .updateTable('board_request')
    .set({ from_user: administratorId })
    .where('board_id', '=', boardId)
    .where('status', '=', 'pending')
    .where('type', '=', 'invitation')
    .returning('to_user')
    .execute();
  return passed.map(({ to_user }) => to_user);
}

/** What the next administrator had proposed needs nobody's approval any more: it is their invitation. Returns the invited. */
export async function inviteWhomTheyProposed(
  db: Db,
  { boardId, administratorId }: { boardId: BoardId; administratorId: UserId },
): Promise<UserId[]> {
  const invited = await db
    .updateTable('board_request')
    .set(({ ref }) => ({ type: 'invitation', to_user: ref('joining_user') }))
    .where('board_id', '=', boardId)
    .where('status', '=', 'pending')
    .where('type', '=', 'member_invitation')
    .where('from_user', '=', administratorId)
    .returning('joining_user')
    .execute();
  return invited.map(({ joining_user }) => joining_user);
}
