import type { Database } from '../../database/database.ts';
import type { Bus } from '../../live/bus.ts';
import { deleteSessionWith } from './session-store.ts';

/** In milliseconds. */
const retryEvery = 5000;

/**
 * Sessions that their browsers have signed out of, until they are gone from the database. By the hash of their token. What cannot be
 * deleted at once the other copies are told.
 */
export interface EndedSessions {
  /** Ends the session with this token, at once and whatever the database says: where it cannot be deleted yet, that is retried. */
  end(tokenHash: string): Promise<void>;
  has(tokenHash: string): boolean;
}

export function createEndedSessions(database: Pick<Database, 'unitOfWork'>, bus: Pick<Bus, 'send' | 'listen'>): EndedSessions {
  const hashes = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  bus.listen((message) => {
    if (message.type !== 'signed_out') return;
    hashes.add(message.tokenHash);
    void tryToDelete(message.tokenHash);
  });

  /** Whether it is gone. */
  async function tryToDelete(hash: string): Promise<boolean> {
    try {
      await database.unitOfWork(({ db }) => deleteSessionWith(db, hash));
      return hashes.delete(hash);
    } catch {
      // Most likely the disk is full. The person is signed out all the same.
      timer ??= setTimeout(retry, retryEvery).unref();
      return false;
    }
  }

  function retry(): void {
    timer = undefined;
    for (const hash of hashes) void tryToDelete(hash);
  }

  return {
    async end(hash) {
      hashes.add(hash);
      if (!(await tryToDelete(hash))) bus.send({ type: 'signed_out', tokenHash: hash });
    },
    has: (hash) => hashes.has(hash),
  };
}
