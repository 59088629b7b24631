import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decrypt, type SealedField, seal } from './sealed-text.ts';

const key = randomBytes(32);
const field: SealedField = { table: 'activity', column: 'title', row: 'r1', board: 'b1', keyId: '1' };

/** In the words of node:crypto. */
const refused = /unable to authenticate data|Invalid authentication tag|Invalid initialization vector/;

describe('a sealed text', () => {
  it('can be decrypted for the field it was sealed for, whatever its text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(decrypt(key, seal(key, text, field), field).toString('utf8')).toBe(text);
      }),
    );
  });

  it.each(Object.keys(field) as (keyof SealedField)[])('cannot be decrypted for another %s', (part) => {
    const sealed = seal(key, 'Petit-déj au lit', field);
    expect(() => decrypt(key, sealed, { ...field, [part]: 'elsewhere' })).toThrow(refused);
  });

  it('cannot be decrypted where its field is split up otherwise', () => {
    const sealed = seal(key, 'x', { ...field, table: 'a","b', column: 'c' });
    expect(() => decrypt(key, sealed, { ...field, table: 'a', column: 'b","c' })).toThrow(refused);
  });

  it('cannot be decrypted with another key', () => {
    expect(() => decrypt(randomBytes(32), seal(key, 'x', field), field)).toThrow(refused);
  });

  it('cannot be decrypted when a single bit of it changed, or when it was cut', () => {
    const bytes = Buffer.from(seal(key, 'Bisou', field), 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(() => decrypt(key, changed.toString('base64url'), field)).toThrow(refused);
    }
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => decrypt(key, bytes.subarray(0, length).toString('base64url'), field)).toThrow(refused);
  });

  it('never looks the same twice', () => {
    expect(new Set(Array.from({ length: 1000 }, () => seal(key, 'Bisou', field))).size).toBe(1000);
  });
});
