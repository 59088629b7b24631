import type { FastifyError, FastifySchemaValidationError } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isRefusalCode, type RefusalCode } from '#shared/refusals';
import type { Database, FailureKind } from '../database/database.ts';
import { Refusal, refuse } from '../errors/refusal.ts';
import type { App } from './serve.ts';

/** The one place where what was thrown becomes a reply: refusals as they are, everything else hidden. */
export function answerRefusals(app: App, database: Pick<Database, 'classify'>): void {
  const isNews = tellOfCrowds(app);
  app.setErrorHandler((failure: FastifyError, request, reply) => {
    const refusal = refusalOf(failure, database);
    // Damage is logged once where it is found: without this every request that meets it would add a line.
    if (refusal.status >= 500 && refusal.code !== 'data_damaged' && isNews(refusal.code)) {
      const { method, url: route } = request.routeOptions;
      request.log.error({ err: failure, code: refusal.code, method, route }, 'request failed');
    }
    if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter));
    return reply.status(refusal.status).send(refusal.body);
  });
}

/** Refusals for lack of room or time are not logged one by one: that could fill the disk in seconds. */
const refusedInCrowds: ReadonlySet<RefusalCode> = new Set(['unavailable', 'storage_full']);

const minute = 60 * 1000;

/** Whether a refusal is to be logged. Those that follow on one of these within a minute are counted instead, in one line. */
function tellOfCrowds(app: App): (code: RefusalCode) => boolean {
  const crowds = new Map<RefusalCode, { more: number; timer: NodeJS.Timeout }>();
  const wait = (code: RefusalCode) => setTimeout(tell, minute, code).unref();
  const tell = (code: RefusalCode) => {
    const { more = 0 } = crowds.get(code) ?? {};
    crowds.delete(code);
    if (more === 0) return;
    app.log.error({ code, more }, 'more requests failed');
    crowds.set(code, { more: 0, timer: wait(code) });
  };
  app.addHook('onClose', async () => {
    for (const { timer } of crowds.values()) clearTimeout(timer);
  });
  return (code) => {
    if (!refusedInCrowds.has(code)) return true;
    const crowd = crowds.get(code);
    if (crowd) crowd.more += 1;
    else crowds.set(code, { more: 0, timer: wait(code) });
    return crowd === undefined;
  };
}

/** Failures that are not the caller's fault. Violations of unique values are refused where their meaning is known. */
const ofDatabase: Partial<Record<FailureKind, RefusalCode>> = {
  full: 'storage_full',
  busy: 'unavailable',
  serialisation: 'unavailable',
  outdated: 'unavailable',
  corrupt: 'data_damaged',
};

/** The reply to a failure. */
export function refusalOf(failure: FastifyError, database: Pick<Database, 'classify'>): Refusal {
  if (failure instanceof Refusal) return failure;
  if (hasZodFastifySchemaValidationErrors(failure)) return invalidField(failure.validation);
  if (failure.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuse('body_too_large');
  const refusedByDatabase = ofDatabase[database.classify(failure)?.kind ?? 'other'];
  if (refusedByDatabase) return refuse(refusedByDatabase);
  if (failure.statusCode !== undefined && failure.statusCode >= 400 && failure.statusCode < 500) return refuse('invalid_input');
  return refuse('server_error');
}

// A schema names the refusal of a field in its message; a field without one is simply wrong.
function invalidField(issues: readonly FastifySchemaValidationError[]): Refusal {
  const named = issues.find(({ message }) => isRefusalCode(message)) ?? issues[0];
  const code = isRefusalCode(named?.message) ? named.message : 'invalid_input';
  const field = named?.instancePath.split('/').filter(Boolean).join('.');
  return refuse(code, field === '' ? undefined : field);
}
