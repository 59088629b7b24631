import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { refuse } from '../errors/refusal.ts';
import { bearerOf } from './bearer.ts';
import type { App } from './serve.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A change is accepted only from our own pages: a foreign page can make a browser send a request with its cookies, but
 * neither forge `Origin` nor send JSON without asking first.
 */
export function requireOwnOrigin(app: App, config: Config): void {
  const warnedAt = new Map<string, number>();
  app.addHook('onRequest', (request, _reply, next) => {
    // The token alone gives the right to call it, from any origin.
    if (request.routeOptions.config.fromAnywhere === true) return next();
    // A program, which no foreign page can be: to send this header it would have to ask first.
    if (bearerOf(request) !== undefined) return next();
    const isOwn = isOwnOrigin(request, config);
    if (reading.has(request.method) || (isOwn && hasAcceptedBody(request))) return next();
    const refusal = refuse('foreign_origin');
    if (!isOwn) refusal.origin = config.origin;
    const cause = isOwn ? undefined : causeOf(request, config);
    if (cause !== undefined && performance.now() - (warnedAt.get(cause) ?? Number.NEGATIVE_INFINITY) >= warnEveryMs) {
      warnedAt.set(cause, performance.now());
      // The log leaves out the address that was used, since the caller chooses it.
      request.log.warn({ origin: config.origin }, cause);
    }
    next(refusal);
  });
}

/** What its host has to know of a refusal; undefined for what other sites send. */
function causeOf(request: FastifyRequest, { origin }: Config): string | undefined {
  // Every browser sends it with a change. Programs that look for holes seldom ask for an endpoint of ours.
  if (request.headers.origin === undefined)
    return request.is404 ? undefined : 'a change without the header Origin is refused: if the app sent it, a proxy takes that header away';
  if (isFromOwnPage(request)) return 'the app was opened at another address than ORIGIN: changes are refused there';
  // A browser says so by itself, and only over TLS.
  if (request.headers['sec-fetch-site'] !== 'same-origin') return undefined;
  return origin === undefined
    ? 'changes are refused: the proxy in front changes the header Host, and ORIGIN is not set'
    : 'the app was opened at another address than ORIGIN: changes are refused there';
}

/** The limit of log lines of a kind, for all addresses together: a stranger must not fill the log by inventing many. */
const warnEveryMs = 60 * 60 * 1000;

function isOwnOrigin(request: FastifyRequest, { origin }: Config): boolean {
  if (origin !== undefined) return request.headers.origin === origin;
  // Without a configured origin people come by whatever name the machine has. A browser writes Host itself, and a
  // cookie set under one name is not sent under another.
  return isFromOwnPage(request);
}

/** Whether a page that this server sent asks, by whatever name it was opened. */
function isFromOwnPage({ headers: { origin: given, host } }: FastifyRequest): boolean {
  return given !== undefined && host !== undefined && (given === `http://${host}` || given === `https://${host}`);
}

function hasAcceptedBody({ headers }: FastifyRequest): boolean {
  const type = headers['content-type'];
  return type === undefined || /^application\/json\s*(;|$)/i.test(type);
}
