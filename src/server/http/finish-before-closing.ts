import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { LiveFeed } from '../live/live-feed.ts';
import type { App } from './serve.ts';

/** In milliseconds; what takes longer, such as a stream that nobody reads, is cut. */
const patience = 3000;

/** A server that closes ends its streams and answers the requests under way first. New ones are refused meanwhile. */
export function finishBeforeClosing(app: App, liveFeed: LiveFeed): void {
  const underWay = new Set<ServerResponse>();
  app.addHook('onRequest', async (_request, { raw }) => {
    underWay.add(raw);
    const done = () => void underWay.delete(raw);
    raw.once('finish', done);
    raw.once('close', done);
  });
  app.addHook('preClose', async () => {
    liveFeed.closeAll();
    for (const end = Date.now() + patience; underWay.size > 0 && Date.now() < end; ) await pause(10);
  });
}
