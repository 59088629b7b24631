/** Receivers of webhooks in the house, and what they are told. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

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

/** The answer of a receiver that has taken what it was told. */
export function take(response: ServerResponse): void {
  response.writeHead(204).end();
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let answer: (response: ServerResponse) => void = take;
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
