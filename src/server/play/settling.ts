/** What is due on a board: the end of a season, and proposals that have waited too long; and when it looks again, for the end of a contest too. */
import type { AgreementId, BoardId, UserId } from '#shared/ids';
import { isOver, readTime } from '#shared/clock-rules';
import { contestLasts, endOfContest, haveAllVoted } from '#shared/contest-rules';
import { excludeEachOther } from '#shared/games';
import { agreementLasts, isPlayMode, isWon, placesOf } from '#shared/season-rules';
import { type BoardRow, changeBoard, findBoard } from '../boards/board-store.ts';
import type { Db, Work } from '../database/database.ts';
import { deleteJobsAbout, insertJob } from '../jobs/job-store.ts';
import { agreementKinds } from './agreement-kinds.ts';
import { listOpenAgreements, listYes, settleAgreement } from './agreement-store.ts';
import { noteSettled } from './contest-news.ts';
import { listContestedActivities, settleContest } from './contest-store.ts';
import { readOpenContests } from './contest-views.ts';
import { deletePlayers, listPlayersOn, recountPlayers } from './season-player-store.ts';
import { closeSeason, insertPlaces, listClosedWith, listPlayers, listRunning, markChanged } from './season-store.ts';
import { playersBySeason, standingsOf } from './season-views.ts';

/**
 * Closes what is over on a board, which is locked: each season once, with its places as they are now. Whatever takes points or people off the
 * board does this first. Whether anything was due.
 */
export async function settleDue(work: Work, boardId: BoardId, now: number): Promise<boolean> {
  const { db } = work;
  const board = await findBoard(db, boardId);
  if (!board || board.play_revision === 0) return false;
  const closed = await closeOver(work, board, now);
  if (closed) await callOffAfterSeasons(work, boardId, now);
  const lapsed = (await listOpenAgreements(db, boardId)).filter(({ lapses_at }) => isOver(lapses_at, now, agreementLasts));
  for (const { id } of lapsed) await settleAgreement(db, id, { outcome: 'lapsed', at: now });
  return closed || lapsed.length > 0;
}

/** Settles what a room further up knows of. Whether anything was due. */
export type SettleMore = (work: Work, boardId: BoardId, now: number) => Promise<boolean>;

/** The same, as a change of its own that everybody on the board hears of; what is not due yet is looked at later. */
export async function settle(work: Work, boardId: BoardId, now: number, settleMore?: SettleMore): Promise<void> {
  const isSettled = await settleDue(work, boardId, now);
  const isMore = (await settleMore?.(work, boardId, now)) ?? false;
  if (isSettled || isMore) await tellPlay(work, boardId);
  else await planSettling(work, boardId);
}

export interface Counted {
  board_id: BoardId;
  board_revision: number;
  logged_at: number;
  played_at: number | null;
}

/** The closed seasons in which an activity counted that counts still. */
export async function listSeasonsWith(db: Db, { board_id: boardId, board_revision: revision, logged_at: loggedAt, played_at }: Counted) {
  return await listClosedWith(db, { boardId, loggedAt, at: played_at ?? loggedAt, revision });
}

/** Marks the closed seasons in which an activity counted that is undone now. They stay as they were. Whether there is one. */
export async function markChangedBy(db: Db, undone: Counted): Promise<boolean> {
  const counted = await listSeasonsWith(db, undone);
  await markChanged(
    db,
    counted.map(({ id }) => id),
  );
  return counted.length > 0;
}

/** Has a board looked at again when the next thing is due there: the end of a season, or of the time in which to agree. */
export async function planSettling(work: Work, boardId: BoardId): Promise<void> {
  const { db } = work;
  const board = await findBoard(db, boardId);
  await deleteJobsAbout(db, boardId, 'settle_due');
  if (!board) return;
  const ends = (await listRunning(db, boardId)).map(({ ends_at }) => ends_at);
  const now = Date.now();
  const lapses = (await listOpenAgreements(db, boardId)).map(({ lapses_at }) => readTime(lapses_at, now, agreementLasts));
  const contests = (await readOpenContests(db, boardId)).map((one) =>
    haveAllVoted(one, one.votes, one.voters) ? 0 : readTime(endOfContest(one), now, contestLasts),
  );
  const dues = [...ends, ...lapses, ...contests];
  if (dues.length === 0) return;
  await insertJob(db, { kind: 'settle_due', subject: boardId, due: Math.min(...dues) });
  work.record({ type: 'job_added', kind: 'settle_due' });
}

/** Takes note that what a board plays for is another. */
export async function tellPlay(work: Work, boardId: BoardId): Promise<void> {
  const { revision } = await changeBoard(work.db, boardId, 'play');
  work.record({ type: 'play_moved', boardId, revision });
  await planSettling(work, boardId);
}

async function closeOver(work: Work, board: BoardRow, now: number): Promise<boolean> {
  const { db } = work;
  const over = (await listRunning(db, board.id)).filter(({ ends_at }) => ends_at <= now);
  if (over.length === 0) return false;
  for (const season of over) await recountPlayers(db, season);
  const players = playersBySeason(await listPlayersOn(db, board.id));
  for (const season of over) {
    const standings = standingsOf(players.get(season.id));
    const places = placesOf(standings);
    const isPrizeWon = season.stake_sealed !== null && isWon(season, places);
    if (!(await closeSeason(db, season.id, { at: now, revision: board.revision, isWon: isPrizeWon })))
      throw new Error('a season closed twice at once');
    await deletePlayers(db, season.id);
    await insertPlaces(
      db,
      places.map(({ userId, points, rank, joinedLate, left }, index) => ({
        season_id: season.id,
        position: index + 1,
        user_id: userId,
        points,
        place: rank ?? 0,
        joined_late: joinedLate ? 1 : 0,
        left_early: left ? 1 : 0,
      })),
    );
    const { id: seasonId, kind, number } = season;
    const to = standings.flatMap(({ userId, left }) => (left ? [] : [userId]));
    work.record({ type: 'season_closed', boardId: board.id, seasonId, kind, number, to, revision: board.revision });
  }
  return true;
}

/** What counted in a season that is over stays as it is. */
async function callOffAfterSeasons(work: Work, boardId: BoardId, now: number): Promise<void> {
  const { db } = work;
  const result = { outcome: 'stands', how: 'called_off' } as const;
  const calledOff = [];
  for (const contested of await listContestedActivities(db, boardId)) {
    if ((await listSeasonsWith(db, { ...contested, board_id: boardId })).length === 0) continue;
    await settleContest(db, contested.id, { ...result, at: now });
    calledOff.push(contested);
  }
  await noteSettled(work, boardId, calledOff, { result });
}

/** Begins what every member has agreed to, of whom `by` was the last; drops what nobody is left to play. Whether anything was settled. */
export async function settleAgreed(work: Work, board: BoardRow, now: number, by?: UserId): Promise<boolean> {
  const { db } = work;
  const members = (await listPlayers(db, board.id)).map(({ user_id }) => user_id);
  let settled = false;
  const open = await listOpenAgreements(db, board.id);
  const dropped = new Set<AgreementId>();
  for (const agreement of open) {
    if (dropped.has(agreement.id)) continue;
    const agreed = new Set(await listYes(db, agreement.id));
    const isAlone = members.length < 2 && !isPlayMode(agreement.kind);
    if (!isAlone && !members.every((userId) => agreed.has(userId))) continue;
    const kind = agreementKinds[agreement.kind];
    // A last day that has come meanwhile is too late.
    const outcome = !isAlone && (await kind.canBegin(db, board, agreement, now)) ? 'agreed' : 'lapsed';
    await settleAgreement(db, agreement.id, { outcome, at: now });
    if (outcome === 'agreed') {
      await kind.begin(db, board, agreement, now);
      // An earlier version let a season and a goal wait beside each other.
      for (const { id } of open.filter((other) => other !== agreement && excludeEachOther(other.kind, agreement.kind))) {
        await settleAgreement(db, id, { outcome: 'lapsed', at: now });
        dropped.add(id);
      }
      if (isPlayMode(agreement.kind)) {
        for (const other of open) if (other.kind === 'season') dropped.add(other.id);
        // What the members are told that they have over all boards is another sum now.
        for (const userId of members) work.record({ type: 'sums_changed', userId });
      }
      const to = members.filter((userId) => userId !== by);
      const about = { boardId: board.id, agreementId: agreement.id, kind: agreement.kind, isForTwo: members.length === 2 };
      work.record({ type: 'all_agreed', ...about, to, revision: board.revision });
    }
    settled = true;
  }
  return settled;
}
