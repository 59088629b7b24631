import type { Config } from './config.ts';

type Addressed = Pick<Config, 'host' | 'origin' | 'trustProxy'>;

/**
 * What whoever starts the server should know of its addresses, in lines of French: where else it is reached, what plain http lacks, and an
 * ORIGIN that nobody can come by. `port`: the one it listens on; `own`: the addresses of this machine's network cards.
 */
export function addressAdvice({ host, origin, trustProxy }: Addressed, port: number, own: readonly string[]): string[] {
  if (origin === undefined) return isLoopback(host) ? [onlyHere, lacking] : [...inTheHouse(host, port, own), lacking];
  const { protocol, port: named, hostname: written } = new URL(origin);
  const hostname = withoutBrackets(written);
  const lines = [];
  const isOwn = isLoopback(hostname) || own.includes(hostname);
  if (protocol === 'http:' && isOwn && Number(named || 80) !== port) {
    lines.push(
      `ORIGIN nomme le port ${named || 80}, et le serveur écoute sur le port ${port} : sans redirection, personne n'arrive à cette adresse.`,
    );
  }
  if (protocol === 'http:' && !isLoopback(hostname)) lines.push(lacking);
  if (protocol === 'https:' && !trustProxy) {
    lines.push('ORIGIN est en https sans TRUST_PROXY=true : derrière un proxy, tout le monde compterait comme une seule adresse.');
  }
  return lines;
}

/** The address of the app on this machine, as far as its own settings tell. */
export function ownAddress({ host }: Pick<Config, 'host'>, port: number): string {
  return isLoopback(host) || isEveryAddress(host) ? `http://localhost:${port}` : addressAt(host, port);
}

/** The host of a URL as sockets take it: `::1` of `[::1]`. */
export function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

const onlyHere = 'Seulement sur cette machine. Pour les téléphones de la maison : HOST=0.0.0.0 npm start.';
const lacking = "En http, il manque le mode hors ligne, l'installation et les notifications : /passer-en-https dit comment y remédier.";

function inTheHouse(host: string, port: number, own: readonly string[]): string[] {
  const listens = isEveryAddress(host) ? own.filter((address) => host === '::' || !address.includes(':')) : [host];
  return listens.map((address) => `Sur ce réseau : ${addressAt(address, port)}`);
}

/** An IPv6 address stands in brackets, since a colon also precedes the port. */
function addressAt(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
