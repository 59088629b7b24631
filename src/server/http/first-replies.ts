import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { firstReadsOf, firstRepliesId } from '#shared/first-reads';
import type { App } from './serve.ts';

/** In milliseconds: what takes longer is left to the page, which asks again. */
const patience = 2000;

interface Answer {
  url: string;
  reply: Awaited<ReturnType<App['inject']>>;
}

export interface FirstReplies {
  /** An element that no browser runs. */
  element: string;
  /** As the answer about the session has them. */
  cookies: string[];
}

/**
 * What the API answers this person about the screen at this path, to be sent along with its page; null when there is no such person any
 * more. Asked of the API itself: so it is what the page would be told, by the same rights, and as long as the session lasts.
 */
export async function readFirstReplies(app: App, request: FastifyRequest, path: string): Promise<FirstReplies | null> {
  const caller = request.caller;
  if (caller === null) return null;
  const headers = { cookie: request.headers.cookie, 'x-session-of': caller.personId };
  const late = new AbortController();
  const read = async (url: string): Promise<Answer | null> => {
    const reply = await app.inject({ url, headers, remoteAddress: request.ip });
    return reply.statusCode === 200 ? { url, reply } : null;
  };
  const addresses = firstReadsOf(path);
  const reads = Promise.all(addresses.map(read));
  const answers = await Promise.race([reads, pause<(Answer | null)[]>(patience, [], { signal: late.signal })]);
  late.abort();
  const given = answers.filter((answer): answer is Answer => answer !== null);
  // Refusals are left out: the page gets them at its own request.
  return given.length === addresses.length ? repliesOf(given) : null;
}

function repliesOf(answers: readonly Answer[]): FirstReplies {
  const replies = answers.map(({ url, reply }) => `${JSON.stringify(url)}:${reply.payload}`).join(',');
  // What people write cannot end the element: '<' is written in the other way that JSON has for it.
  const json = `{${replies}}`.replaceAll('<', String.raw`\u003c`);
  return {
    element: `<script type="application/json" id="${firstRepliesId}">${json}</script>`,
    cookies: answers.flatMap(({ reply }) => reply.headers['set-cookie'] ?? []),
  };
}
