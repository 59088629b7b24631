/** An export may have been changed by hand, or be a file that was never one: an import brings nothing that could not have been entered here. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountLimits } from '#shared/account-rules';
import { loggedTitle } from '#shared/actions';
import { writeNote } from '#shared/activities';
import { createBoard } from '#shared/boards';
import { timeZoneNamed } from '#shared/calendar';
import type { ExportedData } from '#shared/export';
import { boardOf, startTestApp } from '../../../tests/test-app.ts';
import { examine } from '../doctor/doctor.ts';
import { importBoards } from './import-boards.ts';
import { readExport, WrongExport } from './read-export.ts';

const app = await startTestApp({ boundless: true, hasty: true });
const sample = await plant();

async function plant(): Promise<ExportedData> {
  const [lea, max] = await app.signUpAll('Léa', 'Max');
  const board = await boardOf(lea, [max], { title: 'Maison', actions: [{ title: 'Défi', points: 600, emoji: '🏆', category: 'Jeux' }] });
  const params = { boardId: board.id };
  for (const [index, actionId] of [board.breakfast, board.dishes, board.breakfast].entries()) {
    const log = { id: `a-log-of-the-sample-${index}`, actionId, note: `Mot ${index}` };
    await lea.does('POST /api/boards/:boardId/activities', { params, body: log });
  }
  await lea.does('PUT /api/boards/:boardId/actions/:actionId/favourite', { params: { ...params, actionId: board.breakfast } });
  return await lea.does('GET /api/account/export');
}

const texts = fc.oneof(
  fc.constantFrom(
    ...['', ' ', '\n', '\u0000', '\u202Egnp.exe', 'deux\nlignes', '\u3164\u200B', `a${'\u0301'.repeat(139)}`, '\uD800'],
    ...['🏆', '🏆🏆', '..', '\u001B[2J', '<script>', "'; drop table activity; --", '👩‍❤️‍💋‍👩'.repeat(12)],
    ...['a'.repeat(61), 'b'.repeat(141), '\u0301'.repeat(200_000), 'x'.repeat(200_000)],
    ...['Europe/Paris', 'Mars/Olympus', '+02:00', 'rose', 'Défi', '2026-01-01', '__proto__', 'Straße', 'İstanbul', 'ﬃ'],
  ),
  fc.string({ unit: 'binary', maxLength: 70 }),
);
const numbers = fc.constantFrom(
  ...[0, -1, 1, 1.5, 1000, 1001, -1001, 1e17, -1e17, Number.MAX_SAFE_INTEGER, 2 ** 53],
  ...[Date.now() + 60_000, Date.now() + 1e9],
);
const values = fc.oneof(
  { weight: 4, arbitrary: texts },
  { weight: 2, arbitrary: numbers },
  fc.constantFrom(null, true, [], {}, [[]], '1', undefined),
);

const lists = ['boards', 'actions', 'activities', 'favourites', 'account', 'achievements'] as const;
const fields = {
  boards: ['id', 'title', 'icon', 'theme', 'isAdministrator', 'timeZone', 'joinedAt', 'score', 'recapSeen', 'filmYearSeen'],
  actions: ['id', 'boardId', 'title', 'points', 'category', 'emoji'],
  activities: [
    ...['id', 'boardId', 'boardTitle', 'actionId', 'title', 'points', 'emoji'],
    ...['note', 'notedBy', 'loggedAt', 'undoneAt', 'undoneByMe', 'for'],
  ],
  favourites: ['actionId', 'boardId', 'markedAt'],
  account: ['username', 'email', 'points'],
  achievements: ['id', 'unlockedAt'],
};
const change = fc
  .constantFrom(...lists)
  .chain((list) =>
    fc.record({ list: fc.constant(list), field: fc.constantFrom(...fields[list]), index: fc.nat(3), value: values, isTwice: fc.boolean() }),
  );

/** The sample with some fields changed; where `isTwice`, in a copy of the entry that is added to its list. */
const exports = fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
  const copy = structuredClone(sample);
  for (const { list, field, index, value, isTwice } of changes) {
    const entries: object[] = list === 'account' ? [copy.account] : copy[list];
    const entry = entries[index % Math.max(entries.length, 1)] ?? {};
    const changed = isTwice ? structuredClone(entry) : entry;
    Reflect.set(changed, field, value);
    if (isTwice && list !== 'account') entries.push(changed);
  }
  return JSON.stringify(copy);
});

const sentence = /^(?:Rien n'est importé\. À [\w.[\]]+ : |Ce fichier |Cet export )[^\p{Cc}]+\.$/u;

/** What was read; undefined for an export that is refused, whose refusal must be a sentence with the place. */
function readOrRefused(text: string) {
  try {
    return readExport(text);
  } catch (failure) {
    expect(failure).toBeInstanceOf(WrongExport);
    if (failure instanceof WrongExport) expect(failure.message).toMatch(sentence);
    return undefined;
  }
}

interface Entered {
  boards: { title: string; icon: string; theme: string; timeZone: string; id: string }[];
  actions: { boardId: string; title: string; points: number; category: string | null; emoji: string | null }[];
  activities: Pick<ExportedData['activities'][number], 'title' | 'points' | 'emoji' | 'note' | 'loggedAt' | 'undoneAt'>[];
}

/** Expects the schemas of the API to accept it without a change. */
function expectEnterable({ boards, actions, activities }: Entered): void {
  type Action = Omit<Entered['actions'][number], 'boardId' | 'category'> & { category?: string | null };
  const actionOf = ({ title, points, category, emoji }: Action) => ({
    ...{ title, points },
    ...(category ? { category } : {}),
    ...(emoji === null ? {} : { emoji }),
  });
  for (const { id, title, icon, theme, timeZone } of boards) {
    const own = actions.filter(({ boardId }) => boardId === id).map(actionOf);
    const some = own.length > 0 ? own : [{ title: 'Une action', points: 1 }];
    const header = { title, icon, theme, timeZone };
    expect(createBoard.parse({ ...header, actions: some })).toMatchObject({ ...header, actions: some });
    expect(timeZoneNamed(timeZone)).toBe(timeZone);
  }
  for (const { title, note, loggedAt, undoneAt, ...rest } of activities) {
    expect(loggedTitle.parse(title)).toBe(title);
    createBoard.shape.actions.parse([actionOf({ title: 'Une action', ...rest })]);
    if (note !== undefined) expect(writeNote.parse({ note })).toEqual({ note });
    for (const time of [loggedAt, undoneAt ?? 0]) expect(time >= 0 && time <= Date.now()).toBe(true);
  }
}

describe('an export that somebody has changed', () => {
  it('is refused with the place, or all that is read of it could have been entered here', () => {
    let read = 0;
    const rule = fc.property(exports, (text) => {
      const found = readOrRefused(text);
      if (!found) return;
      read += 1;
      const boards = found.boards.map(({ id, header }) => ({ id, ...header }));
      const kept = found.activities.map(({ note = '', ...one }) => ({ ...one, ...(note === '' ? {} : { note }) }));
      expectEnterable({ boards, actions: found.boards.flatMap(({ actions }) => actions), activities: kept });
      expect(found.username).not.toMatch(/\p{Cc}/u);
      expect(found.username.length).toBeLessThanOrEqual(accountLimits.usernameMax);
    });
    fc.assert(rule, { numRuns: 1500 });
    expect(read).toBeGreaterThan(100);
  });

  it('is, once imported, exported again as something that could have been entered here, and the doctor finds nothing', async () => {
    let people = 0;
    const rule = fc.asyncProperty(exports, async (text) => {
      const found = readOrRefused(text);
      if (!found) return;
      const person = await app.signUp(`Personne${(people += 1)}`);
      await importBoards(app.deps, person.id, found);
      const exported: ExportedData = await person.does('GET /api/account/export');
      expectEnterable(exported);
      expect(exported.boards).toHaveLength(found.boards.length);
      expect(exported.activities).toHaveLength(found.activities.length);
      expect(exported.favourites.every(({ markedAt }) => markedAt > 0)).toBe(true);
      expect(readExport(JSON.stringify(exported)).cleaned).toBe(0);
    });
    await fc.assert(rule, { numRuns: 60 });
    expect(await examine(app.deps)).toEqual([]);
  });
});
