import { isIP } from 'node:net';

/** In seconds. Short, since for that long a browser opens nothing over http on this host, on any of its ports. */
const aDay = 86_400;

/** Names that a house or a private network gives to a machine. Beside the app it usually serves other things, over http. */
const privateEndings = [
  '.local',
  '.localdomain',
  '.lan',
  '.home',
  '.internal',
  '.intranet',
  '.private',
  '.home.arpa',
  '.fritz.box',
  '.ts.net',
];

/**
 * What browsers are told by `Strict-Transport-Security` (RFC 6797): for how many seconds this host is reached by TLS alone. It speaks for
 * the app's own name, never for names below it. Where the name is shared with other programs it is 0, which also ends what was said before.
 * Undefined without TLS, where browsers ignore it.
 */
export function transportSecurity(origin: string, setting: number | undefined): string | undefined {
  const url = new URL(origin);
  if (url.protocol !== 'https:') return undefined;
  return `max-age=${setting ?? (isOwnName(url) ? aDay : 0)}`;
}

/** A port of its own says that the app shares the name with what answers at the others. */
function isOwnName({ hostname, port }: URL): boolean {
  const name = hostname.replace(/\.$/, '');
  if (port !== '' || !name.includes('.') || isIP(name) !== 0) return false;
  return !privateEndings.some((ending) => name.endsWith(ending));
}
