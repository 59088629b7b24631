/** The queries of deleting an account. Each costs by what the person did, not by what others did. */
import type { BoardId, UserId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import { noId } from '../ids/ids.ts';

/** The boards that a person administers, the newest first. */
export const listAdministered = preparedQuery((db, { userId }: { userId: UserId }) =>
  db
    .selectFrom('board')
    .select(['id', 'title_sealed', 'icon', 'theme', 'created_by'])
    .where('created_by', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id'),
);

/** As many boards are read together: a hundred members each, at most. */
const boardsAtOnce = 10;

/** The other members of these boards who may get one, some boards at a time; of each board in the order in which they joined. */
export async function* listOtherMembers(db: Db, userId: UserId, boardIds: readonly BoardId[]) {
  for (let start = 0; start < boardIds.length; start += boardsAtOnce)
    yield await otherMembers(db, { userId, ...Object.fromEntries(places.map((place) => [place, boardIds[start + place] ?? noId])) });
}

const places = Array.from({ length: boardsAtOnce }, (_, place) => place);

// Always of as many boards, so that it is built once: an account has two hundred.
const otherMembers = preparedQuery((db, boards: { userId: UserId; [place: number]: BoardId }) =>
  db
    .selectFrom('board_member')
    .innerJoin('user', 'user.id', 'board_member.user_id')
    .select(['board_member.board_id', 'board_member.user_id', 'user.username', 'user.avatar'])
    .where(
      'board_member.board_id',
      'in',
      places.map((place) => boards[place] ?? noId),
    )
    .where('board_member.user_id', '!=', boards.userId)
    // They cannot administer a board.
    .where('board_member.user_id', 'not in', (query) => query.selectFrom('guest').select('guest.user_id'))
    .orderBy('board_member.joined_at')
    .orderBy('board_member.user_id'),
);

/** Everybody who is or was a member of the boards that a person administers. */
export async function listPeopleOnAdministered(db: Db, userId: UserId): Promise<UserId[]> {
  const own = db.selectFrom('board').select('id').where('created_by', '=', userId);
  const present = db.selectFrom('board_member').select('user_id').where('board_id', 'in', own);
  const former = db.selectFrom('former_member').select('user_id').where('board_id', 'in', own);
  return (await present.union(former).execute()).map(({ user_id }) => user_id);
}

/** The boards where the person is or was a member. */
export async function listBoardsEverJoined(db: Db, userId: UserId): Promise<BoardId[]> {
  const present = await db.selectFrom('board_member').select('board_id').where('user_id', '=', userId).execute();
  const former = await db.selectFrom('former_member').select('board_id').where('user_id', '=', userId).execute();
  return [...present, ...former].map(({ board_id }) => board_id);
}

/** The boards where the person has put a reaction. One by one: to list them all would read all their reactions. */
export async function listReactedBoards(db: Db, userId: UserId): Promise<BoardId[]> {
  const boards: BoardId[] = [];
  for (
    let next = await nextReactedBoard(db, { userId, after: noId });
    next !== undefined;
    next = await nextReactedBoard(db, { userId, after: next })
  )
    boards.push(next);
  return boards;
}

async function nextReactedBoard(db: Db, { userId, after }: { userId: UserId; after: BoardId }): Promise<BoardId | undefined> {
  const row = await db
    .selectFrom('reaction')
    .select('board_id')
    .where('user_id', '=', userId)
    .where('board_id', '>', after)
    .orderBy('board_id')
    .limit(1)
    .executeTakeFirst();
  return row?.board_id;
}

/** What the person's activities came to on each board where they are or were a member. */
export async function deleteMemberships(db: Db, userId: UserId) {
  const present = await db.deleteFrom('board_member').where('user_id', '=', userId).returning(['board_id', 'score']).execute();
  const former = await db.deleteFrom('former_member').where('user_id', '=', userId).returning(['board_id', 'score']).execute();
  return [...present.map((share) => ({ ...share, isMember: true })), ...former.map((share) => ({ ...share, isMember: false }))];
}

/** Deletes the row of a person with their passwords, sessions and resets. */
export async function deleteUser(db: Db, userId: UserId): Promise<void> {
  await db.deleteFrom('user').where('id', '=', userId).execute();
}
