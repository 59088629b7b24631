import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { RefusalCode } from '#shared/refusals';
import { refuse } from '../errors/refusal.ts';
import type { App } from './serve.ts';

/** HTTP's own status, and the closest refusal: its body is what callers read. */
const answers: Record<string, [status: number, code: RefusalCode]> = {
  HPE_HEADER_OVERFLOW: [431, 'body_too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'invalid_input'],
};

/** Answers what cannot be read as HTTP, or comes too slowly. It never becomes a request, so no hook and no error handler of the app sees it. */
export function answerMalformed({ log }: Pick<App, 'log'>, failure: NodeJS.ErrnoException, socket: Socket): void {
  if (failure.code === 'ECONNRESET' || socket.destroyed) return;
  log.trace({ err: failure }, 'client error');
  const [status, code] = answers[failure.code ?? ''] ?? [400, 'invalid_input'];
  const body = JSON.stringify(refuse(code).body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(failure);
}
