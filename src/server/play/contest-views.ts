import { latestTime } from '#shared/clock-rules';
import { contestLasts, endOfContest, votersOf } from '#shared/contest-rules';
import type { BoardId, ContestId, UserId } from '#shared/ids';
import type { Contest, Play } from '#shared/play';
import type { BoardRow } from '../boards/board-store.ts';
import type { Db } from '../database/database.ts';
import { type ContestRow, listContests, listVotes } from './contest-store.ts';
import { listPlayers } from './season-store.ts';

/** How long a contest that is settled stands on its board. In milliseconds. */
const standsFor = contestLasts;

/** What can be and is contested on a board; undefined where nothing can be, and nothing was lately. */
export async function readContests(db: Db, board: Pick<BoardRow, 'id' | 'contests_on'>, now: number): Promise<Play['contests']> {
  const rows = await listContests(db, { boardId: board.id, after: now - standsFor, until: latestTime(now) });
  const isOn = board.contests_on === 1;
  if (!isOn && rows.length === 0) return undefined;
  const votes = await countVotes(db, rows);
  return { isOn, list: rows.map((row) => contestView(row, votes.get(row.id) ?? { void: 0, keep: 0 })) };
}

/** Those that are open on a board, with how many may vote. */
export async function readOpenContests(db: Db, boardId: BoardId): Promise<OpenContest[]> {
  // None was settled between 0 and 0.
  const rows = await listContests(db, { boardId, after: 0, until: 0 });
  if (rows.length === 0) return [];
  const votes = await countVotes(db, rows);
  const members = (await listPlayers(db, boardId)).map(({ user_id }) => user_id);
  return rows.map((row) => {
    const view = contestView(row, votes.get(row.id) ?? { void: 0, keep: 0 });
    return { ...view, contestedBy: row.contested_by, voters: votersOf({ ...view, contestedBy: row.contested_by }, members).length };
  });
}

export interface OpenContest extends Contest {
  contestedBy: UserId;
  voters: number;
}

type Votes = Contest['votes'];

async function countVotes(db: Db, rows: readonly ContestRow[]): Promise<ReadonlyMap<ContestId, Votes>> {
  const counts = new Map<ContestId, Votes>();
  const kept = rows.flatMap(({ id, kept_at }) => (kept_at === null ? [] : [id]));
  for (const { contest_id, is_void } of await listVotes(db, kept)) {
    const count = counts.get(contest_id) ?? { void: 0, keep: 0 };
    counts.set(contest_id, is_void === 1 ? { ...count, void: count.void + 1 } : { ...count, keep: count.keep + 1 });
  }
  return counts;
}

function contestView(row: ContestRow, votes: Votes): Contest {
  const { id, emoji, outcome, how, opened_at: openedAt, kept_at: keptAt } = row;
  return {
    ...{ id, emoji, outcome, how, openedAt, keptAt, votes },
    activityId: row.activity_id,
    by: { userId: row.contested_by, username: row.username, avatar: row.avatar },
    answeredBy: row.answered_by,
    endsAt: endOfContest({ openedAt, keptAt }),
    settledAt: row.settled_at,
  };
}
