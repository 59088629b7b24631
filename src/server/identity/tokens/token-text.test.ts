import { expect, it } from 'vitest';
import { isTokenText, newTokenText } from './token-text.ts';

const many = Array.from({ length: 2000 }, newTokenText);

it('each new token has the form of one, of the same length, and is another', () => {
  expect(new Set(many).size).toBe(many.length);
  for (const text of many) {
    expect(text).toMatch(/^oulala_[0-9A-Za-z]{49}$/);
    expect(isTokenText(text)).toBe(true);
  }
});

it('a token with one other sign, one less or one more is none', () => {
  const [text = ''] = many;
  for (let at = 0; at < text.length; at += 1) {
    const other = text[at] === 'x' ? 'y' : 'x';
    expect(isTokenText(text.slice(0, at) + other + text.slice(at + 1))).toBe(false);
    expect(isTokenText(text.slice(0, at) + text.slice(at + 1))).toBe(false);
    expect(isTokenText(text.slice(0, at))).toBe(false);
  }
  for (const wrong of [`${text}0`, `${text}\n`, ` ${text}`, text + text, text.toUpperCase(), text.replace('oulala_', ''), ''])
    expect(isTokenText(wrong)).toBe(false);
});
