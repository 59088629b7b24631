import { addressOfEachHost } from '../../config/postgres-hosts.ts';

/** What an address of PostgreSQL says beside what `pg` reads: several hosts, of which one takes writes, and a pooler. */
export interface Addresses {
  /** One address for each host, the one that took writes last first. */
  inOrder(): readonly string[];
  /** This one takes writes. */
  prefer(url: string): void;
  /** A PgBouncer in transaction mode is between: what a session keeps, such as prepared statements, is another one's in the next transaction. */
  isPooled: boolean;
}

/** `url` as in `postgres://name:password@one:5432,two:5433/jeu?target_session_attrs=read-write&pgbouncer=true`. */
export function readAddresses(url: string): Addresses {
  const urls = addressOfEachHost(url);
  const isPooled = urls[0]?.searchParams.get('pgbouncer') === 'true';
  for (const { searchParams } of urls) for (const ours of ['target_session_attrs', 'pgbouncer']) searchParams.delete(ours);
  let order = urls.map(({ href }) => href);
  return {
    inOrder: () => order,
    prefer(worked) {
      if (order[0] !== worked) order = [worked, ...order.filter((other) => other !== worked)];
    },
    isPooled,
  };
}

/** As in 'jeu sur db.example.org:5432', without user and password. */
export function nameOf(url: string): string {
  const addresses = addressOfEachHost(url);
  const places = addresses.map(({ hostname, port, searchParams }) => {
    const host = decodeURIComponent(hostname || searchParams.get('host') || 'localhost');
    return `${host}:${port || '5432'}`;
  });
  return `${decodeURIComponent(addresses[0]?.pathname.slice(1) ?? '')} sur ${places.join(', ')}`;
}
