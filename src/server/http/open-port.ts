import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { FastifyServerFactory } from 'fastify';
import { answerWhileStarting } from './while-starting.ts';

/** In milliseconds, from the first connection on, since a connection may outlive the start. */
export const timeouts = {
  /** From the first byte of a request to its last: half a request must not hold a connection open. */
  requestTimeout: 30_000,
  /** Longer than the proxies of `deploy/` keep an idle connection, so that none of them sends a request into a connection that ends. */
  keepAliveTimeout: 72_000,
};

/** A port that this program holds from its start to its stop, so that no connection in between is refused. */
export interface OpenPort {
  /** The port that was asked for, or the one that the system chose for 0. */
  readonly number: number;
  /** Gives an app the server that listens already. */
  readonly serverFactory: FastifyServerFactory;
  /** Lets the app of `serverFactory` answer from now on, also on connections that were opened before. */
  handOver(): void;
  /** Stops listening, and ends all connections. */
  close(): Promise<void>;
}

/** Listens, and answers that the server is alive but not ready until the app takes over. */
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

/** 'localhost' has two addresses on most machines, and browsers try either. */
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
