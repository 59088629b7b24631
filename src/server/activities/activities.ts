import type { Activity, ActivityPage, FeedPage, LoggedActivity } from '#shared/activities';
import { activityLimits } from '#shared/activity-limits';
import { dayIn, defaultTimeZone, hourIn } from '#shared/calendar';
import type { Circumstance, LoggedOnBoard, Sums } from '#shared/events';
import type { ActionId, ActivityId, BoardId, TokenId, UserId, UserOnBoard } from '#shared/ids';
import { decryptActionTitle } from '../actions/action-views.ts';
import { boardFor, lockBoards } from '../boards/board-for.ts';
import { isTogether, toldScore } from '../boards/told-score.ts';
import { listBoardHeads } from '../boards/board-store.ts';
import { decryptTitle, flameView } from '../boards/board-header.ts';
import { pausesOf } from '../boards/pause-store.ts';
import { useCode } from '../codes/codes.ts';
import type { Db, Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { refuse, refuseFor } from '../errors/refusal.ts';
import type { BoardKeys, BoardSecrets } from '../encryption/board-keys.ts';
import { readable } from '../encryption/readable.ts';
import { insertTokenLog } from '../identity/tokens/token-store.ts';
import { lightDay } from '../leaderboard/flame-store.ts';
import { addToStartedDay, startDay } from '../leaderboard/member-day-store.ts';
import { listActivities } from './activity-store.ts';
import { type Asked, dayOfLog, missedDayOf } from './day-after.ts';
import { activityView, loggedView, pageOf, sealedNote } from './activity-views.ts';
import { type FeedCursor, listFeed } from './feed-store.ts';
import {
  addToBoard,
  addToMember,
  addToUser,
  dayOf,
  findLoggable,
  findLogged,
  findNoter,
  insertActivity,
  listUnlockedBy,
  shareOf,
  sumsWith,
} from './log-store.ts';
import { moveInSeasons } from '../play/season-player-store.ts';
import { readReactions } from './reaction-views.ts';

export interface NewActivity {
  /** Made by the client: a repetition of it changes nothing. */
  id: ActivityId;
  boardId: BoardId;
  actionId: ActionId;
  /** The points that the person saw; optional. */
  points?: number | undefined;
  /** What the person writes under it. */
  note?: string | undefined;
  /** The member whose activity it is, when it is noted for somebody else (decision D38). */
  for?: UserId | undefined;
  /** The token of the person by which a program notes it: by the same one it can be undone for a while. */
  token?: TokenId | undefined;
  /** The code of a sticker that was pressed for it. */
  code?: string | undefined;
}

type AskedActivity = NewActivity & Asked;

/**
 * Logs actions, on one board or several: all of them or none. An id that is known already with the same content is
 * answered as it was the first time; with other content it is refused. Those for other members count for them. `now` in milliseconds since 1970.
 */
export async function logActivities(
  deps: Deps,
  userId: UserId,
  newActivities: readonly AskedActivity[],
  now = Date.now(),
): Promise<LoggedActivity[]> {
  const { database, boardKeys, limits } = deps;
  if (newActivities.length > 1 && new Set(newActivities.map(({ id }) => id)).size < newActivities.length) throw refuse('activity_id_taken');
  if (!(await limits.logs.spend(userId, newActivities.length)))
    throw refuseFor('too_many_logs', await limits.logs.wait(userId, newActivities.length));

  return await database.unitOfWork(async (work) => {
    const { db } = work;
    const boardIds = newActivities.map(({ boardId }) => boardId);
    const find = ({ id, boardId, actionId, for: authorId = userId }: AskedActivity) =>
      findLoggable(db, { id, userId: authorId, boardId, actionId, since: now - longestDay });
    const [first] = newActivities;
    // Asked for at once, the locks before what they keep: to a database that is a server it goes in one message.
    const locks = [
      lockBoards(deps, db, boardIds),
      // The person, too, who may note a loss under the same id at this moment.
      database.lockPeople(db, [...new Set([userId, ...newActivities.map(({ for: authorId = userId }) => authorId)])]),
    ];
    const [rows = []] = await Promise.all([first && find(first), ...locks]);
    const [found] = rows;
    const replies: LoggedActivity[] = [];
    const authors = new Map<UserId, { logged: LoggedOnBoard[]; sumsBefore: Sums }>();
    // All or nothing: one refusal rolls back the logs before it.
    for (const [index, activity] of newActivities.entries()) {
      // The refusal of one log among several names it by its index.
      const field = newActivities.length > 1 ? `activities.${index}` : undefined;
      const loggable = index === 0 ? found : (await find(activity))[0];
      // Repeating a log gets the first answer again, even after leaving the board.
      const isNew = loggable && loggable.known_id === null;
      const earlier = isNew ? null : await earlierReply(db, boardKeys, userId, activity, now);
      if (earlier) {
        replies.push(earlier);
        continue;
      }
      // It is that of the activity which the loss becomes where it is avowed.
      if (loggable && loggable.owed_id !== null) throw refuse('activity_id_taken', field);
      const { for: authorId = userId, boardId } = activity;
      // They may have left the board while they noted it for a member, or the member meanwhile.
      const notedBy = authorId === userId ? undefined : await findNoter(db, { boardId, userId });
      if (!loggable) throw refuse(notedBy ? 'member_not_found' : 'board_not_found', field);
      if (authorId !== userId && !notedBy) throw refuse('board_not_found', field);
      if (!isAsSeen(loggable, activity)) throw refuse('action_not_found_in_board', field);
      if (notedBy && loggable.points <= 0) throw refuse('loss_for_other', field);
      const place = { boardId, userId: authorId, timeZone: loggable.time_zone, joinedAt: loggable.joined_at, field };
      const { missedDay, ...counted } = await dayOfLog(db, place, activity, now);
      const secrets = await boardKeys.of(db, activity.boardId);
      const title = decryptActionTitle(loggable.action_id, loggable.title_sealed, secrets);
      const { action_id: actionId, points, emoji } = loggable;
      const done = { ...activity, ...counted, actionId, title, points, emoji, loggedAt: now };
      if (activity.code !== undefined) {
        const pressed = { code: activity.code, boardId, day: dayIn(loggable.time_zone, now) };
        await useCode(db, pressed, { action_id: loggable.action_id });
      }
      const one = await logOne(db, secrets, authorId, done, loggable, notedBy);
      // It may have been ended since it was shown.
      const { token } = activity;
      if (token && !(await insertTokenLog(db, { activity_id: activity.id, token_id: token, logged_at: now })))
        throw refuse('token_refused');
      const before = authors.get(authorId);
      if (before) before.logged.push(one);
      else authors.set(authorId, { logged: [one], sumsBefore: loggable });
      replies.push({ ...replyOf(one), ...(missedDay === undefined ? {} : { missedDay }) });
    }
    if (authors.size === 0) return replies;
    for (const [authorId, { logged, sumsBefore }] of authors) {
      const sumsAfter = logged.reduce<Sums>((sums, { activity }) => sumsWith(sums, shareOf(activity.points)), sumsBefore);
      work.record({ type: 'activities_logged', userId: authorId, by: userId, logged, sumsBefore, sumsAfter });
    }
    // The reply says what the caller's own logs have unlocked, with the last of them.
    const last = replies.findLast(({ activity }) => activity === authors.get(userId)?.logged.at(-1)?.activity);
    await tellUnlocked(work, userId, last);
    return replies;
  });
}

async function tellUnlocked(work: Work, userId: UserId, reply: LoggedActivity | undefined): Promise<void> {
  for (const event of await work.followUp())
    if (reply && event.type === 'achievement_unlocked' && event.userId === userId)
      reply.unlocked = [...(reply.unlocked ?? []), ...event.achievements];
}

type Loggable = Awaited<ReturnType<typeof findLoggable>>[number];
type AsSeen = {
  [Column in keyof Loggable]: Column extends 'action_id' | 'title_sealed' | 'points' ? NonNullable<Loggable[Column]> : Loggable[Column];
};

/** Whether the action is there, and worth what the person saw: worth something else by now, it is not what they meant. */
export function isAsSeen(loggable: Loggable, { points }: Pick<NewActivity, 'points'>): loggable is AsSeen {
  if (loggable.action_id === null || loggable.title_sealed === null || loggable.points === null) return false;
  return points === undefined || points === loggable.points;
}

/** What was done, as it was worth then. Times in milliseconds since 1970. */
export interface DoneActivity extends NewActivity {
  title: string;
  points: number;
  emoji: string | null;
  loggedAt: number;
  /** A moment of the day before, where it counts for that. */
  playedAt?: number | undefined;
}

/**
 * Logs what the person did elsewhere before, in a unit of work that has locked board and person: as it was worth there, whatever actions the
 * board has. Nothing changes where it is `known` from an earlier call, or its id `taken` by something else. `notedBy`: who had noted it for them.
 */
export async function logAsItWas(
  { boardKeys }: Pick<Deps, 'boardKeys'>,
  work: Work,
  userId: UserId,
  done: DoneActivity,
  notedBy?: Noter,
): Promise<LoggedActivity | 'known' | 'taken'> {
  const { db } = work;
  const { id, boardId, actionId, loggedAt } = done;
  const [loggable] = await findLoggable(db, { id, userId, boardId, actionId, since: loggedAt - longestDay });
  if (!loggable) throw refuse('board_not_found');
  if (loggable.known_id !== null) {
    const [known] = await findLogged(db, { id });
    return known?.user_id === userId && known.board_id === boardId ? 'known' : 'taken';
  }
  if (loggable.owed_id !== null) return 'taken';
  const one = await logOne(db, await boardKeys.of(db, boardId), userId, done, loggable, notedBy);
  const sumsAfter = sumsWith(loggable, shareOf(done.points));
  work.record({ type: 'activities_logged', userId, by: userId, logged: [one], sumsBefore: loggable, sumsAfter });
  const reply = replyOf(one);
  await tellUnlocked(work, userId, reply);
  return reply;
}

type Noter = NonNullable<Awaited<ReturnType<typeof findNoter>>>;

async function logOne(
  db: Db,
  secrets: BoardSecrets,
  userId: UserId,
  { id, boardId, actionId, title, points, emoji, note = '', loggedAt: now, playedAt }: DoneActivity,
  loggable: Loggable,
  notedBy?: Noter,
): Promise<LoggedOnBoard> {
  const { username, avatar } = loggable;
  const at = playedAt ?? now;
  const { day, gained, lost } = dayOf(loggable.time_zone, { points, at });
  const ofDay = { boardId, userId, day, gained, lost };
  const [revision, totalPoints, score] = [loggable.revision + 1, loggable.total_points + points, loggable.score + points];
  const [started, inserted] = await Promise.all([
    addToStartedDay(db, ofDay),
    insertActivity(db, {
      id,
      board_id: boardId,
      user_id: userId,
      action_id: actionId,
      title_sealed: secrets.seal(title, 'activity', 'title', id),
      points,
      emoji,
      noted_by: notedBy?.userId ?? null,
      note_sealed: note === '' ? null : sealedNote(id, note, secrets),
      logged_at: now,
      played_at: playedAt ?? null,
      board_revision: revision,
      total_after: totalPoints,
      score_after: score,
    }),
    addToBoard(db, { boardId, points, now }),
    addToMember(db, { boardId, userId, ...shareOf(points), seen: notedBy ? -1 : loggable.revision, revision }),
    addToUser(db, { userId, ...shareOf(points) }),
    loggable.play_revision > 0 && moveInSeasons(db, { boardId, userId, points, actions: 1, loggedAt: now, at, revision }),
  ]);
  // Logged at this very moment on another board: on this one it would have been found.
  if (inserted === 0) throw refuse('activity_id_taken');
  const newDay = started === 0 ? await startDay(db, ofDay) : undefined;
  const flame = newDay?.isShared ? await lightDay(db, { boardId, day, revision, litOn: loggable.lit_on }) : undefined;
  const activity: Activity = { id, title, points, userId, username, userAvatar: avatar, emoji, loggedAt: now, revision, undone: null };
  if (playedAt !== undefined) activity.playedAt = playedAt;
  if (notedBy) activity.notedBy = notedBy;
  if (note !== '') activity.note = note;
  // What only the moment tells is nobody's merit for whom it was noted, or who noted it a day later.
  const circumstances = notedBy || playedAt !== undefined ? [] : circumstancesOf(loggable, { points, score, day, now });
  const newStreak = newDay?.streak;
  const told = { revision, totalPoints, score: toldScore(loggable, score) };
  return {
    boardId,
    activity,
    ...told,
    scoreThen: score,
    day,
    newStreak,
    flame,
    circumstances,
    heard: loggable.heard === 1,
    hooked: loggable.hooked === 1,
  };
}

function circumstancesOf(
  { time_zone: zone, early_held, level_with, echoed_at, play_mode }: Loggable,
  { points, score, day, now }: { points: number; score: number; day: string; now: number },
): Circumstance[] {
  const circumstances: Circumstance[] = [];
  if (early_held === null && points > 0 && hourIn(zone, now) < earlyUntil) circumstances.push('early');
  // It would say what the other has.
  if (level_with !== null && score > levelAbove && !isTogether({ play_mode })) circumstances.push('level');
  if (echoed_at !== null && dayIn(zone, echoed_at) === day) circumstances.push('echo');
  return circumstances;
}

/** The hour before which a gain is early, by the clocks of the board. */
const earlyUntil = 7;
/** The points above which being level with somebody counts. */
const levelAbove = 100;
/** The length that no day of any clock exceeds, in milliseconds. */
const longestDay = 26 * 60 * 60 * 1000;

function replyOf({ boardId, activity, revision, totalPoints, score, flame }: LoggedOnBoard): LoggedActivity {
  return { boardId, activity, revision, totalPoints, score, ...(flame ? { flame } : {}) };
}

async function earlierReply(
  db: Db,
  boardKeys: BoardKeys,
  userId: UserId,
  { id, boardId, actionId, points, for: authorId = userId, ...asked }: AskedActivity,
  now: number,
): Promise<LoggedActivity | null> {
  const [row] = await findLogged(db, { id });
  if (!row) return null;
  const isSame =
    boardId === row.board_id && actionId === row.action_id && row.user_id === authorId && (row.noted_by ?? authorId) === userId;
  if (!isSame || (points !== undefined && points !== row.points)) throw refuse('activity_id_taken');
  // The activity belongs to a deleted board and is still to be erased.
  if (row.board_that_is === null) return null;
  const times = { timeZone: row.time_zone ?? defaultTimeZone, loggedAt: row.logged_at, playedAt: row.played_at };
  return { ...(await replyAgain(db, boardKeys, row, authorId === userId ? userId : null)), ...missedDayOf(asked, times, now) };
}

/** The first answer to a log, of a board that is there. `unlockedBy`: who is told what it unlocked. */
export async function replyAgain(
  db: Db,
  boardKeys: BoardKeys,
  row: Awaited<ReturnType<typeof findLogged>>[number],
  unlockedBy: UserId | null,
): Promise<LoggedActivity> {
  const { id, board_id: boardId, lit_on, flame_days, flame_jokers, flame_record, joker_used_on } = row;
  const activity = loggedView(row, await boardKeys.of(db, boardId));
  const unlocked = unlockedBy === null ? [] : await listUnlockedBy(db, { userId: unlockedBy, activityId: id });
  const sums = {
    revision: row.board_revision,
    totalPoints: row.total_after,
    score: toldScore({ play_mode: row.play_mode ?? 'together' }, row.score_after),
  };
  // When it has become another one since, a later change brings it.
  const isOfThis = row.flame_revision === row.board_revision && flame_days !== null && flame_jokers !== null && flame_record !== null;
  const pauses = isOfThis ? await pausesOf(db, { id: boardId, play_revision: row.play_revision ?? 0 }) : [];
  const flame = isOfThis ? { flame: flameView({ lit_on, flame_days, flame_jokers, flame_record, joker_used_on }, pauses) } : {};
  return { boardId, activity, ...sums, ...flame, ...(unlocked.length > 0 ? { unlocked } : {}) };
}

/** A page of a board's activities, newest first, before revision `before`. */
export async function readActivities(
  { database, boardKeys }: Deps,
  { userId, boardId }: UserOnBoard,
  before: number | null,
): Promise<ActivityPage> {
  // In one snapshot: the board may be deleted, and its key with it, while the page is read.
  return await database.snapshot(async (db) => {
    await boardFor(db, { userId, boardId });
    const rows = await listActivities(db, boardId, before, activityLimits.pageSize + 1);
    return pageOf(rows, await boardKeys.of(db, boardId), await readReactions(db, rows));
  });
}

/** A page of what happened on all boards of a person, newest first. */
export async function readFeed({ database, boardKeys }: Deps, userId: UserId, before: string | undefined): Promise<FeedPage> {
  const cursor = before === undefined ? null : readCursor(before);
  // In one snapshot: an activity that is erased between the two queries would look like the end of the feed.
  const { rows, reactions, heads } = await database.snapshot(async (db) => {
    const found = await listFeed(db, userId, cursor, activityLimits.pageSize + 1);
    const boardIds = [...new Set(found.map(({ board_id }) => board_id))];
    return { rows: found, reactions: await readReactions(db, found), heads: await listBoardHeads(db, boardIds) };
  });
  const boards = new Map(heads.map((board) => [board.id, board]));
  const secrets = await boardKeys.ofAll(database.read, [...boards.keys()]);

  const activities = readable(rows.slice(0, activityLimits.pageSize), (row) => {
    const board = boards.get(row.board_id);
    const boardSecrets = secrets.get(row.board_id);
    if (!board || !boardSecrets) return [];
    const shown = { boardId: board.id, boardTitle: decryptTitle(board, boardSecrets), boardIcon: board.icon, boardTheme: board.theme };
    return [{ ...activityView(row, boardSecrets, reactions), ...shown }];
  }).flat();
  const last = rows.length > activityLimits.pageSize ? rows[activityLimits.pageSize - 1] : undefined;
  return { activities, next: last ? `${last.logged_at}.${last.id}` : null };
}

function readCursor(text: string): FeedCursor {
  const dot = text.indexOf('.');
  const loggedAt = Number(text.slice(0, dot));
  if (dot < 1 || !Number.isSafeInteger(loggedAt)) throw refuse('invalid_input', 'before');
  // As `readFeed` wrote it; any other text is compared like an id.
  return { loggedAt, id: text.slice(dot + 1) as ActivityId };
}
