/**
 * What a film needs of the activities of a year, without reading them all (decision record 0099): up to so many it reads each, of more it
 * reads some from all over the year. Each statement is short, and others are answered in between.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ActivityId, BoardId } from '#shared/ids';
import { findBoard } from '../boards/board-store.ts';
import type { Db } from '../database/database.ts';
import { noId } from '../ids/ids.ts';
import { type ChangedRow, findRevisions, listChangedAfter, listLoggedAfter, listLoggedAt, type LoggedRow } from './film-store.ts';

/** Activities of a year that are all read. */
const mostRead = 5_000;
/** Read of more: enough to find what was logged most. */
const sampled = 2_000;
/** So many follow one another, since the disk has them together. */
const run = 10;
/** Activities with reactions or notes that are all read, and as many again from all over the rest. */
const mostChanged = 1_000;
const pageSize = 250;

export interface SpanOfFilm {
  boardId: BoardId;
  /** Its first day and the one after its last, and when they begin. */
  from: string;
  before: string;
  startsAt: number;
  endsAt: number;
}

export interface Read {
  /** Whether `logged` has all that counts. */
  isWhole: boolean;
  logged: LoggedRow[];
  /** Those with reactions or a note. */
  changed: ChangedRow[];
}

/** `counted`: how many of them count. */
export async function readActivities(db: Db, span: SpanOfFilm, counted: number): Promise<Read> {
  const { boardId, startsAt, endsAt } = span;
  const ends = await findRevisions(db, { boardId, from: startsAt, before: endsAt });
  if (!ends) return { isWhole: true, logged: [], changed: [] };
  const counts = ({ undone_revision, author, logged_at }: LoggedRow | ChangedRow) =>
    undone_revision === null && author !== null && logged_at >= startsAt && logged_at < endsAt;
  const newest = (await findBoard(db, boardId))?.revision ?? 0;
  // The clock was set back in it, or older activities were brought from elsewhere.
  const revisions = ends[0] <= ends[1] ? ends : ([1, newest] as const);
  const all = counted > mostRead ? undefined : await readAll(db, span);
  const logged = all ?? (await readSome(db, boardId, revisions));
  const changed = await readChanged(db, boardId, [revisions[0], newest]);
  return { isWhole: all !== undefined, logged: logged.filter(counts), changed: changed.filter(counts) };
}

/** Undefined where there are more than are read. */
async function readAll(db: Db, { boardId, startsAt, endsAt }: SpanOfFilm): Promise<LoggedRow[] | undefined> {
  const rows: LoggedRow[] = [];
  let [from, id] = [startsAt, noId as ActivityId];
  while (rows.length < mostRead) {
    const page = await listLoggedAfter(db, { boardId, from, id, before: endsAt, limit: pageSize });
    rows.push(...page);
    const last = page.at(-1);
    if (!last || page.length < pageSize) return rows;
    [from, id] = [last.logged_at, last.id];
    await nextTurn();
  }
  return undefined;
}

async function readSome(db: Db, boardId: BoardId, [first, last]: readonly [number, number]): Promise<LoggedRow[]> {
  const rows: LoggedRow[] = [];
  const step = (last - first) / (sampled / run);
  for (let place = 0; place < sampled; place += pageSize) {
    const revisions = Array.from({ length: pageSize }, (_, index) => {
      const [one, next] = [Math.floor((place + index) / run), (place + index) % run];
      return Math.round(first + step * one) + next;
    });
    rows.push(...(await listLoggedAt(db, boardId, [...new Set(revisions)])));
    await nextTurn();
  }
  return rows;
}

async function readChanged(db: Db, boardId: BoardId, [first, newest]: readonly [number, number]): Promise<ChangedRow[]> {
  const rows = await changedFrom(db, { boardId, after: first - 1 }, mostChanged);
  const end = rows.at(-1)?.changed_revision;
  if (rows.length < mostChanged || !end) return rows;
  const parts = mostChanged / pageSize;
  for (let part = 0; part < parts; part += 1) {
    const after = Math.max(end + Math.floor(((newest - end) / parts) * part), rows.at(-1)?.changed_revision ?? 0);
    rows.push(...(await changedFrom(db, { boardId, after }, pageSize)));
  }
  return rows;
}

async function changedFrom(db: Db, { boardId, after: from }: { boardId: BoardId; after: number }, most: number): Promise<ChangedRow[]> {
  const rows: ChangedRow[] = [];
  let after: number | undefined = from;
  while (after !== undefined && rows.length < most) {
    const page: ChangedRow[] = await listChangedAfter(db, { boardId, after, limit: pageSize });
    rows.push(...page);
    after = page.length < pageSize ? undefined : (page.at(-1)?.changed_revision ?? undefined);
    await nextTurn();
  }
  return rows;
}
