/** A person's own export, brought to another installation: what was theirs is there as it was, once, and the doctor finds nothing. */
import { guestOn } from '../../../tests/guests.ts';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { boardLimits } from '#shared/board-limits';
import type { ExportedData } from '#shared/export';
import type { ActivityId, UserId } from '#shared/ids';
import { builtProgram } from '../../../tests/built-programs.ts';
import { boardOf, startTestApp, type Someone, type TestApp, type TestBoard } from '../../../tests/test-app.ts';
import { dump } from '../../../tests/database-state.ts';
import { logActivities } from '../activities/activities.ts';
import { undoActivity } from '../activities/undo.ts';
import { examine } from '../doctor/doctor.ts';
import { repeatableId } from '../ids/ids.ts';
import { importBoards } from './import-boards.ts';
import { readExport, WrongExport } from './read-export.ts';

const day = 24 * 60 * 60 * 1000;
const start = Date.parse('2026-05-04T05:30:00Z');
const source = await startTestApp({ boundless: true, hasty: true });

/** Somebody with a history: two boards of their own, one of somebody else, undos by both, favourites, a changed and a removed action. */
const { exported: document, administrator: lea } = await plant();

async function plant() {
  const [administrator, max] = await source.signUpAll('Léa', 'Max');
  const home = await boardOf(administrator, [max], {
    title: 'Maison',
    timeZone: 'Pacific/Auckland',
    actions: [{ title: 'Défi', points: 600, emoji: '🏆' }],
  });
  const alone = await boardOf(administrator, [], { title: 'Seule' });
  const theirs = await boardOf(max, [administrator], { title: 'Chez Max' });
  const opened = await administrator.does('GET /api/boards/:boardId', { params: { boardId: home.id } });
  const challenge = opened.actions.find(({ title }) => title === 'Défi')?.id ?? '';
  const logAt = async (who: Someone, board: TestBoard, actionId: string, at: number) => {
    const [logged] = await logActivities(source.deps, who.id, [{ id: randomUUID(), boardId: board.id, actionId, note: `Le ${at}` }], at);
    return logged?.activity.id ?? '';
  };
  // Over nine days in a row, below zero and up again.
  for (let count = 0; count < 9; count += 1) {
    const at = start + count * day;
    await logAt(administrator, home, home.dishes, at);
    const second = await logAt(administrator, home, home.breakfast, at + 3);
    await logAt(administrator, alone, alone.breakfast, at + 4);
    await logAt(max, home, home.breakfast, at + 5);
    if (count % 3 === 1) await undoActivity(source.deps, { actorId: administrator.id, boardId: home.id, activityId: second }, at + 9);
  }
  await logAt(administrator, home, challenge, start + 20 * day);
  const undoneLater = await logAt(administrator, home, challenge, start + 21 * day);
  await undoActivity(source.deps, { actorId: administrator.id, boardId: home.id, activityId: undoneLater }, start + 30 * day);
  // This log is dated by day: at night it would earn what the import cannot know of.
  await logAt(administrator, theirs, theirs.breakfast, start + 20 * day + 10);
  // What was logged keeps its title and points, and an action that is gone has no tile.
  const params = { boardId: home.id, actionId: home.breakfast };
  await administrator.does('PATCH /api/boards/:boardId/actions/:actionId', { params, body: { title: 'Grasse matinée', points: 25 } });
  await administrator.does('PATCH /api/boards/:boardId/actions/:actionId', {
    params: { boardId: home.id, actionId: home.dishes },
    body: { retired: true },
  });
  await administrator.does('PUT /api/boards/:boardId/actions/:actionId/favourite', { params });
  const exported: ExportedData = await administrator.does('GET /api/account/export');
  // An administrator before her undid it.
  const first = exported.activities.find(({ undoneAt }) => undoneAt !== null);
  if (first) first.undoneByMe = false;
  return { exported, administrator };
}

const own = new Set(document.boards.filter(({ isAdministrator }) => isAdministrator).map(({ id }) => id));

async function arrive(name = 'Léa.Ici') {
  const target = await startTestApp({ boundless: true, hasty: true });
  return { target, person: await target.signUp(name) };
}

const bring = (target: TestApp, userId: UserId, from: unknown = document, told?: (done: number, all: number) => void) =>
  importBoards(target.deps, userId, readExport(JSON.stringify(from)), told);

/** What a person did on the boards of this export, without the ids. */
const historyOf = ({ activities }: ExportedData) =>
  activities
    .filter(({ boardTitle }) => boardTitle === 'MAISON' || boardTitle === 'SEULE')
    .map(({ id: _, boardId: _board, actionId: _action, ...rest }) => JSON.stringify(rest))
    .toSorted();

const daysOf = ({ config }: TestApp, userId: string) =>
  (dump(config.dataDir)['member_day'] ?? [])
    .filter(({ user_id, actions }) => user_id === userId && Number(actions) > 0)
    .map(({ board_id: _, user_id: _user, ...sums }) => JSON.stringify(sums))
    .toSorted();

const rows = ({ config }: TestApp) => {
  const { user, board, board_member, board_action, activity, member_day, achievement, favourite_action } = dump(config.dataDir);
  return { user, board, board_member, board_action, activity, member_day, achievement, favourite_action };
};
const counts = (target: TestApp) => Object.entries(rows(target)).map(([table, all]) => [table, all?.length]);

describe('an import', () => {
  it('brings the boards that the person administers, with actions and their history, as it was', async () => {
    const { target, person } = await arrive();
    const imported = await bring(target, person.id);
    expect(imported).toEqual({
      new: { boards: 2, actions: 4, activities: 29, favourites: 1 },
      known: { boards: 0, activities: 0 },
      gone: 0,
    });
    expect(await examine(target.deps)).toEqual([]);
    const arrived: ExportedData = await person.does('GET /api/account/export');
    expect(historyOf(arrived)).toEqual(historyOf(document));
    const headers = ({ boards }: ExportedData, all: boolean) =>
      boards
        .filter(({ isAdministrator }) => all || isAdministrator)
        .map(({ title, icon, theme, score, timeZone }) => ({ title, icon, theme, score, timeZone }))
        .toSorted((one, other) => (one.title < other.title ? -1 : 1));
    expect(headers(arrived, true)).toEqual(headers(document, false));
    const actions = (one: ExportedData) =>
      one.actions.map(({ title, points, category, emoji }) => JSON.stringify([title, points, category, emoji])).toSorted();
    expect(actions(arrived)).toEqual(actions(document));
    const { points, actionsCount } = arrived.account;
    const counted = document.activities.filter(({ boardId, undoneAt }) => own.has(boardId) && undoneAt === null);
    expect({ points, actionsCount }).toEqual({ points: counted.reduce((sum, one) => sum + one.points, 0), actionsCount: counted.length });
  });

  it('makes the sums of each day, streaks and achievements that there were', async () => {
    const { target, person } = await arrive();
    await bring(target, person.id);
    const ofSource = (dump(source.config.dataDir)['member_day'] ?? [])
      .filter(({ user_id, board_id, actions }) => user_id === lea.id && own.has(String(board_id)) && Number(actions) > 0)
      .map(({ board_id: _, user_id: _user, ...sums }) => JSON.stringify(sums))
      .toSorted();
    expect(daysOf(target, person.id)).toEqual(ofSource);
    const achievementsOf = (app: TestApp, userId: string) =>
      (dump(app.config.dataDir)['achievement'] ?? [])
        .filter(({ user_id, activity_id }) => user_id === userId && activity_id !== null)
        .map(({ achievement_id, unlocked_at, times }) => JSON.stringify([achievement_id, unlocked_at, times]))
        .toSorted();
    expect(achievementsOf(target, person.id)).toEqual(achievementsOf(source, lea.id));
  });

  it('that is killed and begun anew counts nothing twice, and ends as if it had gone through', async () => {
    const [one, other] = [await arrive(), await arrive()];
    await bring(one.target, one.person.id);
    for (const stopAt of [1, 2, 25, 30]) {
      const killed = bring(other.target, other.person.id, document, (done) => {
        if (done >= stopAt) throw new Error('killed');
      });
      await expect(killed).rejects.toThrow('killed');
      expect(await examine(other.target.deps)).toEqual([]);
    }
    const last = await bring(other.target, other.person.id);
    expect(last.known.boards + last.new.boards).toBe(2);
    expect(last.known.activities + last.new.activities).toBe(29);
    expect(counts(other.target)).toEqual(counts(one.target));
    const before = rows(other.target);
    expect((await bring(other.target, other.person.id)).new).toEqual({ boards: 0, actions: 0, activities: 0, favourites: 0 });
    expect(rows(other.target)).toEqual(before);
    expect(await examine(other.target.deps)).toEqual([]);
  });

  it('brings an activity although somebody, who knew the person elsewhere, has logged or noted something under its id', async () => {
    const { target, person } = await arrive();
    const [max, zoe] = await target.signUpAll('Max.Ici', 'Zoé.Ici');
    const board = await boardOf(max, [zoe]);
    const mine = document.activities.filter(({ boardId }) => own.has(boardId));
    const undone = mine.find(({ undoneAt }) => undoneAt !== null);
    const [first, second] = mine.filter(({ undoneAt }) => undoneAt === null);
    const idHere = (id: string | undefined) => repeatableId<ActivityId>(person.id, `import ${id ?? ''}`);
    const params = { boardId: board.id };
    for (const id of [idHere(undone?.id), idHere(first?.id), idHere(idHere(first?.id))])
      await max.does('POST /api/boards/:boardId/activities', { params, body: { id, actionId: board.breakfast } });
    const loss = { id: idHere(second?.id), actionId: board.dishes, for: zoe.id };
    await max.does('POST /api/boards/:boardId/owed-losses', { params, body: loss });

    const imported = await bring(target, person.id);

    expect([imported.new.activities, imported.known.activities]).toEqual([29, 0]);
    expect(historyOf(await person.does('GET /api/account/export'))).toEqual(historyOf(document));
    const { activities } = await max.does('GET /api/boards/:boardId/activities', { params });
    expect(activities.map((one) => one.undone)).toEqual([null, null, null]);
    expect((await bring(target, person.id)).known.activities).toBe(29);
    expect(await examine(target.deps)).toEqual([]);
  });

  it('brings no board back that was deleted here since, and touches nothing else', async () => {
    const { target, person } = await arrive();
    await bring(target, person.id);
    const { boards } = await person.does('GET /api/boards');
    const gone = boards.find(({ title }) => title === 'SEULE');
    await person.does('DELETE /api/boards/:boardId', { params: { boardId: gone?.id ?? '' } });
    expect(await bring(target, person.id)).toMatchObject({ new: { boards: 0, activities: 0 }, known: { boards: 1 }, gone: 1 });
    expect(await examine(target.deps)).toEqual([]);
  });

  it('beside the boards that the account has, and of an export of this very database, makes boards of their own', async () => {
    const before = await lea.does('GET /api/boards');
    await bring(source, lea.id);
    const after = await lea.does('GET /api/boards');
    expect(after.boards).toHaveLength(before.boards.length + 2);
    for (const board of before.boards) expect(after.boards).toContainEqual(board);
    expect(await examine(source.deps)).toEqual([]);
  });

  it('of an export from before the actions were in it makes them of the activities', async () => {
    const { target, person } = await arrive();
    const { actions: _, ...older } = document;
    const boards = older.boards.map(({ timeZone: _zone, ...board }) => board);
    expect((await bring(target, person.id, { ...older, boards })).new).toMatchObject({ boards: 2, actions: 4, activities: 29 });
    expect(await examine(target.deps)).toEqual([]);
  });
});

describe('the texts of an export', () => {
  const copy = structuredClone(document);
  const [one, other, third] = copy.activities.filter(({ boardId }) => own.has(boardId));
  if (!one || !other || !third) throw new Error('too few activities');
  [one.note, other.note, third.note] = ['deux\nlignes\u0000 \u202Egnp.exe', '\u200B\n', `a${'\u0301'.repeat(139)}`];
  for (const board of copy.boards) board.title = `${board.title}\u200B`;

  it('come as if they were written here', async () => {
    const { target, person } = await arrive();
    const found = readExport(JSON.stringify(copy));
    expect(found.cleaned).toBe(3 + own.size);
    await importBoards(target.deps, person.id, found);
    const arrived: ExportedData = await person.does('GET /api/account/export');
    const notes = arrived.activities.map(({ note }) => note);
    expect(notes).toContain('deux lignes gnp.exe');
    expect(notes).toContain(`a${'\u0301'.repeat(4)}`);
    expect(notes.filter((note) => note === undefined)).toHaveLength(1);
    expect(await examine(target.deps)).toEqual([]);
  });

  it('may be as long as here, in whatever script', () => {
    const long = structuredClone(document);
    for (const activity of long.activities) [activity.title, activity.note] = ['𝒂'.repeat(60), '🏆'.repeat(140)];
    expect(readExport(JSON.stringify(long)).activities).toHaveLength(29);
  });

  it('have no signs for the terminal in the name of their author', () => {
    const named = { ...document, account: { ...document.account, username: `\u001B[2JLéa${'x'.repeat(200_000)}` } };
    expect(readExport(JSON.stringify(named)).username).toBe(`[2JLéa${'x'.repeat(23)}`);
  });
});

describe('an account with as many boards as one may have', () => {
  it('gets none of an export, and nothing of it comes', async () => {
    const { target, person } = await arrive();
    await target.deps.database.unitOfWork(({ db }) =>
      db
        .updateTable('user')
        .set({ boards_count: boardLimits.boardsPerPerson - 1 })
        .where('id', '=', person.id)
        .execute(),
    );
    const before = rows(target);
    await expect(bring(target, person.id)).rejects.toThrow("Rien n'est importé : ce compte aurait 201 tableaux, et 200 est le maximum.");
    expect(rows(target)).toEqual(before);
  });
});

describe('an account without an address that was not kept', () => {
  it('gets no board of an export, which it would have to administer', async () => {
    const { target, person } = await arrive();
    const guest = await guestOn(target, person, await boardOf(person), 'Invitée');
    const before = rows(target);
    await expect(bring(target, guest.id)).rejects.toThrow(
      "Rien n'est importé : cette personne joue sans adresse, et garde d'abord sa partie.",
    );
    expect(rows(target)).toEqual(before);
  });
});

describe('an export that an editor saved again', () => {
  const text = JSON.stringify(document);
  const little = Buffer.from(text, 'utf16le');

  it.each<[string, string | Uint8Array]>([
    ['in UTF-8 with a BOM', Buffer.from(`\uFEFF${text}`)],
    ['with a BOM that was read as text', `\uFEFF${text}`],
    ['with line breaks of Windows', `${text.replaceAll(',', ',\r\n')}\r\n`],
    ['in UTF-16 LE', little],
    ['in UTF-16 LE with a BOM', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['in UTF-16 BE', Buffer.from(little).swap16()],
    ['in UTF-16 BE with a BOM', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ])('is read %s', (_encoding, file) => {
    expect(readExport(file)).toEqual(readExport(text));
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    ['is empty', Buffer.alloc(0), /^Ce fichier est vide\./],
    ['is packed', gzipSync(text), /^Ce fichier est compressé \(gzip\)/],
    ['lost its accents', Buffer.from(text, 'latin1'), /^Ce fichier n'est pas un texte en UTF-8 ou UTF-16/],
    ['ends within a sign', little.subarray(0, 101), /^Ce fichier n'est pas un texte en UTF-8 ou UTF-16/],
    ['ends early', text.slice(0, 100), /^Ce fichier n'est pas du JSON : il s'arrête trop tôt\.$/],
    ['ends early in UTF-16', little.subarray(0, 100), /^Ce fichier n'est pas du JSON : il s'arrête trop tôt\.$/],
    ['is a page', '<!doctype html><html lang="fr"></html>', /^Ce fichier n'est pas du JSON : un signe n'y a pas sa place\.$/],
    ['has a comma too many', text.replace('"account"', ',"account"'), /^Ce fichier n'est pas du JSON : le signe \d+ n'y a pas sa place\.$/],
  ])('that %s is refused with what is true', (_what, file, sentence) => {
    expect(() => readExport(file)).toThrow(WrongExport);
    expect(() => readExport(file)).toThrow(sentence);
  });
});

describe('what is no export that can be read', () => {
  const board = document.boards.findIndex(({ isAdministrator }) => isAdministrator);
  const index = document.activities.findIndex(({ boardId }) => own.has(boardId));
  const changed = (change: (copy: ExportedData) => void) => {
    const copy = structuredClone(document);
    change(copy);
    return JSON.stringify(copy);
  };
  const set = (list: 'boards' | 'activities' | 'actions' | 'favourites', at: number, field: string, value: unknown) =>
    changed((copy) => void Reflect.set(copy[list][at] ?? {}, field, value));

  it.each<[string, string, RegExp]>([
    ['no JSON', 'Bonjour', /^Ce fichier n'est pas du JSON : /],
    ['half an export', JSON.stringify(document).slice(0, 200), /^Ce fichier n'est pas du JSON : /],
    ['another JSON', '{"name":"ou-la-la","version":"1.0.0"}', /^Ce fichier n'est pas un export d'OU LA LA/],
    ['a list', '[]', /^Ce fichier n'est pas un export d'OU LA LA/],
    ['a newer format', changed((copy) => void Reflect.set(copy, 'version', 2)), /version plus récente .*format 2, connu ici : 1/],
    ['a format that never was', changed((copy) => void Reflect.set(copy, 'version', 0)), /À version : le format 0 n'existe pas\.$/],
    ['no activities', changed((copy) => void Reflect.deleteProperty(copy, 'activities')), /À activities : /],
    ['a long title', set('boards', board, 'title', 'A'.repeat(61)), /À boards\[\d\]\.title : 60 caractères au plus pour un titre\.$/],
    ['an unknown icon', set('boards', board, 'icon', '🦖'), /À boards\[\d\]\.icon : cette icône n'est pas/],
    ['an unknown theme', set('boards', board, 'theme', 'brown'), /À boards\[\d\]\.theme : cette couleur n'est pas/],
    [
      'an unknown time zone',
      set('boards', board, 'timeZone', 'Mars/Olympus'),
      /À boards\[\d\]\.timeZone : Ce fuseau horaire n'existe pas\.$/,
    ],
    ['points out of range', set('activities', index, 'points', 1001), /À activities\[\d+\]\.points : De −1/],
    ['points of nothing', set('actions', 0, 'points', 0), /À actions\[0\]\.points : De −1/],
    ['half a point', set('activities', index, 'points', 1.5), /À activities\[\d+\]\.points : /],
    ['two emojis', set('activities', index, 'emoji', '🏆🏆'), /À activities\[\d+\]\.emoji : Choisissez un seul emoji\.$/],
    ['a long title of an activity', set('activities', index, 'title', 'a'.repeat(61)), /À activities\[\d+\]\.title : 60 caractères/],
    [
      'the future',
      set('activities', index, 'loggedAt', Date.now() + day),
      /À activities\[\d+\]\.loggedAt : cette date est dans l'avenir \(/,
    ],
    ['an undo in the future', set('activities', index, 'undoneAt', 1e17), /À activities\[\d+\]\.undoneAt : /],
    ['a time before all times', set('activities', index, 'loggedAt', -1), /À activities\[\d+\]\.loggedAt : cette date est avant 1970\.$/],
    [
      'an activity twice',
      changed((copy) => void copy.activities.push(...copy.activities.slice(index, index + 1))),
      /À activities\[\d+\]\.id : .* deux fois/,
    ],
    ['a board twice', changed((copy) => void copy.boards.push(...copy.boards)), /À boards\[\d\]\.id : ce tableau y est deux fois\.$/],
    [
      'an action twice',
      changed((copy) => void copy.actions.push(...copy.actions.slice(0, 1))),
      /À actions\[\d\] : ce tableau a déjà cette action\.$/,
    ],
    ['an action of another board', set('actions', 0, 'boardId', 'elsewhere'), /À actions\[0\]\.boardId : ce tableau n'est pas/],
    ['a title of no letter', set('actions', 0, 'title', '🏆'), /À actions\[0\]\.title : Il faut au moins une lettre/],
    [
      'a long note',
      set('activities', index, 'note', 'a'.repeat(200_000)),
      /À activities\[\d+\]\.note : 140 caractères au plus pour votre mot\.$/,
    ],
    ['a note of marks', set('activities', index, 'note', '\u0301'.repeat(200_000)), /À activities\[\d+\]\.note : 140 caractères/],
    [
      'a title that shows nothing',
      set('activities', index, 'title', '\u202E\u0000\n'),
      /À activities\[\d+\]\.title : Le nom de l'action est requis\.$/,
    ],
    ['a long category', set('actions', 0, 'category', 'a'.repeat(41)), /À actions\[0\]\.category : 40 caractères au plus/],
    [
      'a favourite of tomorrow',
      set('favourites', 0, 'markedAt', Date.now() + day),
      /À favourites\[0\]\.markedAt : cette date est dans l'avenir/,
    ],
    [
      'a favourite twice',
      changed((copy) => void copy.favourites.push(...copy.favourites)),
      /À favourites\[1\] : ce favori y est deux fois\.$/,
    ],
    [
      'too many boards',
      changed(
        (copy) => void copy.boards.push(...Array.from({ length: 201 }, (_, at) => ({ ...copy.boards[board], id: `b${at}` }) as never)),
      ),
      /À boards : 200 tableaux, c'est le maximum/,
    ],
  ])('%s is refused in a sentence that names the place', (_what, text, sentence) => {
    expect(() => readExport(text)).toThrow(WrongExport);
    expect(() => readExport(text)).toThrow(sentence);
  });
});

describe('the command', () => {
  async function run({ config }: TestApp, args: readonly string[]) {
    const child = spawn(process.execPath, [builtProgram('import'), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { DATA_DIR: config.dataDir, DATABASE_URL: config.databaseUrl ?? '', NODE_NO_WARNINGS: '1' },
    });
    const outcome = { code: undefined as unknown, out: '', err: '' };
    child.stdout.on('data', (text) => (outcome.out += text));
    child.stderr.on('data', (text) => (outcome.err += text));
    [outcome.code] = await once(child, 'close');
    return outcome;
  }

  it('says what came and what does not, beside a running server, which shows it', async () => {
    const { target, person } = await arrive();
    const file = join(target.config.dataDir, 'export.json');
    // As Windows PowerShell saves it.
    writeFileSync(file, JSON.stringify(document), 'utf16le');
    const { code, out, err } = await run(target, [file, '--pseudo', 'léa.ici']);
    expect(code).toBe(0);
    expect(out).toContain('100 %\n');
    expect(out).toContain('Venus : 2 tableaux, 4 actions, 29 activités, 1 favori.\n');
    expect(out).toContain("  - 1 tableau que quelqu'un d'autre administre\n  - 1 activité notée sur un tel tableau ou un tableau quitté\n");
    expect(JSON.parse(err)).toMatchObject({ level: 30, command: 'import', boards: 2, activities: 29 });
    expect(err).not.toMatch(/léa|maison/i);
    expect((await person.does('GET /api/boards')).boards.map(({ title }) => title).toSorted()).toEqual(['MAISON', 'SEULE']);
    const again = await run(target, [file, '--pseudo', 'Léa.Ici']);
    expect(again.out).toContain('Venus : 0 tableau, 0 action, 0 activité.\nDéjà là : 2 tableaux, 29 activités.\n');
  });

  it('ends with one sentence and writes nothing where it cannot do its work', async () => {
    const { target } = await arrive();
    const file = join(target.config.dataDir, 'export.json');
    writeFileSync(file, JSON.stringify(document));
    const huge = join(target.config.dataDir, 'huge.json');
    writeFileSync(huge, '');
    truncateSync(huge, 129 * 1024 * 1024);
    const before = counts(target);
    const outcomes = await Promise.all(
      [[], [file], [file, '--pseudo', 'Personne.Ici'], [join(file, 'nowhere'), '--pseudo', 'Léa.Ici'], [huge, '--pseudo', 'Léa.Ici']].map(
        (args) => run(target, args),
      ),
    );
    const sentences = [
      /^Usage : /,
      /^Usage : /,
      /^Aucun compte n'a le pseudo « Personne\.Ici » ici/,
      /\((ENOTDIR|ENOENT)\)\.$/,
      /trop grand pour un export : 128 Mo/,
    ];
    for (const [index, { code, out, err }] of outcomes.entries()) {
      expect(err.trimEnd()).toMatch(sentences[index] ?? /never/);
      expect({ code, out, lines: err.trimEnd().split('\n').length }).toEqual({ code: 1, out: '', lines: 1 });
    }
    expect(counts(target)).toEqual(before);
    expect((await run(target, ['--help'])).out).toContain('npm run import -- <export.json> --pseudo <pseudo>');
  });
});
