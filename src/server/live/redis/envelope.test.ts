import { describe, expect, it } from 'vitest';
import { createEnvelope, type Letter } from './envelope.ts';

const letter: Letter = { from: 'a', sign: 'gap' };
const mine = createEnvelope('11'.repeat(32));

describe('a letter between copies', () => {
  it('is opened by every copy with the same key', () => {
    expect(createEnvelope('11'.repeat(32)).open(mine.close(letter))).toEqual(letter);
  });

  it('is opened by no other key, nor altered, nor in plain', () => {
    const closed = mine.close(letter);
    expect(createEnvelope('22'.repeat(32)).open(closed)).toBeUndefined();
    const bytes = Buffer.from(closed, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(mine.open(altered.toString('base64url'))).toBeUndefined();
    }
    for (const text of ['', JSON.stringify(letter), closed.slice(0, 10)]) expect(mine.open(text)).toBeUndefined();
  });
});
