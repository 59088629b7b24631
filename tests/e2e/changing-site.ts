/** A site whose version changes, for the worker of the app. */
import { createServer, request as ask, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import type { RunningServer } from './server.ts';

/** Until the worker has the page in hand, with all files of the app. */
export const worker = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

/** What the app does each hour and when it is looked at again. */
export async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
}

/** The same server under another address, where the worker's script can change as it does with each new version. */
export interface ChangingSite {
  origin: string;
  deploy(): void;
  /** Every line to it breaks, as when its server starts anew. */
  cut(): void;
  /** Answers the first request for such a file with an error. */
  refuseOnce(path: RegExp): void;
  refused(): number;
  close(): Promise<void>;
}

export async function openChangingSite(server: RunningServer): Promise<ChangingSite> {
  let version = 1;
  let refusing: RegExp | undefined;
  let refused = 0;
  const target = new URL(server.origin);
  const proxy: Server = createServer((request, response) => {
    if (refusing?.test(request.url ?? '')) {
      refusing = undefined;
      refused += 1;
      response.writeHead(503).end();
      return;
    }
    const isWorker = request.url === '/sw.js';
    const { 'accept-encoding': _, ...headers } = request.headers;
    const options = { host: target.hostname, port: target.port, method: request.method, path: request.url, headers };
    const onward = ask(options, (reply) => {
      const { 'content-length': __, etag: ___, 'last-modified': ____, ...others } = reply.headers;
      response.writeHead(reply.statusCode ?? 502, isWorker ? others : reply.headers);
      reply.pipe(response, { end: !isWorker });
      if (isWorker) reply.on('end', () => response.end(`\n// ${version}\n`));
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    deploy: () => (version += 1),
    cut: () => proxy.closeAllConnections(),
    refuseOnce: (path) => (refusing = path),
    refused: () => refused,
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
      }),
  };
}
