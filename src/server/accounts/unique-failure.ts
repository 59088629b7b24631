import type { Database } from '../database/database.ts';
import { type Refusal, refuse } from '../errors/refusal.ts';

/**
 * What is refused when two ask for the same name or address at once: the unique index of the table decides between them. Undefined
 * for any other failure.
 */
export function takenBy(database: Pick<Database, 'classify'>, failure: unknown): Refusal | undefined {
  const { table, columns = [] } = database.classify(failure)?.unique ?? {};
  if (table !== 'user') return undefined;
  if (columns.includes('username_key') || columns.includes('username_skeleton')) return refuse('username_taken', 'username');
  return columns.includes('email') ? refuse('email_taken', 'email') : undefined;
}
