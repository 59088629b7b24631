import { expect, it } from 'vitest';
import { createSessionCookie } from './session-cookie.ts';

const cookie = createSessionCookie({ secret: 'a'.repeat(64), secure: false });
const [pair = ''] = cookie.lineOf('some-token', true).split(';');
const value = decodeURIComponent(pair.slice('ou-la-la='.length));

it('a cookie is known again, as often as it comes', () => {
  for (const _ of [1, 2]) expect(cookie.tokenOf(`theme=dark; ${pair}`)?.token).toBe('some-token');
});

it.each([
  ['with more behind it', `${value}!`],
  ['without its padding', value.replace(/=+$/, '')],
  ['with a blank in it', value.replace('.', '. ')],
  ['of another token', value.replace('some', 'same')],
  ['of no token', value.slice(value.indexOf('.'))],
])('a signature %s is not ours', (_, forged) => {
  expect(cookie.tokenOf(`ou-la-la=${encodeURIComponent(forged)}`)).toBeNull();
});
