import { readFileSync } from 'node:fs';

/** The clients' ports of the connections that a server on this machine holds open, as the system tells it. */
export function heldConnections(origin: string): Set<number> {
  const own = portOf(new URL(origin).port);
  const held = new Set<number>();
  for (const line of readFileSync('/proc/net/tcp', 'utf8').split('\n')) {
    // `sl local remote state …`, addresses as hexadecimal `ip:port`; 01 is an established connection.
    const [, , local, remote, state] = /^(\s*\d+:) (\S+:\w+) \S+:(\w+) (\w\w) /.exec(line) ?? [];
    if (local?.endsWith(`:${own}`) && remote && state === '01') held.add(Number.parseInt(remote, 16));
  }
  return held;
}

function portOf(decimal: string): string {
  return Number(decimal).toString(16).toUpperCase().padStart(4, '0');
}
