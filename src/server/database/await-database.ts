import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { databaseAway } from './database-problems.fr.ts';
import { classify, databaseName, openingProblem, tryDatabase } from './open-database.ts';

/** In milliseconds, from one attempt to the next; more than one takes. */
const tryAgainAfter = 3000;

/**
 * Where the database is a server, it may come later than the program. Until it does, a line says so every few seconds. Waits for
 * nothing that waiting does not mend, nor for one that only reads to take writes: throws {@link WrongSetting}.
 */
export async function awaitDatabase(config: Config): Promise<void> {
  for (;;) {
    const begun = performance.now();
    try {
      await tryDatabase(config);
      return;
    } catch (failure) {
      const found = classify(failure);
      if (found?.kind !== 'busy' || found.code === '25006') throw openingProblem(failure, config);
      console.error(databaseAway(databaseName(config), found, tryAgainAfter));
    }
    await pause(begun + tryAgainAfter - performance.now());
  }
}
