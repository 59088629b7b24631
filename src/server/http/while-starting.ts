import type { IncomingMessage, ServerResponse } from 'node:http';
import { refusals } from '#shared/refusals';

const [unavailable, message] = refusals.unavailable;

const always = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

/** Answers in place of the app until its data is open, which takes as long as the database lets it wait: alive, but not ready. */
export function answerWhileStarting({ url = '' }: IncomingMessage, reply: ServerResponse): void {
  const isAlive = url.split('?', 1)[0] === '/healthz';
  reply.writeHead(isAlive ? 200 : unavailable, isAlive ? always : { ...always, 'retry-after': '1' });
  reply.end(JSON.stringify(isAlive ? { status: 'ok' } : { code: 'unavailable', message }));
}
