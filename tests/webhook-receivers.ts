/** Receivers of webhooks in the house, and what they are told. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from '#server/database/database';
import { boardOf, type Someone } from './test-app.ts';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: string;
  received: readonly Received[];
  /** How it answers from now on; at first with 204. */
  answers(how: (response: ServerResponse) => void): void;
  close(): Promise<void>;
}

/** The setting that lets the server call it. */
export const thisHouse = ['127.0.0.0/8'];

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let answer: (response: ServerResponse) => void = (response) => void response.writeHead(204).end();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      received.push({ method, path, headers, body: Buffer.concat(chunks).toString('utf8') });
      answer(response);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/crochet`,
    received,
    answers: (how) => void (answer = how),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** A board of one person with a webhook that nobody answers, and to which nothing is sent. */
export async function hookedBoard(person: Someone): Promise<{ boardId: string; webhookId: string }> {
  const { id: boardId } = await boardOf(person);
  const body = { url: 'https://crochet.invalid/ici' };
  const { webhook } = await person.does('POST /api/boards/:boardId/webhooks', { params: { boardId }, body });
  return { boardId, webhookId: webhook.id };
}

/** As if a webhook had been told something, once. */
export async function deliveredTo(database: Pick<Database, 'unitOfWork'>, { webhookId }: { webhookId: string }): Promise<string> {
  const [id, now] = [randomUUID(), Date.now()];
  await database.unitOfWork(async ({ db }) => {
    await db
      .insertInto('webhook_delivery')
      .values({ id, webhook_id: webhookId, type: 'test', about: webhookId, state: 'delivered', created_at: now })
      .execute();
  });
  return id;
}
