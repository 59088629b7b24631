import { expect, it } from 'vitest';
import { newRecoveryCode, readRecoveryCode } from './recovery-code.ts';

it('a code is read whatever its case, blanks and dashes, and whichever letter stands for the digit that it looks like', () => {
  for (const typed of ['0011-1199-ABCD-EFGH', 'ooiILl99abcdefgh', ' OO11 – 1l99 – abcd—efgh ', '００１１1199ABCDEFGH'])
    expect(readRecoveryCode(typed)).toBe('00111199ABCDEFGH');
});

it('a code has none of the letters that look like another, and is another each time', () => {
  const codes = Array.from({ length: 500 }, newRecoveryCode);
  expect(new Set(codes).size).toBe(codes.length);
  const signs = new Set(codes.join('').replaceAll('-', ''));
  expect([...signs].toSorted().join('')).toBe('0123456789ABCDEFGHJKMNPQRSTVWXYZ');
  for (const code of codes) expect(readRecoveryCode(code)).toBe(code.replaceAll('-', ''));
});
