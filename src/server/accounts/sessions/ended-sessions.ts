import type { Database } from '../../database/connect.ts';
import { deleteSessionWith } from './session-store.ts';

/** In milliseconds. */
const retryEvery = 5000;

/** Sessions that their browsers have signed out of, until they are gone from the database. */
export interface EndedSessions {
  /** Ends the session with this token, at once and whatever the database says: where it cannot be deleted yet, that is retried. */
  end(token: string): Promise<void>;
  has(token: string): boolean;
}

export function createEndedSessions(database: Pick<Database, 'unitOfWork'>): EndedSessions {
  const tokens = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  async function tryToDelete(token: string): Promise<void> {
    try {
      await database.unitOfWork(({ db }) => deleteSessionWith(db, token));
      tokens.delete(token);
    } catch {
      // Most likely the disk is full. Whoever asked is signed out all the same.
      timer ??= setTimeout(retry, retryEvery).unref();
    }
  }

  function retry(): void {
    timer = undefined;
    for (const token of tokens) void tryToDelete(token);
  }

  return {
    async end(token) {
      tokens.add(token);
      await tryToDelete(token);
    },
    has: (token) => tokens.has(token),
  };
}
