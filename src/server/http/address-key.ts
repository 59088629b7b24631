import ipaddr from 'ipaddr.js';

/** In characters; an IPv6 address has 45 at most. */
const longestAddress = 64;

/**
 * What stands for an address in a limit, however a proxy writes it: with a port or a zone, in brackets, as IPv4 within IPv6. IPv6 counts by its
 * first 64 bits: a connection at home has all the others to itself, and would have as many limits.
 */
export function addressKey(address: string): string {
  const plain = withoutPort(address.trim()).split('%', 1)[0] ?? '';
  // A proxy that passes on what the caller wrote must not fill the limits' memory with it.
  if (!ipaddr.isValid(plain)) return plain.slice(0, longestAddress);
  const parsed = ipaddr.process(plain);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}

/** `[2001:db8::1]:443` and `203.0.113.7:443`, but not the colons of an address alone. */
function withoutPort(address: string): string {
  const [, inBrackets, alone] = /^\[([^\]]*)\](?::\d+)?$|^([^:]*):\d+$/.exec(address) ?? [];
  return inBrackets ?? alone ?? address;
}
