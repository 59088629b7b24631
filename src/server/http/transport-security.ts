import { isIP } from 'node:net';

/** In seconds. It is short, since for so long a browser opens nothing over http on this host, on any of its ports. */
const aDay = 86_400;

/** Endings of names that a house or a private network gives to a machine, which usually serves other things over http, too. */
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
 * The value of `Strict-Transport-Security` (RFC 6797): for how many seconds browsers open this host by TLS alone. It holds for the app's own
 * name, never for names below it. Where other programs share the name it is 0, which also ends what an earlier version said. Undefined
 * without TLS, where browsers ignore the header.
 */
export function transportSecurity(origin: string, setting: number | undefined): string | undefined {
  const url = new URL(origin);
  if (url.protocol !== 'https:') return undefined;
  return `max-age=${setting ?? (isOwnName(url) ? aDay : 0)}`;
}

/** A port in the origin means that the app shares its name with what answers at the other ports. */
function isOwnName({ hostname, port }: URL): boolean {
  const name = hostname.replace(/\.$/, '');
  if (port !== '' || !name.includes('.') || isIP(name) !== 0) return false;
  return !privateEndings.some((ending) => `.${name}`.endsWith(ending));
}
