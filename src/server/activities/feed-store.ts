/** The feed: the newest activities over all boards of a person. It costs the boards that a page shows, not those that there are. */
import type { ActivityId, BoardId, UserId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import { inSlots, type Slots, unionOfSlots } from '../database/slots.ts';
import { listErasedAuthors } from '../erasure/erasure-store.ts';
import { noId } from '../ids/ids.ts';
import { gestureOf } from './activity-store.ts';

/** Where a page of the feed ends. */
export interface FeedCursor {
  loggedAt: number;
  id: ActivityId;
}

/** Later than all there is. */
const end: FeedCursor = { loggedAt: Number.MAX_SAFE_INTEGER, id: noId };

/**
 * A page has something of as many boards as it has lines, at most: those with the latest activities. What is older than the latest of the last
 * of these is on no page yet, so that little more than a page is looked at, and that in its index alone. Only the rows shown are read whole.
 */
export async function listFeed(db: Db, userId: UserId, before: FeedCursor | null, limit: number) {
  const cursor = before ?? end;
  const unseen = await listErasedAuthors(db);
  const { boards, since } = withLatest(await listLatest(db, { userId, ...cursor }, unseen), limit);
  const cursors: FeedCursor[] = [];
  // Once where a page has no more lines than there are slots, unless several boards logged within the same millisecond.
  for (const slots of inSlots(boards)) cursors.push(...(await listNewest(db, { ...slots, ...cursor, since, limit }, unseen)));
  const shown = cursors.toSorted((a, b) => b.loggedAt - a.loggedAt || (a.id < b.id ? 1 : -1)).slice(0, limit);
  if (shown.length === 0) return [];
  const rows = await db
    .selectFrom('activity')
    .select([
      'id',
      'board_id',
      'user_id',
      'title_sealed',
      'points',
      'emoji',
      'noted_by',
      'note_sealed',
      'logged_at',
      'played_at',
      'board_revision',
      'undone_at',
      'undone_by',
      'undone_revision',
      'reactions_revision',
      'changed_revision',
    ])
    .select((eb) => gestureOf(eb).as('gesture'))
    .where(
      'id',
      'in',
      shown.map(({ id }) => id),
    )
    .orderBy('logged_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return await withNames(db, rows);
}

interface Latest {
  board_id: BoardId;
  /** When the newest activity before the cursor was logged; null when there is none. */
  latest: number | null;
}

/** The boards that can have something on the page, and how old that can be: a page is full without what is older. */
function withLatest(boards: readonly Latest[], limit: number): { boards: BoardId[]; since: number } {
  const times = boards.flatMap(({ latest }) => latest ?? []).toSorted((a, b) => b - a);
  // With fewer boards than lines on the page, the page may reach back to the first day of a board.
  const since = times[limit - 1] ?? 0;
  // All that are as old as the last: their order is that of their ids.
  return { boards: boards.flatMap(({ board_id, latest }) => (latest !== null && latest >= since ? [board_id] : [])), since };
}

interface OfPerson extends FeedCursor {
  userId: UserId;
}

/** `unseen`: authors whose activities must not be seen. Usually there are none, and then the index alone answers. */
async function listLatest(db: Db, person: OfPerson, unseen: readonly UserId[]): Promise<Latest[]> {
  return unseen.length === 0 ? await latestOf(db, person) : await latestQuery(db, person, unseen).execute();
}

const latestOf = preparedQuery((db, person: OfPerson) => latestQuery(db, person));

function latestQuery(db: Db, { userId, loggedAt, id }: OfPerson, unseen: readonly UserId[] = []) {
  return db
    .selectFrom('board_member')
    .where('board_member.user_id', '=', userId)
    .select(({ selectFrom }) => [
      'board_member.board_id',
      selectFrom('activity')
        .select('activity.logged_at')
        .whereRef('activity.board_id', '=', 'board_member.board_id')
        .where(({ eb, refTuple, tuple }) => eb(refTuple('activity.logged_at', 'activity.id'), '<', tuple(loggedAt, id)))
        .$if(unseen.length > 0, (query) => query.where('activity.user_id', 'not in', unseen))
        .orderBy('activity.logged_at', 'desc')
        .orderBy('activity.id', 'desc')
        .limit(1)
        .as('latest'),
    ]);
}

interface OfBoards extends FeedCursor {
  since: number;
  limit: number;
}

async function listNewest(db: Db, boards: Slots<BoardId> & OfBoards, unseen: readonly UserId[]): Promise<FeedCursor[]> {
  return unseen.length === 0 ? await newestOf(db, boards) : await newestQuery(db, boards, unseen).execute();
}

const newestOf = preparedQuery((db, boards: Slots<BoardId> & OfBoards) => newestQuery(db, boards));

function newestQuery(db: Db, boards: Slots<BoardId> & OfBoards, unseen: readonly UserId[] = []) {
  return unionOfSlots(boards, (boardId) => newestOn(db, boardId, boards, unseen));
}

function newestOn(db: Db, boardId: BoardId, { loggedAt, id, since, limit }: OfBoards, unseen: readonly UserId[]) {
  return db
    .selectFrom((from) =>
      from
        .selectFrom('activity')
        .select(['id', 'logged_at as loggedAt'])
        .where('board_id', '=', boardId)
        .where('logged_at', '>=', since)
        // Compared as a pair, which the index finds at once; 'or' would have all that is newer read.
        .where(({ eb, refTuple, tuple }) => eb(refTuple('logged_at', 'id'), '<', tuple(loggedAt, id)))
        .$if(unseen.length > 0, (query) => query.where('user_id', 'not in', unseen))
        .orderBy('logged_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .as('newest'),
    )
    .selectAll('newest');
}

async function withNames<T extends { user_id: UserId; undone_by: UserId | null; noted_by: UserId | null }>(db: Db, rows: readonly T[]) {
  const ids = [...new Set(rows.flatMap(({ user_id, undone_by, noted_by }) => [user_id, undone_by ?? [], noted_by ?? []].flat()))];
  const people = ids.length > 0 ? await db.selectFrom('user').select(['id', 'username', 'avatar']).where('id', 'in', ids).execute() : [];
  const byId = new Map(people.map((person) => [person.id, person]));
  return rows.map((row) => {
    const author = byId.get(row.user_id);
    const nameOf = (id: UserId | null) => (id === null ? null : (byId.get(id)?.username ?? null));
    const names = { undone_by_name: nameOf(row.undone_by), noted_by_name: nameOf(row.noted_by) };
    return { ...row, username: author?.username ?? null, avatar: author?.avatar ?? null, ...names };
  });
}
