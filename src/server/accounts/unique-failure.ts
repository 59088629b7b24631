import { classify } from '../database/database-failure.ts';
import { type Refusal, refuse } from '../errors/refusal.ts';

/**
 * What is refused when two ask for the same name or address at once: the unique index of the table decides between them, and
 * names the column. Undefined for any other failure.
 */
export function takenBy(failure: unknown): Refusal | undefined {
  const database = classify(failure);
  const text = database?.kind === 'unique' ? database.message : undefined;
  if (text?.includes('username_key') || text?.includes('username_skeleton')) return refuse('username_taken', 'username');
  if (text?.includes('email')) return refuse('email_taken', 'email');
  return undefined;
}
