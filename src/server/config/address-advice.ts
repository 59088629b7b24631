import type { Config } from './config.ts';

type Addressed = Pick<Config, 'host' | 'origin' | 'trustProxy'>;

/**
 * What whoever starts the server should know of its addresses, in lines of French: where else it is reached, what plain http lacks, and an
 * ORIGIN that nobody can come by. `port`: the one it listens on; `own`: the addresses of this machine's network cards.
 */
export function addressAdvice({ host, origin, trustProxy }: Addressed, port: number, own: readonly string[]): string[] {
  if (origin === undefined) return isLoopback(host) ? [onlyHere, lacking] : [...inTheHouse(host, port, own), lacking];
  const { protocol, hostname, port: named } = new URL(origin);
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

const onlyHere = 'Seulement sur cette machine. Pour les téléphones de la maison : HOST=0.0.0.0 npm start.';
const lacking = "En http, il manque le mode hors ligne, l'installation et les notifications : /passer-en-https dit comment y remédier.";

function inTheHouse(host: string, port: number, own: readonly string[]): string[] {
  const listens = host === '0.0.0.0' || host === '::' ? own.filter((address) => host === '::' || !address.includes(':')) : [host];
  return listens.map((address) => `Sur ce réseau : http://${address.includes(':') ? `[${address}]` : address}:${port}`);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || host.startsWith('127.');
}
