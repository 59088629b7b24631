import { WrongSetting } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import {
  countRows,
  deleteBetween,
  isHalfMoved,
  isOfThisVersion,
  markHalfMoved,
  markMoved,
  readRows,
  type Row,
  tableKeys,
  type TableName,
  tablesOfOurs,
  writeRows,
} from './moving-store.ts';

/** Rows that one transaction writes; of the widest table that is half of what PostgreSQL takes in values. */
const batch = 1000;
const tables = Object.keys(tableKeys) as TableName[];

/** A failure of the database that is read, not of the one that is written; `cause` is what it has thrown. */
export class SourceFailure extends Error {}

/**
 * Copies all of a database into another one without people. Both must be in the newest shape, and nobody may write to the first meanwhile.
 * Killed, it is simply called again, and begins anew: the first one may have changed since. Until it is through, no program opens the
 * second one. Throws {@link WrongSetting} and {@link SourceFailure}.
 */
export async function move(
  from: Database,
  to: Database,
  onProgress: (moved: number, all: number) => void = () => undefined,
): Promise<number> {
  if (await isHalfMoved(to.read)) await beginAnew(to);
  else await begin(to);
  const counts = await countAll(from).catch(blameSource);
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let moved = 0;
  for (const table of tables) {
    for await (const rows of batchesOfSource(from, table)) {
      await to.unitOfWork(({ db }) => writeRows(db, table, rows));
      moved += rows.length;
      onProgress(moved, all);
    }
  }
  await compare(from, to);
  await to.unitOfWork(({ db }) => markMoved(db));
  return all;
}

async function begin(to: Database): Promise<void> {
  await to.unitOfWork(async ({ db }) => {
    for (const table of tables) {
      if (tablesOfOurs.includes(table) || (await readRows(db, table, { after: undefined, limit: 1 })).length === 0) continue;
      throw new WrongSetting("La base où déménager n'est pas vide : il y a déjà des données. Choisissez-en une autre.");
    }
    await markHalfMoved(db);
  });
  await empty(to, tablesOfOurs);
}

async function beginAnew(to: Database): Promise<void> {
  if (!(await isOfThisVersion(to.read))) {
    throw new WrongSetting(
      "La base où déménager a été remplie à moitié par une autre version d'OU LA LA : remplacez-la par une base vide, puis relancez npm run move-database.",
    );
  }
  await empty(to, tables);
}

async function empty(to: Database, some: readonly TableName[]): Promise<void> {
  // Tables that refer to others come first.
  for (const table of some.toReversed()) {
    for await (const rows of batches(to, table)) {
      const [first, last] = [rows.at(0), rows.at(-1)];
      if (first && last) await to.unitOfWork(({ db }) => deleteBetween(db, table, first, last));
    }
  }
}

/** The rows of each table. */
async function countAll(database: Database): Promise<Map<TableName, number>> {
  const counts = new Map<TableName, number>();
  const counted = database.longSnapshot(
    async function* (db) {
      for (const table of tables) yield [table, await countRows(db, table)] as const;
    },
    { asLongAsItTakes: true },
  );
  for await (const [table, count] of counted) counts.set(table, count);
  return counts;
}

async function* batches(from: Database, table: TableName): AsyncGenerator<Row[]> {
  let after: Row | undefined;
  for (;;) {
    const rows = await readRows(from.read, table, { after, limit: batch });
    if (rows.length > 0) yield rows;
    after = rows.at(-1);
    if (rows.length < batch) return;
  }
}

async function* batchesOfSource(from: Database, table: TableName): AsyncGenerator<Row[]> {
  try {
    yield* batches(from, table);
  } catch (failure) {
    blameSource(failure);
  }
}

function blameSource(cause: unknown): never {
  throw new SourceFailure('the database to move cannot be read', { cause });
}

async function compare(from: Database, to: Database): Promise<void> {
  const [allThere, allHere] = [await countAll(from).catch(blameSource), await countAll(to)];
  for (const table of tables) {
    const [there = 0, here = 0] = [allThere.get(table), allHere.get(table)];
    if (there !== here) {
      throw new WrongSetting(
        `La table ${table} a ${there} lignes d'un côté et ${here} de l'autre : quelqu'un a écrit pendant le déménagement. Arrêtez tous les serveurs, puis relancez.`,
      );
    }
  }
}
