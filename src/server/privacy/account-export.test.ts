/** All that is kept of a person is in their export, and nothing of anybody else (decision B8, S9). */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { text as readAll } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type ExportedData, exportedData } from '#shared/export';
import { agree, contest, contests, goal, playedSeason } from '../../../tests/seasons.ts';
import { addPasskey, passkeyOrigin } from '../../../tests/passkeys.ts';
import {
  accept,
  boardOf,
  type TestBoard,
  log,
  password,
  startTestApp,
  remove,
  resetToken,
  type Someone,
  waiting,
} from '../../../tests/test-app.ts';
import { programOf } from '../../../tests/programs.ts';
import { subscription } from '../../../tests/push-subscriptions.ts';
import { chooseLastWeek, lastWeek, playLastWeek } from '../../../tests/last-week.ts';
import { guestOn, returnLinkFor } from '../../../tests/guests.ts';
import { columnsIn, dump, isHeld, print, tamper, tamperAtOnce } from '../../../tests/database-state.ts';
import { wallBy } from '../../../tests/walls.ts';
import { inventoryFor, type Reader, type Row } from '../../../tests/export-inventory.ts';
import { exportAccount } from './account-export.ts';

const testApp = await startTestApp({ boundless: true, hasty: true, config: { smtpUrl: 'smtp://127.0.0.1:9', origin: passkeyOrigin } });
const { deps, config } = testApp;

const exportOf = (person: Someone): Promise<ExportedData> => person.does('GET /api/account/export');
const undo = (actor: Someone, board: TestBoard, activityId: string) =>
  actor.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { boardId: board.id, activityId } });
const react = (actor: Someone, board: TestBoard, activityId: string) =>
  actor.does('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', {
    params: { boardId: board.id, activityId, emoji: '❤️' },
  });
const mark = (actor: Someone, board: TestBoard) =>
  actor.does('PUT /api/boards/:boardId/actions/:actionId/favourite', { params: { boardId: board.id, actionId: board.breakfast } });
const invite = (actor: Someone, board: TestBoard, username: string, type: 'invitation' | 'member_invitation' = 'invitation') =>
  actor.does('POST /api/boards/:boardId/requests', { params: { boardId: board.id }, body: { type, username } });
const ask = (actor: Someone, board: TestBoard) =>
  actor.does('POST /api/boards/:boardId/requests', { params: { boardId: board.id }, body: { type: 'request' } });

// Read once, so that what opens a text need not wait.
const secrets = new Map<string, { decrypt(text: string, table: string, column: string, row: string): string }>();
const decrypted: Reader['decrypted'] = (text, table, row, boardId, column = 'title') =>
  secrets.get(String(boardId))?.decrypt(String(text), table, column, String(row)) ?? null;

describe('the inventory', () => {
  it('names every column of every table', () => {
    const inventory = inventoryFor({ me: '', administered: new Set(), decrypted });
    const named = Object.entries(inventory).flatMap(([table, { columns: own }]) =>
      table.includes(',') ? [] : Object.keys(own).map((column) => `${table}.${column}`),
    );
    expect(named.toSorted()).toEqual(columnsIn(config.dataDir).toSorted());
  });

  it('finds every value of a person in the export, and every value of the export in a row of theirs', async () => {
    const [person, host] = [await richPerson(), await testApp.signUp('Aubergiste')];
    const hosted = await boardOf(host);
    const guest = await guestOn(testApp, host, hosted, 'Basile');
    await returnLinkFor(host, hosted, guest);
    tamper(config.dataDir, 'update guest set warned_at = ?', Date.now());
    const found = new Set([...(await valuesOf(person)), ...(await valuesOf(guest))]);
    const tables = Object.entries(inventoryFor({ me: '', administered: new Set(), decrypted })).filter(([, { entries }]) => entries);
    expect(tables.map(([name]) => name).filter((name) => !found.has(name))).toEqual([]);
  });

  /** The tables with rows of a person, each of which was compared with the export. */
  async function valuesOf(person: Someone): Promise<string[]> {
    const { id: me } = person;
    const before = print(config.dataDir);
    const document = await exportOf(person);
    expect(print(config.dataDir)).toBe(before);
    const found: string[] = [];
    const tables = dump(config.dataDir);
    const boardIds = (tables['board'] ?? []).map(({ id }) => String(id));
    const administered = new Set((tables['board'] ?? []).filter(({ created_by }) => created_by === me).map(({ id }) => id));
    for (const [boardId, boardSecrets] of await deps.boardKeys.ofAll(deps.database.read, boardIds)) secrets.set(boardId, boardSecrets);

    const isOwn = ({ user_id }: Row, userId: string) => user_id === userId;
    for (const [name, { columns: own, rowsOf = isOwn, entries, key }] of Object.entries(inventoryFor({ me, administered, decrypted }))) {
      if (!entries) continue;
      const rows = (tables[name.split(',')[0] ?? ''] ?? []).filter((row) => rowsOf(row, me));
      if (rows.length === 0) continue;
      found.push(name);
      for (const row of rows) {
        const entry = entries(document).find((one) => !key || Reflect.get(one, key[1]) === row[key[0]]);
        expect(entry, `${name} ${String(row['id'])}`).toBeDefined();
        for (const [column, where] of Object.entries(own)) {
          if (typeof where === 'object' && 'because' in where) continue;
          const [field, as] = typeof where === 'string' ? [where, (value: unknown) => value] : where;
          expect(Reflect.get(entry ?? {}, field), `${name}.${column}`).toEqual(as(row[column], row));
        }
      }
      if (name !== 'board') expect(entries(document), name).toHaveLength(rows.length);
    }
    return found;
  }
});

/** The names of all fields of a JSON Schema, at any depth. */
function fieldsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? Object.keys(schema.properties ?? {}) : [];
  return [...own, ...Object.values(schema).flatMap(fieldsIn)];
}

describe('the document', () => {
  it('is what the contract says, as a file', async () => {
    const person = await richPerson();
    const asked = Date.now();
    const { body, headers, text } = await person.tries('GET /api/account/export');
    expect(exportedData.parse(body)).toEqual(body);
    expect(JSON.parse(text)).toEqual(body);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="ou-la-la-export.json"');
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toMatchObject({ version: 1, preferences: { consentAsked: true, analytics: true } });
    expect(body.exportedAt).toBeGreaterThanOrEqual(asked);
    expect(body.exportedAt).toBeLessThanOrEqual(Date.now());
    expect(body.sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  });

  it('is described field by field in docs/export.md', () => {
    const text = readFileSync(new URL('../../../docs/export.md', import.meta.url), 'utf8');
    const sections = new Map(text.split('\n## `').map((section) => [section.split('`', 1)[0] ?? '', section]));
    const undescribed = Object.entries(exportedData.shape).flatMap(([name, schema]) => {
      const names = fieldsIn(z.toJSONSchema(schema));
      const section = sections.get(name) ?? (names.length === 0 && text.includes(`| \`${name}\` |`) ? text : '');
      return section === '' ? [name] : names.filter((field) => !section.includes(`\`${field}\``)).map((field) => `${name}.${field}`);
    });
    expect(undescribed).toEqual([]);
  });

  it('names a board only while the person is a member of it', async () => {
    const [host, guest] = await testApp.signUpAll('Hôte', 'Ancien');
    const [kept, left] = [await boardOf(host, [guest], { title: 'Gardé' }), await boardOf(host, [guest], { title: 'Quitté' })];
    await log(guest, left, 'dishes');
    await log(guest, kept, 'breakfast');
    await remove(host, left, guest);
    await host.does('PATCH /api/boards/:boardId', { params: { boardId: left.id }, body: { title: 'Rebaptisé sans vous' } });
    const { body, text } = await guest.tries('GET /api/account/export');
    // Both may be of one millisecond: then either can be the newer.
    expect(new Map(body.activities.map(({ title, boardTitle }) => [title, boardTitle]))).toEqual(
      new Map([
        ['Petit-déj au lit', 'GARDÉ'],
        ['Vaisselle oubliée', null],
      ]),
    );
    expect(text).not.toContain('REBAPTISÉ');
    // As it was called when they were invited, which they were told then.
    expect(new Set(body.requests.map(({ boardTitle }) => boardTitle))).toEqual(new Set(['GARDÉ', 'QUITTÉ']));
  });

  it('says of a proposal that it was made, and no more', async () => {
    const [host, member, proposed] = await testApp.signUpAll('Hôtesse', 'Membre', 'Proposée');
    const board = await boardOf(host, [member], { title: 'Secret' });
    await invite(member, board, 'Proposée', 'member_invitation');
    const { body, text } = await proposed.tries('GET /api/account/export');
    expect(body.requests).toMatchObject([{ role: 'proposed', status: 'pending', boardId: null, boardTitle: null }]);
    for (const trace of ['SECRET', board.id, host.id, member.id, 'Membre']) expect(text).not.toContain(trace);
  });

  it('of somebody who did nothing is empty and whole', async () => {
    const someone = await testApp.signUp('Discrète');
    const lists = ['boards', 'actions', 'proposals', 'activities', 'undone', 'reactions', 'favourites', 'requests'];
    const empty = Object.fromEntries(lists.map((name) => [name, []]));
    expect(await exportOf(someone)).toMatchObject({ ...empty, sessions: [{ isCurrent: true }] });
  });

  it('is asked for ten times an hour at most', async () => {
    const someone = await testApp.signUp('Insistante');
    for (let call = 0; call < 10; call++) await exportOf(someone);
    expect(await someone.tries('GET /api/account/export')).toMatchObject({ status: 429, code: 'too_many_requests' });
  });
});

describe('one person', () => {
  it('has one export made at a time: the next is refused until the first is read or left, and nobody else is', async () => {
    const [eager, other] = await testApp.signUpAll('Empressée', 'Voisine');
    const caller = await eager.caller();
    const first = await exportAccount(deps, caller);
    for (let call = 0; call < 12; call++)
      expect(await eager.tries('GET /api/account/export')).toMatchObject({
        status: 429,
        code: 'export_under_way',
        message: 'Un export de vos données est déjà en cours. Attendez sa fin avant de recommencer.',
      });
    expect((await other.tries('GET /api/account/export')).status).toBe(200);
    first.destroy();
    await once(first, 'close');

    const second = await exportAccount(deps, caller);
    expect((await eager.tries('GET /api/account/export')).code).toBe('export_under_way');
    expect(await readAll(second)).toContain('Empressée');
    expect((await eager.tries('GET /api/account/export')).status).toBe(200);
  });

  it('a HEAD request makes no document and counts as no export', async () => {
    const careful = await testApp.signUp('Économe');
    const held = await exportAccount(deps, await careful.caller());
    for (let call = 0; call < 12; call++) {
      const { status, headers, text: body } = await careful.sends({ method: 'HEAD', url: '/api/account/export' });
      expect({ status, body }).toEqual({ status: 200, body: '' });
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="ou-la-la-export.json"',
      });
    }
    held.destroy();
    await once(held, 'close');
    for (let call = 0; call < 9; call++) await exportOf(careful);
  });

  it('finds what they logged newest first over all boards, however much others did there', async () => {
    const [busy, other] = await testApp.signUpAll('Partout', 'Partenaire');
    for (const [own, others] of [
      [1, 0],
      [199, 700],
      [200, 0],
      [201, 450],
      [450, 30],
    ] as const) {
      const board = await boardOf(busy, [other]);
      await plant(busy.id, board, own);
      await plant(other.id, board, others, 5000);
    }
    const empty = await boardOf(busy, [other]);
    await plant(other.id, empty, 250);
    const rows = (dump(config.dataDir)['activity'] ?? []).filter(({ user_id }) => user_id === busy.id);
    const expected = rows.map(({ id, logged_at }) => ({ id: String(id), loggedAt: Number(logged_at) }));
    expected.sort((a, b) => b.loggedAt - a.loggedAt || (a.id < b.id ? 1 : -1));
    expect(new Set(expected.map(({ loggedAt }) => loggedAt)).size).toBeLessThan(expected.length);
    const { activities } = await exportOf(busy);
    expect(activities.map(({ id, loggedAt }) => ({ id, loggedAt }))).toEqual(expected);
  });
});

describe('a long one', async () => {
  const [many, other] = await testApp.signUpAll('Prolixe', 'Autre');
  const board = await boardOf(many, [other]);
  await log(many, board, 'breakfast');
  const planted = 10_000;
  await plant(many.id, board, planted);

  it('is whole, newest first, and gives others their turn after every page', async () => {
    const caller = await many.caller();
    let turns = 0;
    let reading = true;
    const count = () => {
      turns += 1;
      if (reading) setImmediate(count);
    };
    setImmediate(count);
    let text = '';
    for await (const chunk of await exportAccount(deps, caller)) text += String(chunk);
    reading = false;
    const { activities, account } = JSON.parse(text) as ExportedData;
    expect(activities).toHaveLength(planted + 1);
    expect(activities.every(({ loggedAt }, index) => loggedAt <= (activities[index - 1]?.loggedAt ?? Infinity))).toBe(true);
    expect(account.actionsCount).toBe(planted + 1);
    // Once while they are looked up and once while they are read.
    expect(turns).toBeGreaterThan((2 * planted) / 200);
  });

  it('is of one moment, whatever happens meanwhile', async () => {
    let text = '';
    let logs = 0;
    for await (const chunk of await exportAccount(deps, await many.caller())) {
      text += String(chunk);
      if (logs++ < 20) await log(many, board, 'dishes');
    }
    const { account, activities } = JSON.parse(text) as ExportedData;
    expect(activities).toHaveLength(account.actionsCount);
    expect(activities.reduce((sum, { points }) => sum + points, 0)).toBe(account.points);
  });

  it('that is broken off lets go of the database', async () => {
    const port = await testApp.port();
    await new Promise<void>((resolve, reject) => {
      const call = request({ host: '127.0.0.1', port, path: '/api/account/export', headers: { cookie: many.cookie ?? '' } }, (reply) => {
        reply.once('data', () => {
          call.destroy();
          resolve();
        });
        reply.on('error', () => undefined);
      });
      call.on('error', reject);
      call.end();
    });
    // Others go on reading and writing while it is there, and after it.
    await log(other, board, 'breakfast');
    await expect.poll(() => isHeld(config.dataDir)).toBe(false);
  });
});

/** So many activities of a person, each of a point, in no order of time. */
async function plant(userId: string, { id: boardId, breakfast }: TestBoard, count: number, firstRevision = 1000): Promise<void> {
  const boardSecrets = await deps.boardKeys.of(deps.database.read, boardId);
  tamperAtOnce(config.dataDir, (run) => {
    for (let index = 0; index < count; index++) {
      const id = randomUUID();
      const title = boardSecrets.seal('Bisou', 'activity', 'title', id);
      run(
        `insert into activity (id, board_id, user_id, action_id, title_sealed, points, emoji, logged_at, board_revision, total_after, score_after)
         values (?, ?, ?, ?, ?, 1, null, ?, ?, 0, 0)`,
        ...[id, boardId, userId, breakfast, title, 1_000_000 + ((index * 7919) % count), firstRevision + index],
      );
    }
    run('update board set total_points = total_points + ?, revision = revision + ? where id = ?', count, count + firstRevision, boardId);
    run('update board_member set score = score + ? where board_id = ? and user_id = ?', count, boardId, userId);
    run('update user set points = points + ?, actions_count = actions_count + ? where id = ?', count, count, userId);
  });
}

/** Somebody of whom every table that can knows something. */
async function richPerson(): Promise<Someone> {
  const suffix = randomUUID().slice(0, 4);
  const [person, max, zoe] = await testApp.signUpAll(`Riche${suffix}`, `Max${suffix}`, `Zoé${suffix}`);
  await addPasskey(person, password);
  const [own, joined, left] = [await boardOf(person, [max]), await boardOf(max, [person]), await boardOf(zoe, [person])];
  for (const board of [own, joined, left]) await log(person, board, 'breakfast');
  await undo(person, own, (await log(person, own, 'dishes')).activity.id);
  await undo(max, joined, (await log(person, joined, 'dishes')).activity.id);
  await undo(person, own, (await log(max, own, 'dishes')).activity.id);
  await react(person, own, (await log(max, own, 'breakfast')).activity.id);
  const { activity } = await log(person, own, 'breakfast');
  await react(max, own, activity.id);
  await playedSeason(testApp, own, [person, max]);
  await agree(testApp, own, [person, max], goal);
  await agree(testApp, joined, [person]);
  await agree(testApp, own, [person, max], contests);
  await contest(testApp, own, person, max);
  await contest(testApp, own, max, person, { kept: true });
  const params = { boardId: own.id };
  for (const [noting, other] of [
    [person, max],
    [max, person],
  ] as const) {
    const noted = { params, body: { id: randomUUID(), actionId: own.breakfast, for: other.id } };
    await noting.does('POST /api/boards/:boardId/activities', noted);
    await noting.does('POST /api/boards/:boardId/owed-losses', { params, body: { ...noted.body, id: randomUUID(), actionId: own.dishes } });
  }
  const proposal = { title: 'Tour du parc', points: 15, category: 'dehors', emoji: '🌳' };
  await person.does('POST /api/boards/:boardId/proposals', { params: { boardId: joined.id }, body: proposal });
  await person.does('PUT /api/boards/:boardId/activities/:activityId/note', {
    params: { ...params, activityId: activity.id },
    body: { note: 'Au lit' },
  });
  const lately = await playLastWeek(testApp, own, max);
  await chooseLastWeek(testApp, own, lately, zoe);
  await person.does('PUT /api/boards/:boardId/gesture', { params, body: { activityId: lately, words: 'Un régal' } });
  await mark(person, own);
  await mark(max, own);
  await remove(person, left, person);
  await ask(person, left);
  await zoe.does('POST /api/requests/:requestId/rejection', { params: { requestId: (await waiting(zoe, left.id)).id } });
  await ask(zoe, own);
  await accept(person, own.id);
  await invite(max, joined, zoe.name);
  await accept(zoe, joined.id);
  await agree(testApp, joined, [max, person, zoe], contests);
  const voted = { boardId: joined.id, contestId: await contest(testApp, joined, max, zoe, { kept: true }) };
  await person.does('PUT /api/boards/:boardId/contests/:contestId/vote', { params: voted, body: { isVoid: false } });
  const foreign = await boardOf(max, [zoe]);
  await invite(zoe, foreign, person.name, 'member_invitation');
  const invitation = await waiting(person, (await boardOf(zoe, [], { invited: [person] })).id);
  await person.does('POST /api/requests/:requestId/block', { params: { requestId: invitation.id } });
  await person.does('PUT /api/boards/:boardId/recaps/:week/read', { params: { boardId: own.id, week: lastWeek() } });
  await person.does('POST /api/boards/:boardId/members/:userId/nudge', { params: { boardId: own.id, userId: max.id } });
  await max.does('POST /api/boards/:boardId/members/:userId/nudge', { params: { boardId: joined.id, userId: person.id } });
  const { code } = await person.does('POST /api/codes', { body: { name: 'Cuisine', boardId: own.id, actionId: own.breakfast } });
  await max.does('POST /api/boards/:boardId/activities', { params, body: { id: randomUUID(), actionId: own.breakfast, code } });
  await person.does('POST /api/codes', { body: { name: 'Frigo', boardId: own.id, userId: max.id } });
  await person.does('PUT /api/recap-mail');
  await (await programOf(person, { boards: [own.id] })).asks('GET /api/boards');
  await programOf(person, { lasts: 'forever' });
  await person.elsewhere();
  await wallBy(person, own);
  await wallBy(max, own);
  await resetToken(testApp, person);
  await person.does('PATCH /api/account/preferences', { body: { analytics: true, screenshotProtection: false } });
  await person.does('PATCH /api/notifications', { body: { kinds: { achievements: true, points: false } } });
  await person.does('PUT /api/notifications/device', { body: { ...subscription(), details: true, quietFrom: 21 } });
  await person.does('PUT /api/boards/:boardId/mute', { params: { boardId: joined.id } });
  return person;
}
