import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { FastifyServerFactory } from 'fastify';
import { answerWhileStarting } from './while-starting.ts';

/** In milliseconds. They hold from the first connection on, which may outlive the start. */
export const timeouts = {
  /** From the first byte of a request to its last: half a request must not hold a connection open. */
  requestTimeout: 30_000,
  /** Longer than the proxies of `deploy/` keep an idle connection, so that none of them sends a request into one that just ends. */
  keepAliveTimeout: 72_000,
};

/** A port that this program holds from its start to its stop: nobody who connects in between is refused. */
export interface OpenPort {
  /** The one that was asked for, or the one that the system chose for 0. */
  readonly number: number;
  /** Builds an app on the server that listens already. */
  readonly serverFactory: FastifyServerFactory;
  /** From now on the app of `serverFactory` answers, also on connections that were opened before. */
  handOver(): void;
  /** Ends its connections, too. */
  close(): Promise<void>;
}

/** Listens, and until the app takes over answers that the server is alive but not ready. */
export async function openPort({ host, port }: { host: string; port: number }): Promise<OpenPort> {
  let answer: RequestListener = answerWhileStarting;
  let app: RequestListener | undefined;
  const create = () => createServer(timeouts, (request, reply) => answer(request, reply));

  const [address = host, ...otherAddresses] = await addressesOf(host);
  const first = create();
  await listen(first, address, port);
  const number = portOf(first);
  const others = await listenWherePossible(otherAddresses, number, create);

  return {
    number,
    serverFactory(handler) {
      app = handler;
      // Fastify answers what is not HTTP on the server that it gets.
      for (const other of others) other.on('clientError', (failure, socket) => first.emit('clientError', failure, socket));
      return first;
    },
    handOver() {
      if (app) answer = app;
    },
    async close() {
      await Promise.all([first, ...others].map(end));
    },
  };
}

/** 'localhost' is two addresses on most machines, and browsers try either. */
async function addressesOf(host: string): Promise<string[]> {
  if (host !== 'localhost') return [host];
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
}

/** The servers that could listen: a machine may name `::1` in its hosts and have no IPv6. */
async function listenWherePossible(addresses: readonly string[], port: number, create: () => Server): Promise<Server[]> {
  const outcomes = addresses.map(async (address) => {
    const server = create();
    await listen(server, address, port);
    return server;
  });
  return (await Promise.allSettled(outcomes)).flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
  return address.port;
}

async function end(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
