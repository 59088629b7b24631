import { beforeEach, expect, test, vi } from 'vitest';
import { avatars } from '#shared/account-rules';
import { léa, max, memberOf } from '#client/app/testing/samples.ts';
import { avatarCount, isAvatarOffered } from './avatar-offered.ts';
import { keepOn } from './kept-avatars.ts';

const [first, second] = [
  { ...memberOf(max), joinedAt: 1 },
  { ...memberOf(léa), joinedAt: 2 },
];

beforeEach(() => {
  for (const name of ['localStorage', 'sessionStorage']) {
    const notes = new Map<string, string>();
    vi.stubGlobal(name, { getItem: (key: string) => notes.get(key) ?? null, setItem: (key: string, note: string) => notes.set(key, note) });
  }
});

test('room is kept for the offer of another avatar where somebody had it before, and nowhere else', () => {
  expect(isAvatarOffered([first, second], léa, 'board')).toBe(true);
  expect(isAvatarOffered([first, second], max, 'board')).toBe(false);
  expect(isAvatarOffered([second], léa, 'board')).toBe(false);
  expect(isAvatarOffered([{ ...first, avatar: '🦄' }, second], léa, 'board')).toBe(false);
});

test.each([true, false])('no room is kept on a board where the person keeps the avatar (essential cookies %s)', (essentialCookies) => {
  keepOn({ ...léa, preferences: { ...léa.preferences, essentialCookies } }, 'kept');
  expect(isAvatarOffered([first, second], léa, 'kept')).toBe(false);
  expect(isAvatarOffered([first, second], léa, 'board')).toBe(true);
});

test('no room is kept where the others have every avatar that there is', () => {
  expect(avatarCount).toBe(avatars.length);
  const others = avatars.map(({ symbol }, index) => ({ ...memberOf(max), userId: `member ${index}`, avatar: symbol, joinedAt: 1 }));
  expect(isAvatarOffered([...others, second], léa, 'board')).toBe(false);
  expect(isAvatarOffered([...others.filter(({ avatar }) => avatar === léa.avatar), second], léa, 'board')).toBe(true);
});
