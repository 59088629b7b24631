import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { App } from './serve.ts';

/** Names a request in every line that is logged of it, and in its reply. */
const header = 'x-request-id';
/** What proxies make (nginx's `$request_id`, a UUID, a trace id): nothing that people write fits into it. */
const wellFormed = /^[\da-f-]{16,64}$/i;

/** The id that the proxy gave a request, so that its log and ours speak of the same; otherwise one that no other copy gives. */
export function createRequestIds(trustProxy: boolean): (request: Pick<IncomingMessage, 'headers'>) => string {
  const process = randomBytes(6).toString('hex');
  let requests = 0;
  return ({ headers }) => {
    const given = trustProxy ? headers[header] : undefined;
    if (typeof given === 'string' && wellFormed.test(given)) return given;
    requests += 1;
    return `${process}-${requests.toString(16).padStart(8, '0')}`;
  };
}

/** A stream writes its head itself: see `live/live-routes.ts`. */
export function returnRequestIds(app: App): void {
  app.addHook('onRequest', (request, reply, next) => {
    void reply.header(header, request.id);
    next();
  });
}
