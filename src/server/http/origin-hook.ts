import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { refuse } from '../errors/refusal.ts';
import type { App } from './serve.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A change is accepted only from our own pages: a foreign page can make a browser send a request with its cookies, but
 * neither forge `Origin` nor send JSON without asking first.
 */
export function requireOwnOrigin(app: App, config: Config): void {
  app.addHook('onRequest', (request, _reply, next) => {
    const isAccepted = reading.has(request.method) || (isOwnOrigin(request, config) && hasAcceptedBody(request));
    next(isAccepted ? undefined : refuse('foreign_origin'));
  });
}

function isOwnOrigin({ headers }: FastifyRequest, { origin }: Config): boolean {
  const { origin: given, host } = headers;
  if (given === undefined) return false;
  if (origin !== undefined) return given === origin;
  if (host === undefined) return false;
  // Without a configured origin people come by whatever name the machine has. A browser writes Host itself, and a
  // cookie set under one name is not sent under another.
  return given === `http://${host}` || given === `https://${host}`;
}

function hasAcceptedBody({ headers }: FastifyRequest): boolean {
  const type = headers['content-type'];
  return type === undefined || /^application\/json\s*(;|$)/i.test(type);
}
