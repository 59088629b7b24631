import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { refusals } from '#shared/refusals';
import type { Config } from '../config.ts';
import { databaseAway } from './database-problems.fr.ts';
import { classify, databaseName, openDatabase } from './open-database.ts';

/** In milliseconds, between two attempts. */
const tryAgainAfter = 3000;

/**
 * Where the database is a server, it may come later than the program. Until it does, a line says so every few seconds, and whoever asks hears
 * that the app is alive and not ready. Waits for nothing that waiting does not mend.
 */
export async function awaitDatabase(config: Config): Promise<void> {
  if (config.databaseUrl === undefined) return;
  const database = openDatabase(config);
  let room: WaitingRoom | undefined;
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
      room ??= await openWaitingRoom(config);
      await pause(tryAgainAfter);
    }
  } finally {
    await room?.close();
    await database.close();
  }
}

interface WaitingRoom {
  close(): Promise<void>;
}

/** In the place of the app: `/healthz` is well, everything else is not there yet. */
function openWaitingRoom({ host, port }: Config): Promise<WaitingRoom> {
  const [status, message] = refusals.unavailable;
  const server = createServer((request, reply) => {
    const isAlive = request.url === '/healthz';
    reply.writeHead(isAlive ? 200 : status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
    });
    reply.end(JSON.stringify(isAlive ? { status: 'ok' } : { code: 'unavailable', message }));
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return new Promise((resolve) => {
    // A port that is taken is told by the app itself, once it is opened.
    server.once('error', () => resolve({ close: () => Promise.resolve() }));
    server.listen(port, host, () => resolve({ close }));
  });
}
