import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { open, type SealedField, seal } from './sealed-text.ts';

const key = randomBytes(32);
const place: SealedField = { table: 'activity', column: 'title', row: 'r1', board: 'b1', keyId: '1' };

/** In the words of node:crypto. */
const refused = /unable to authenticate data|Invalid authentication tag|Invalid initialization vector/;

describe('a sealed text', () => {
  it('opens where it was sealed, whatever it says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(open(key, seal(key, text, place), place).toString('utf8')).toBe(text);
      }),
    );
  });

  it.each(Object.keys(place) as (keyof SealedField)[])('opens at no other %s', (part) => {
    const sealed = seal(key, 'Petit-déj au lit', place);
    expect(() => open(key, sealed, { ...place, [part]: 'elsewhere' })).toThrow(refused);
  });

  it('does not open where its place is written with other seams', () => {
    const sealed = seal(key, 'x', { ...place, table: 'a","b', column: 'c' });
    expect(() => open(key, sealed, { ...place, table: 'a', column: 'b","c' })).toThrow(refused);
  });

  it('opens with no other key', () => {
    expect(() => open(randomBytes(32), seal(key, 'x', place), place)).toThrow(refused);
  });

  it('does not open when a single bit of it changed, or when it was cut', () => {
    const bytes = Buffer.from(seal(key, 'Bisou', place), 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(() => open(key, changed.toString('base64url'), place)).toThrow(refused);
    }
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => open(key, bytes.subarray(0, length).toString('base64url'), place)).toThrow(refused);
  });

  it('never looks the same twice', () => {
    expect(new Set(Array.from({ length: 1000 }, () => seal(key, 'Bisou', place))).size).toBe(1000);
  });
});
