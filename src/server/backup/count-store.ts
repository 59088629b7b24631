import type { Db } from '../database/database.ts';

/** How much there is in a database. */
export interface Contents {
  people: number;
  boards: number;
  activities: number;
  /** When the last activity was logged, in milliseconds since 1970; null where there is none. */
  newest: number | null;
}

export async function countContents(db: Db): Promise<Contents> {
  const count = async (table: 'user' | 'board' | 'activity') => {
    const { rows } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    return rows;
  };
  const { newest } = await db
    .selectFrom('activity')
    .select(({ fn }) => fn.max<number | null>('logged_at').as('newest'))
    .executeTakeFirstOrThrow();
  return { people: await count('user'), boards: await count('board'), activities: await count('activity'), newest };
}
