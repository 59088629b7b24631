import { hashedId, newId } from '../ids/ids.ts';
import type { Database, Transaction } from './database.ts';

/**
 * Names the history that the revisions of the boards belong to. It changes when the database becomes an older one, so that a client which
 * has seen later revisions, or the same ones with other content, knows that its caches no longer hold.
 */
export interface Epoch {
  current(): Promise<string>;
}

/** In milliseconds. After a restart all clients are greeted at once, and need not have it read for each of them. */
const trustedFor = 1000;

export function createEpoch(database: Database): Epoch {
  let reading: Promise<string> | undefined;
  let readAt = 0;
  return {
    current() {
      const now = performance.now();
      if (reading && now - readAt < trustedFor) return reading;
      readAt = now;
      const mine = readEpoch(database);
      reading = mine;
      // The caller gets the failure; the next one asks the database again.
      mine.catch(() => {
        if (reading === mine) reading = undefined;
      });
      return mine;
    },
  };
}

/** Begins another history: what happened after a backup was made is not part of the restored database. */
export async function renewEpoch({ db }: Pick<Transaction, 'db'>): Promise<void> {
  await db.updateTable('epoch').set({ id: newId() }).execute();
}

async function readEpoch({ read, identity }: Database): Promise<string> {
  const { id } = await read.selectFrom('epoch').select('id').executeTakeFirstOrThrow();
  // Hashed: clients need only compare it.
  return hashedId(`${id} ${await identity()}`);
}
