import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { LiveFeed } from '../live/live-feed.ts';
import { refuse } from '../errors/refusal.ts';
import type { App } from './serve.ts';

/** In milliseconds; connections that take longer, such as a stream that is not read, are cut. */
const patience = 3000;
/** In milliseconds: how long a closing server still answers what arrives; after that new requests are refused. */
const readOn = 500;
/** A connection is taken in one turn of the event loop, and its request read in the next. */
const turnsToRead = 3;

/**
 * A server that closes ends its streams and answers whatever has been sent to it, be it still in the system's buffers; new requests are
 * put off. (Fastify must not do that itself, `return503OnClosing: false`: it puts off what came before as well, and in words that no
 * client of ours knows.)
 */
export function finishBeforeClosing(app: App, liveFeed: LiveFeed): void {
  let underWay = 0;
  let requests = 0;
  let puttingOff = false;
  app.addHook('onRequest', (_request, { raw }, next) => {
    requests += 1;
    if (puttingOff) return next(refuse('unavailable'));
    underWay += 1;
    // Fires once, whether the reply was sent or its connection broke.
    raw.once('close', done);
    next();
  });

  function done(): void {
    underWay -= 1;
  }

  async function isQuiet(): Promise<boolean> {
    const before = requests;
    for (let turn = 0; turn < turnsToRead; turn += 1) await nextTurn();
    return requests === before;
  }

  app.addHook('preClose', async () => {
    const asked = performance.now();
    liveFeed.closeAll();
    while (!(await isQuiet()) && performance.now() < asked + readOn);
    puttingOff = true;
    while ((underWay > 0 || !(await isQuiet())) && performance.now() < asked + patience) {
      // Streams requested before the closing and opened since.
      liveFeed.closeAll();
      await pause(5);
    }
  });
}
