/** Servers that take a connection and do not answer, each at an address of its own, like push services that a hostile person chose. */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

export interface HangingServers {
  origins: readonly string[];
  /** The connections that are open now. */
  open: ReadonlySet<Socket>;
  /** The most that were open at once, at all of them and at one. */
  most: { together: number; atOne: number };
  close(): Promise<void>;
}

/** `silent`: they say nothing. `slow`: they send the head of an answer, one byte a second, without ever coming to its end. */
export async function startHangingServers(count: number, how: (index: number) => 'silent' | 'slow'): Promise<HangingServers> {
  const open = new Set<Socket>();
  const most = { together: 0, atOne: 0 };
  const servers: Server[] = [];
  for (let index = 0; index < count; index += 1) {
    const here = new Set<Socket>();
    const server = createServer((socket) => {
      open.add(socket);
      here.add(socket);
      most.together = Math.max(most.together, open.size);
      most.atOne = Math.max(most.atOne, here.size);
      const head = 'HTTP/1.1 201 Created\r\nX-A: '.split('');
      const timer = how(index) === 'slow' ? setInterval(() => socket.write(head.shift() ?? 'a'), 1000) : undefined;
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearInterval(timer);
        open.delete(socket);
        here.delete(socket);
      });
      socket.resume();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    servers.push(server);
  }
  return {
    origins: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    open,
    most,
    async close() {
      for (const socket of open) socket.destroy();
      for (const server of servers) await new Promise((closed) => server.close(closed));
    },
  };
}
