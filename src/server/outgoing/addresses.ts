import { Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** A host has no address that this server may call. */
export class AddressRefused extends Error {
  override name = 'AddressRefused';
}

/** Addresses of a host, as the name service tells them. */
export type Resolve = (host: string) => Promise<string[]>;

export interface Address {
  address: string;
  family: 4 | 6;
}

/** IPv4 that is not the public internet (IANA's registry of special-purpose addresses). */
const special = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(network, bits, 'ipv4');
// Within the one part of IPv6 that is public: tunnels, which hide an IPv4 address, documentation, and the like.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, bits, 'ipv6');
const publicIpv6 = new BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');

/** Whether it is an address on the public internet, written in any way. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !special.check(address, 'ipv4');
  // Mapped, translated, local and link-local ones are outside of it.
  return isIP(address) === 6 && publicIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/** The networks that the host lets this server call besides the public internet, as in `192.168.0.0/16` or `fd12::/16`; one address alone is one, too. */
export function networksOf(names: readonly string[]): BlockList {
  const networks = new BlockList();
  for (const name of names) {
    const [address = '', bits] = name.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) networks.addAddress(address, family);
    else networks.addSubnet(address, Number(bits), family);
  }
  return networks;
}

interface Looking {
  resolve?: Resolve | undefined;
  /** Networks in the house that may be called as well. */
  networks?: BlockList | undefined;
}

/** Whether a host may be called, as far as its name tells: a name is looked up when it is called, and may lead elsewhere by then. */
export function mayBeCalled(hostname: string, networks: BlockList): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(host);
  return family === 0 ? !/(^|\.)localhost\.?$/.test(host) : isPublic(host) || networks.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * The address to call for a host: to be used as it is, so that the name cannot lead elsewhere a moment later. `isPublic` is false for one in a network
 * of the house that the host lets in. Throws {@link AddressRefused} when any of its addresses is neither.
 */
export async function addressOf(
  hostname: string,
  { resolve = askNameServers, networks = noNetworks }: Looking = {},
): Promise<Address & { isPublic: boolean }> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(host) ? [host] : await resolve(host);
  const [address] = addresses;
  const isLetIn = (one: string) => networks.check(one, isIP(one) === 6 ? 'ipv6' : 'ipv4');
  if (address === undefined || !addresses.every((one) => isPublic(one) || isLetIn(one))) throw new AddressRefused('not an address to call');
  return { address, family: isIP(address) === 4 ? 4 : 6, isPublic: isPublic(address) };
}

const noNetworks = new BlockList();

/** Names that no name server knows (RFC 6761). */
const nowhere = /(^|\.)(invalid|localhost|test)\.?$/;

/** In milliseconds: so long the addresses of a push service are not asked for again. Hosts kept: there are four or five in the world. */
const [keptFor, mostKept] = [60_000, 50];
const known = new Map<string, { addresses: string[]; until: number }>();

/** Asked over the network and not by the system, whose look-ups take threads that hash passwords; its own list of hosts is no public name anyway. */
async function askNameServers(host: string): Promise<string[]> {
  if (nowhere.test(host)) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  const now = performance.now();
  const kept = known.get(host);
  if (kept && now < kept.until) return kept.addresses;
  // A new one each time: which name servers there are may have changed.
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const [failed] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
  if (addresses.length === 0 && failed !== undefined) throw failed;
  if (known.size >= mostKept) known.clear();
  known.set(host, { addresses, until: now + keptFor });
  return addresses;
}
