import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accountOf, léa } from '#client/app/testing/samples.ts';
import { hasKept, keepOn, keepOnlyAvatarsOf } from './kept-avatars.ts';

const person = (id: string, essentialCookies = true) => accountOf(id, { preferences: { ...léa.preferences, essentialCookies } });
const [lea, max] = [person('lea'), person('max')];
const wary = person('wary', false);

function storage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}
let [lasting, passing] = [storage(), storage()];

beforeEach(() => {
  [lasting, passing] = [storage(), storage()];
  vi.stubGlobal('localStorage', lasting);
  vi.stubGlobal('sessionStorage', passing);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('an avatar is kept on one board, by one person', () => {
  keepOn(lea, 'a');
  keepOn(lea, 'b');
  expect([hasKept(lea, 'a'), hasKept(lea, 'b'), hasKept(lea, 'c'), hasKept(max, 'a')]).toEqual([true, true, false, false]);
});

it('a choice does not outlive the browser of a person without essential cookies', () => {
  keepOn(wary, 'a');
  expect(hasKept(wary, 'a')).toBe(true);
  expect(lasting.kept.size).toBe(0);
});

it('the next person leaves nothing of those before', () => {
  for (const one of [lea, max, wary]) keepOn(one, 'a');
  keepOnlyAvatarsOf('max');
  expect([lea, max, wary].map((one) => hasKept(one, 'a'))).toEqual([false, true, false]);
});

it('no choice is left when nobody is signed in', () => {
  for (const one of [lea, max, wary]) keepOn(one, 'a');
  keepOnlyAvatarsOf(null);
  expect([lasting.kept.size, passing.kept.size]).toEqual([0, 0]);
});

it('a refused or foreign storage stops nobody', () => {
  lasting.kept.set('kept-faces', '{"not":"a list"}');
  expect(hasKept(lea, 'a')).toBe(false);
  vi.stubGlobal('localStorage', undefined);
  keepOn(lea, 'a');
  keepOnlyAvatarsOf(null);
  expect(hasKept(lea, 'a')).toBe(false);
});
