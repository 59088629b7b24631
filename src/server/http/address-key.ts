import { isIPv6 } from 'node:net';

/**
 * What stands for an address in a limit. Of IPv6 the first 64 bits: a connection at home has all the others to itself, and would
 * have as many limits.
 */
export function addressKey(address: string): string {
  const [plain = address] = address.split('%', 1);
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain);
  if (mapped) return mapped[1] ?? plain;
  return groupsOf(plain).slice(0, 4).join(':');
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::', 2);
  const groups = (part: string) => (part === '' ? [] : part.split(':').map((group) => group.replace(/^0+(?=.)/, '').toLowerCase()));
  if (tail === undefined) return groups(head);
  const [first, last] = [groups(head), groups(tail)];
  return [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last];
}
