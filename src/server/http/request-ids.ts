import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { App } from './serve.ts';

/** Names a request in every line that is logged of it, and in the reply if a proxy chose it. */
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

/**
 * Only what the proxy chose is told, as it is known there anyway: an id of ours would make replies differ that are the same to the byte, such
 * as those for a stranger's board and for none at all. A stream writes its head itself: see `live/live-routes.ts`.
 */
export function requestIdHeader({ id, headers }: Pick<FastifyRequest, 'id' | 'headers'>): Record<string, string> {
  return headers[header] === id ? { [header]: id } : {};
}

export function returnRequestIds(app: App): void {
  app.addHook('onRequest', (request, reply, next) => {
    if (request.headers[header] === request.id) void reply.header(header, request.id);
    next();
  });
}
