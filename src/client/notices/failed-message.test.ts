import { expect, it } from 'vitest';
import type { PendingItem } from '#client/sync/commands/items.ts';
import { failedMessage } from './failed-message.ts';

const log: PendingItem = {
  kind: 'log',
  id: 'one',
  boardId: 'b',
  actionId: 'a',
  userId: 'u',
  title: 'Massage',
  points: 20,
  emoji: null,
  startedAt: 0,
  confirmedRevision: null,
};
const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ');

it('a refusal says why, and of several boards on which one', () => {
  const what = "L'action « Massage » n'a pas été notée. Votre score n'a pas bougé.";
  const gone = "Cette action n'existe plus.";
  expect(plain(failedMessage({ items: [log], sentence: null }, undefined))).toBe(`${what} Réessayez.`);
  expect(plain(failedMessage({ items: [log], sentence: gone }, undefined))).toBe(`${what} ${gone}`);
  expect(plain(failedMessage({ items: [log, { ...log, boardId: 'c' }], sentence: gone }, 'CHEZ NOUS'))).toBe(
    `${what} ${gone} CHEZ NOUS a dit non : rien n'a été noté ailleurs non plus.`,
  );
});
