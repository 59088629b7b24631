import type { FastifyRequest } from 'fastify';
import { tokenPrefix } from '#shared/token-rules';
import { type Refusal, refuse } from '../errors/refusal.ts';

const scheme = /^bearer +/i;

/**
 * What a program shows in `Authorization: Bearer` instead of a cookie; empty where it shows two, of which neither is meant. Undefined without a token of
 * ours: what a portal in front adds to the requests of a browser is none, and its visitor may have no cookie yet.
 */
export function bearerOf({ headers: { authorization }, raw: { rawHeaders } }: FastifyRequest): string | undefined {
  if (authorization === undefined) return undefined;
  // Node keeps the first of several, in silence.
  const shown = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'authorization');
  const bearers = shown.filter((value) => scheme.test(value)).map((value) => value.replace(scheme, ''));
  if (!bearers.some((value) => value.startsWith(tokenPrefix))) return undefined;
  return shown.length === 1 ? bearers[0] : '';
}

/** To whoever is nobody here. A program has no session that could be over: it is told of its token, also where it left the scheme out. */
export function refuseStranger(request: FastifyRequest): Refusal {
  const isProgram = bearerOf(request) !== undefined || request.headers.authorization?.startsWith(tokenPrefix) === true;
  return refuse(isProgram ? 'token_refused' : 'no_user_logged_in');
}
