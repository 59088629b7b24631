import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { databaseAway } from './database-problems.fr.ts';
import { classify, databaseName, openDatabase } from './open-database.ts';

/** In milliseconds, between two attempts. */
const tryAgainAfter = 3000;

/**
 * Where the database is a server, it may come later than the program. Until it does, a line says so every few seconds. Waits for
 * nothing that waiting does not mend.
 */
export async function awaitDatabase(config: Config): Promise<void> {
  if (config.databaseUrl === undefined) return;
  const database = openDatabase(config);
  try {
    for (;;) {
      try {
        await database.ping();
        return;
      } catch (failure) {
        const found = classify(failure);
        // One that only reads answers: the opening says what is wrong with it.
        if (found?.kind !== 'busy' || found.code === '25006') return;
        console.error(databaseAway(databaseName(config), found, tryAgainAfter));
      }
      await pause(tryAgainAfter);
    }
  } finally {
    await database.close();
  }
}
