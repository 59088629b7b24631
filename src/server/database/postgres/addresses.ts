/** What an address of PostgreSQL says beside what `pg` reads: several hosts, of which one takes writes, and a pooler. */
export interface Addresses {
  /** One address for each host, the one that took writes last first. */
  inOrder(): readonly string[];
  /** This one takes writes. */
  prefer(url: string): void;
  /** A PgBouncer in transaction mode is between: what a session keeps, such as prepared statements, is another one's in the next transaction. */
  isPooled: boolean;
}

/** Throws a TypeError for what is no address. `url` as in `postgres://name:password@one:5432,two:5433/jeu?target_session_attrs=read-write&pgbouncer=true`. */
export function readAddresses(url: string): Addresses {
  const urls = hostsOf(url).map(({ before, host, after }) => new URL(`${before}${host}${after}`));
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
  const places = readAddresses(url)
    .inOrder()
    .map((each) => {
      const { hostname, port, searchParams } = new URL(each);
      return `${decodeURIComponent(hostname || searchParams.get('host') || 'localhost')}:${port || '5432'}`;
    });
  const { pathname } = new URL(readAddresses(url).inOrder()[0] ?? url);
  return `${decodeURIComponent(pathname.slice(1))} sur ${places.join(', ')}`;
}

/** No URL has more than one host, so the rest is kept as it is. */
function hostsOf(url: string): { before: string; host: string; after: string }[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? [];
  if (before === '') throw new TypeError('no address');
  return hosts.split(',').map((host) => ({ before, host, after }));
}
