import { describe, expect, it } from 'vitest';
import { addressOf, AddressRefused, isPublic, networksOf } from './addresses.ts';

const refused = [
  ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.8.8.8', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
  ...['192.0.0.1', '192.0.2.1', '192.168.1.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...[
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'fec0::1',
    'ff02::1',
    '100::1',
    '2001:db8::1',
    '2001::1',
    '2002:7f00:1::',
    '3fff::1',
  ],
  // An IPv4 address in an IPv6 one: mapped, compatible, translated.
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1', '::ffff:0:10.0.0.1'],
];

it.each(refused)('%s is not public', (address) => {
  expect(isPublic(address)).toBe(false);
});

it.each(['8.8.8.8', '172.15.255.255', '172.32.0.1', '100.63.0.1', '2a00:1450:4007:80c::200e', '2606:4700::1111', '2001:4860:4860::8888'])(
  '%s is public',
  (address) => {
    expect(isPublic(address)).toBe(true);
  },
);

describe('a host', () => {
  const asked = (answer: string[]) => addressOf('push.example.org', { resolve: () => Promise.resolve(answer) });

  it('is called at the address that was looked at', async () => {
    expect(await asked(['8.8.8.8', '8.8.4.4'])).toEqual({ address: '8.8.8.8', family: 4, isPublic: true });
    expect(await addressOf('[2606:4700::1111]')).toEqual({ address: '2606:4700::1111', family: 6, isPublic: true });
  });

  it('with one address in the house, or none, is refused', async () => {
    await expect(asked(['8.8.8.8', '10.0.0.1'])).rejects.toThrow(AddressRefused);
    await expect(asked([])).rejects.toThrow(AddressRefused);
  });

  it.each(['127.1', '0x7f.1', '2130706433', '0177.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '127.0.0.1.', '①②⑦.0.0.1'])(
    'written as %s is the loopback all the same',
    async (written) => {
      await expect(addressOf(new URL(`https://${written}/`).hostname, { resolve: () => Promise.resolve(['127.0.0.1']) })).rejects.toThrow(
        AddressRefused,
      );
    },
  );
});

describe('a house that the host lets in', () => {
  const networks = networksOf(['192.168.0.0/16', 'fd12::/16', '10.0.0.5']);
  const asked = (...answer: string[]) => addressOf('maison.example.org', { networks, resolve: () => Promise.resolve(answer) });

  it.each(['192.168.1.7', 'fd12:1::1', '10.0.0.5'])('is called at %s', async (address) => {
    expect(await asked(address)).toMatchObject({ address, isPublic: false });
  });

  it('opens no other network', async () => {
    for (const other of ['10.0.0.6', '127.0.0.1', '::1', 'fd13::1', '169.254.169.254'])
      await expect(asked('192.168.1.7', other), other).rejects.toThrow(AddressRefused);
  });
});
