import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';
import type { Tables } from './tables.ts';

/** Rows that one transaction deletes of what has an end, so that everybody else has their turn. */
export const rowsInSlice = 100;

interface Older<Table extends keyof Tables> {
  /** The columns of the primary key. */
  key: readonly (keyof Tables[Table] & string)[];
  column: keyof Tables[Table] & string;
  /** Rows with a smaller value go, a null stays. */
  before: number | string;
  /** Rows for which this is true stay. */
  unless?: RawBuilder<unknown>;
  limit?: number | undefined;
}

/** Deletes at most `limit` of the rows whose time is over; how many there were. Fewer than `limit`: nothing is left. */
export async function deleteOlder<Table extends keyof Tables>(
  db: Db,
  table: Table,
  { key, column, before, unless = sql`1 = 0`, limit = rowsInSlice }: Older<Table>,
): Promise<number> {
  const columns = sql.join(key.map((one) => sql.ref(one)));
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${sql.ref(column)} < ${before} and not (${unless}) limit ${limit}
    )
  `.execute(db);
  return Number(numAffectedRows ?? 0n);
}
