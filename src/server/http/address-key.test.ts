import { describe, expect, it } from 'vitest';
import { addressKey } from './address-key.ts';

describe('an address in a limit', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:12:34:56:78:9a:bc', '2001:db8:12:34'],
    ['2001:0DB8:0012:0034::1', '2001:db8:12:34'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s counts as %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
