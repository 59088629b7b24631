/** What the stretches of long histories came to, kept from one reading to the next: adding up takes long, and the past hardly ever changes. */
import { dayIn } from '#shared/calendar';
import type { BoardId } from '#shared/ids';
import type { BoardRow } from '../boards/board-store.ts';
import type { Db } from '../database/database.ts';
import { type DayPoints, listChangedSince, listLoggedSince } from './member-day-store.ts';

export interface StretchSums {
  from: string;
  /** The day after its last. */
  before: string;
  /** What each member gained, lost and did, in the order of the members: three numbers for each. */
  ofMembers: Float64Array;
  /** The day on which the members together made most. */
  biggestDay: DayPoints | undefined;
}

export interface KeptSums {
  /** Those that hold for the board as this snapshot has it. */
  of(db: Db, board: BoardRow, epoch: string): Promise<StretchSums[]>;
  /** Keeps what was read in a snapshot in place of what was kept before. */
  keep(board: BoardRow, epoch: string, sums: readonly StretchSums[]): void;
}

/** Numbers held in memory at once: about 5 MB. */
const numbersKept = 600_000;
/** After so many changes, all is added up anew. */
const mostChanges = 300;

interface Kept {
  epoch: string;
  /** The revision of the board when the sums were read. */
  revision: number;
  sums: readonly StretchSums[];
  numbers: number;
}

export function createKeptSums(most = numbersKept): KeptSums {
  // The one read last is at the end.
  const boards = new Map<BoardId, Kept>();
  let numbers = 0;

  function forget(boardId: BoardId): void {
    numbers -= boards.get(boardId)?.numbers ?? 0;
    boards.delete(boardId);
  }

  return {
    async of(db, board, epoch) {
      const kept = boards.get(board.id);
      if (kept?.epoch !== epoch || !canFollow(board, kept.revision)) return [];
      const days = await daysChangedSince(db, board, kept.revision);
      if (!days) return [];
      return kept.sums.filter(({ from, before }) => !days.some((day) => day >= from && day < before));
    },
    keep({ id, revision }, epoch, sums) {
      const other = boards.get(id);
      // What is kept comes from a later snapshot.
      if (other?.epoch === epoch && other.revision > revision) return;
      forget(id);
      const kept = { epoch, revision, sums, numbers: sums.reduce((sum, { ofMembers }) => sum + ofMembers.length, 0) };
      boards.set(id, kept);
      numbers += kept.numbers;
      for (const oldest of boards.keys()) {
        if (numbers <= most) break;
        forget(oldest);
      }
    },
  };
}

/** Whether the sums of a revision can have become others only by logs and undos: not by who is a member, nor by another time zone. */
function canFollow(board: BoardRow, revision: number): boolean {
  const { members_revision, settings_revision, activities_revision } = board;
  return revision <= board.revision && Math.max(members_revision, settings_revision, activities_revision) <= revision;
}

/** The days whose sums are others since; undefined when much has happened. */
async function daysChangedSince(db: Db, { id, time_zone, revision: current }: BoardRow, revision: number): Promise<string[] | undefined> {
  if (revision === current) return [];
  const since = { boardId: id, revision, limit: mostChanges };
  const [logged, changed] = await Promise.all([listLoggedSince(db, since), listChangedSince(db, since)]);
  if (Math.max(logged.length, changed.length) === mostChanges) return undefined;
  // The others have new reactions.
  const undone = changed.filter(({ undone_revision }) => undone_revision !== null && undone_revision > revision);
  return [...new Set([...logged, ...undone].map(({ at }) => dayIn(time_zone, at)))];
}
