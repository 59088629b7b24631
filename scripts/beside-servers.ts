/** For commands that change data while servers use it. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Config, WrongSetting } from '#server/config/config';
import { databaseName, isThere } from '#server/database/open-database';
import type { Deps } from '#server/deps';
import { openLog } from '#server/http/log-lines';
import { createDeps } from '#server/start';

/** In milliseconds: how long a command waits for Redis. Without it the copies find in the database, seconds later, what was done. */
const connectWithin = 3000;
/** In milliseconds: how long a command waits until what it deleted is out of the database's own files. Servers do it, too. */
const eraseWithin = 3000;

export type CommandLog = ReturnType<typeof openLog>;

/** Opens the database that is there, works on it, and tells the copies of the server what was done. */
export async function besideServers(config: Config, work: (deps: Deps, log: CommandLog) => Promise<void>): Promise<void> {
  // Opening would make an empty one, in which nobody is.
  if (!(await isThere(config))) throw new WrongSetting(`Aucune base de données : ${databaseName(config)}.`);
  const log = openLog(config.logLevel);
  const deps = await createDeps(config);
  const { bus, database } = deps;
  try {
    bus.start(log);
    const end = performance.now() + connectWithin;
    while (bus.state() === 'lost' && performance.now() < end) await pause(20);
    await work(deps, log);
  } finally {
    await bus.stop();
    await database.close();
  }
}

/** After a deletion: what was deleted should not stay readable. Waits no longer than a moment for others who read. */
export async function eraseDeleted({ database }: Deps): Promise<void> {
  await Promise.race([database.eraseFromLog(), pause(eraseWithin)]);
}
