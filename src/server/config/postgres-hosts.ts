/**
 * An address of PostgreSQL may name several hosts with commas between them, which no URL can: one address for each. Empty for what is no such
 * address.
 */
export function addressOfEachHost(text: string): URL[] {
  const [, before = '', hosts = '', after = ''] = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(text) ?? [];
  if (before === '') return [];
  const addresses = hosts.split(',').map((host) => `${before}${host}${after}`);
  return addresses.every((address) => URL.canParse(address)) ? addresses.map((address) => new URL(address)) : [];
}
