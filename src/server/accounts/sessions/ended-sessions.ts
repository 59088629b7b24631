import type { Database } from '../../database/database.ts';
import { deleteSessionWith } from './session-store.ts';

/** In milliseconds. */
const retryEvery = 5000;

/** Sessions that their browsers have signed out of, until they are gone from the database. By the hash of their token. */
export interface EndedSessions {
  /** Ends the session with this token, at once and whatever the database says: where it cannot be deleted yet, that is retried. */
  end(tokenHash: string): Promise<void>;
  has(tokenHash: string): boolean;
}

export function createEndedSessions(database: Pick<Database, 'unitOfWork'>): EndedSessions {
  const hashes = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  async function tryToDelete(hash: string): Promise<void> {
    try {
      await database.unitOfWork(({ db }) => deleteSessionWith(db, hash));
      hashes.delete(hash);
    } catch {
      // Most likely the disk is full. The person is signed out all the same.
      timer ??= setTimeout(retry, retryEvery).unref();
    }
  }

  function retry(): void {
    timer = undefined;
    for (const hash of hashes) void tryToDelete(hash);
  }

  return {
    async end(hash) {
      hashes.add(hash);
      await tryToDelete(hash);
    },
    has: (hash) => hashes.has(hash),
  };
}
