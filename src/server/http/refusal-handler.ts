import type { FastifyError, FastifySchemaValidationError } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isRefusalCode } from '#shared/refusals';
import { Refusal, refuse } from './refusal.ts';
import type { App } from './serve.ts';

/** The one place where what was thrown becomes a reply: refusals as they are, everything else hidden. */
export function answerRefusals(app: App): void {
  app.setErrorHandler((failure: FastifyError, request, reply) => {
    const refusal = refusalOf(failure);
    if (refusal.status >= 500) request.log.error({ err: described(failure), code: refusal.code }, 'request failed');
    if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter));
    return reply.status(refusal.status).send(refusal.body);
  });
}

/** What is said of a failure to the one who called. */
export function refusalOf(failure: FastifyError): Refusal {
  if (failure instanceof Refusal) return failure;
  if (hasZodFastifySchemaValidationErrors(failure)) return invalidField(failure.validation);
  if (failure.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuse('body_too_large');
  if (isStorageFull(failure)) return refuse('storage_full');
  if (failure.code?.startsWith('SQLITE_BUSY')) return refuse('unavailable');
  if (failure.statusCode !== undefined && failure.statusCode >= 400 && failure.statusCode < 500) return refuse('invalid_input');
  return refuse('server_error');
}

/** Whether a write failed because the disk is full. SQLite says so in one of two ways. */
export function isStorageFull(failure: unknown): boolean {
  const code = failure instanceof Error && 'code' in failure ? failure.code : undefined;
  return code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_WRITE';
}

// A schema names the refusal of a field in its message; a field without one is simply wrong.
function invalidField(issues: readonly FastifySchemaValidationError[]): Refusal {
  const named = issues.find(({ message }) => isRefusalCode(message)) ?? issues[0];
  const code = isRefusalCode(named?.message) ? named.message : 'invalid_input';
  const field = named?.instancePath.split('/').filter(Boolean).join('.');
  return refuse(code, field === '' ? undefined : field);
}

// Message and place, never the values: a statement's parameters hold what people wrote.
function described(failure: FastifyError) {
  return { type: failure.name, code: failure.code, message: failure.message, stack: failure.stack };
}
