/** What can be said of the columns of a table, and the rows of which it is not true. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

/** What is printed of a row that breaks a rule, in French; without it, in which column it has a value that the program never writes. */
interface Said {
  says?: string;
  /** What the row is called, where that is not the name of its table. */
  as?: string;
}

/** A condition on a row `t` of the table. Where it is null, as about a column that is null, nothing is wrong. */
interface Condition extends Said {
  holds: RawBuilder<unknown>;
}

/** For columns with few different values: each of them is judged once. */
interface OfValues extends Said {
  isRight(value: never): boolean;
}

/** For what only the program can judge: reads these columns of every row. */
interface OfRows extends Said {
  columns: readonly string[];
  isRow(row: never): boolean;
}

/** Nothing in the database tells whether the value is right. */
interface Unknown {
  because: string;
}

/** A value is compared with what it stands for by another part of the doctor. */
interface Compared {
  comparedBy: string;
}

export type Rule = Condition | OfValues | OfRows | Unknown | Compared;
type ForColumn = (column: string) => Rule;
type Rules = Rule | ForColumn | readonly (Rule | ForColumn)[];

interface Described<Column extends string = string> {
  /** What a row is called, in French. */
  name: string;
  /** The column whose value names a row. */
  id: Column;
  columns: { readonly [Name in Column]: Rules };
}

export type DescribedTables = { readonly [Name in keyof Tables]: Described<keyof Tables[Name] & string> };

type InSql = string | number | readonly string[] | RawBuilder<unknown>;

/** A condition as SQL. Numbers and texts of the program are written into it, a list as `'one', 'other'`. */
export function must(strings: TemplateStringsArray, ...values: readonly InSql[]): Condition {
  const parts = values.map((value) => {
    if (typeof value === 'string' || typeof value === 'number') return sql.lit(value);
    return 'as' in value ? value : sql.join(value.map((one) => sql.lit(one)));
  });
  return { holds: sql(strings, ...parts) };
}

export const neverWritten = "une valeur que le programme n'écrit jamais";

export const saying = (says: string, rule: Rule, as?: string): Rule => ({ ...rule, says, ...(as === undefined ? {} : { as }) });

/** `must` for several conditions of which the same is said. */
export const mustSaying =
  (says: string, as?: string) =>
  (strings: TemplateStringsArray, ...values: readonly InSql[]): Rule =>
    saying(says, must(strings, ...values), as);

/** The rules of a column; all of a table hold for each of its rows. */
export function rulesOf(rules: Rules, column: string): Rule[] {
  return [rules].flat().map((rule) => (typeof rule === 'function' ? rule(column) : rule));
}

/** What is wrong with the rows of a table, one French line for each fault. */
export async function wrongRows(db: Db, table: string, { name, id, columns }: Described): Promise<string[]> {
  const rules = Object.entries(columns).flatMap(([column, some]) => rulesOf(some, column).map((rule) => ({ column, rule })));
  const broken: { column: string; rule: Said; ids: readonly string[] }[] = [];
  const conditions = rules.flatMap(({ column, rule }) => ('holds' in rule ? [{ column, rule }] : []));
  const rows = await breaking(db, { table, id, conditions: conditions.map(({ rule }) => rule.holds) });
  for (const [place, one] of conditions.entries())
    broken.push({ ...one, ids: rows.filter((row) => Number(row[`wrong_${place}`]) === 1).map(({ named }) => String(named)) });
  for (const { column, rule } of rules) {
    if ('isRight' in rule) broken.push({ column, rule, ids: await withWrongValues(db, { table, id, column }, rule) });
    if ('isRow' in rule) broken.push({ column, rule, ids: await listWrongRows(db, { table, id }, rule) });
  }
  const lines = broken.flatMap(({ column, rule: { says, as = name }, ids }) =>
    ids.map((one) => (says === undefined ? `${as} ${one}, colonne ${column} : ${neverWritten}` : `${as} ${one} : ${says}`)),
  );
  return [...new Set(lines)];
}

interface Place {
  table: string;
  id: string;
}

/** Judges each condition on each row in one pass, and returns the rows that break one. */
async function breaking(db: Db, { table, id, conditions }: Place & { conditions: readonly RawBuilder<unknown>[] }) {
  if (conditions.length === 0) return [];
  const marks = conditions.map((_, place) => sql.ref(`wrong_${place}`));
  const judged = conditions.map((condition, place) => sql`case when not (${condition}) then 1 else 0 end as ${marks[place]}`);
  const query = sql<Record<string, unknown>>`
    select * from (select ${sql.ref(`t.${id}`)} as named, ${sql.join(judged)} from ${sql.table(table)} as t) as judged
    where ${sql.join(marks, sql` + `)} > 0`;
  return (await query.execute(db)).rows;
}

async function withWrongValues(db: Db, { table, id, column }: Place & { column: string }, { isRight }: OfValues): Promise<string[]> {
  const [from, place] = [sql.table(table), sql.ref(column)];
  const { rows } = await sql<{ value: never }>`select distinct ${place} as value from ${from} where ${place} is not null`.execute(db);
  const wrong = rows.map(({ value }) => value).filter((value) => !isJudgedRight(() => isRight(value)));
  if (wrong.length === 0) return [];
  const found = await sql<{ named: unknown }>`
    select ${sql.ref(id)} as named from ${from} where ${place} in (${sql.join(wrong.slice(0, mostValues))})`.execute(db);
  return found.rows.map(({ named }) => String(named));
}

/** Where a column is wrong throughout, more values would tell nothing more. */
const mostValues = 1000;

async function listWrongRows(db: Db, { table, id }: Place, { columns, isRow }: OfRows): Promise<string[]> {
  const read = sql.join(columns.map((column) => sql.ref(column)));
  const { rows } = await sql<{ named: unknown }>`select ${sql.ref(id)} as named, ${read} from ${sql.table(table)}`.execute(db);
  return rows.filter((row) => !isJudgedRight(() => isRow(row as never))).map(({ named }) => String(named));
}

/** What was altered by hand may be of any type: judging it may throw. */
function isJudgedRight(judge: () => boolean): boolean {
  try {
    return judge();
  } catch {
    return false;
  }
}
