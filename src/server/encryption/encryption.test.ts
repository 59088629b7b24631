/** S8, as far as files of the server go: what people write on a board is in none of them. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { boardOf, startTestApp, password, type TestApp } from '../../../tests/test-app.ts';
import { checkpoint, dump, tamper } from '../../../tests/database-state.ts';
import { onSqlite } from '../../../tests/postgres/test-databases.ts';
import { WrongSetting } from '../config/config.ts';
import { createDeps } from '../start.ts';
import { openKeyring } from './keyring.ts';

let logged = '';
const stream = { write: (line: string) => void (logged += line) };
const testApp = await startTestApp({ logger: { level: 'trace', stream } });
const [lea, max] = await testApp.signUpAll('Léonore-Canari', 'Max');
const canaries = { board: 'CANARI-DU-TABLEAU', action: 'canari de l’action', category: 'canari de la catégorie' };
const board = await boardOf(lea, [max], {
  title: canaries.board,
  actions: [{ title: canaries.action, points: 7, category: canaries.category }],
});
const opened = await lea.does('GET /api/boards/:boardId', { params: { boardId: board.id } });
const actionId = opened.actions.find(({ title }) => title === canaries.action)?.id ?? '';
const { activity } = await max.does('POST /api/boards/:boardId/activities', {
  params: { boardId: board.id },
  body: { id: 'activity-of-the-canary', actionId },
});

/** The bytes of every file of the data folder but the key. */
function files({ config }: TestApp): Buffer {
  const names = readdirSync(config.dataDir).filter((name) => name !== 'master.key');
  expect(names).toEqual(expect.arrayContaining(['ou-la-la.db', 'ou-la-la.db-wal']));
  return Buffer.concat(names.map((name) => readFileSync(join(config.dataDir, name))));
}

function occurrences(bytes: Buffer): string[] {
  const texts = Object.values(canaries).flatMap((text) => [text, text.toUpperCase(), text.toLowerCase()]);
  return texts.filter((text) =>
    [
      Buffer.from(text),
      Buffer.from(text, 'utf16le'),
      Buffer.from(Buffer.from(text).toString('base64').slice(0, -4)),
      Buffer.from(Buffer.from(text).toString('hex')),
    ].some((form) => bytes.includes(form)),
  );
}

describe('titles and categories of a board', () => {
  it('are in the replies to members', () => {
    expect(opened.board.title).toBe(canaries.board);
    expect(opened.actions.at(-1)).toMatchObject({ title: canaries.action, category: canaries.category });
    expect(activity.title).toBe(canaries.action);
  });

  // What PostgreSQL has on its disk comes from the same columns.
  it.runIf(onSqlite)('are in no file of the database, before and after a checkpoint', async () => {
    expect(occurrences(files(testApp))).toEqual([]);
    checkpoint(testApp.config.dataDir);
    expect(occurrences(files(testApp))).toEqual([]);
    // The search finds what is there.
    expect(files(testApp).includes('leonore-canari@example.org')).toBe(true);
  });

  it('are in no line of the log at its most talkative, nor is any name, address, password or cookie', async () => {
    await lea.tries('GET /api/users/:username', { params: { username: max.name } });
    await lea.tries('POST /api/session', { body: { identifier: lea.name, password: 'pas le bon mot' } });
    await lea.sends({ method: 'GET', url: '/api/boards?Léonore-Canari'.replace('é', '%C3%A9') });
    expect(logged).toContain('replied');
    expect(occurrences(Buffer.from(logged))).toEqual([]);
    const cookie = decodeURIComponent(lea.cookie?.split('=')[1] ?? '');
    for (const secret of [password, 'pas le bon mot', lea.email, lea.name, 'L%C3%A9onore', cookie, lea.cookie ?? '', board.id])
      expect(logged.includes(secret), secret).toBe(false);
  });

  it('do not open when they are moved to another row: that row is left out, and shows nothing of the other', async () => {
    const trap = await boardOf(lea, [], { title: 'Piège' });
    const [first, second] = (dump(testApp.config.dataDir)['board_action'] ?? []).filter(({ board_id }) => board_id === trap.id);
    tamper(testApp.config.dataDir, 'update board_action set title_sealed = ? where id = ?', first?.['title_sealed'], second?.['id']);
    const answer = await lea.tries('GET /api/boards/:boardId', { params: { boardId: trap.id } });
    expect(answer.body.actions.map(({ id }) => id)).toEqual([first?.['id']]);
    expect(answer.text.match(/Petit-déj/g)).toHaveLength(1);
  });

  it("do not open under another board's key", async () => {
    const [own, other] = [await boardOf(lea, [], { title: 'Mien' }), await boardOf(lea, [], { title: 'Autre' })];
    const rows = dump(testApp.config.dataDir)['board'] ?? [];
    const sealed = rows.find(({ id }) => id === other.id)?.['title_sealed'];
    tamper(testApp.config.dataDir, 'update board set title_sealed = ? where id = ?', sealed, own.id);
    expect((await lea.tries('GET /api/boards/:boardId', { params: { boardId: own.id } })).status).toBe(500);
  });
});

describe('the master key', () => {
  // Looks for it in the files of the database.
  it.runIf(onSqlite)('is a file of 64 digits that only its owner reads, and is not in the database', () => {
    const file = join(testApp.config.dataDir, 'master.key');
    const key = readFileSync(file, 'utf8').trim();
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(files(testApp).includes(key)).toBe(false);
    expect(files(testApp).includes(Buffer.from(key, 'hex'))).toBe(false);
  });

  it('that is another one than the boards were sealed with is refused in one clear line', async () => {
    const outcome = createDeps({ ...testApp.config, masterKey: 'ab'.repeat(32) });
    await expect(outcome).rejects.toBeInstanceOf(WrongSetting);
    await expect(outcome).rejects.toThrow(/^La clé maîtresse n'est pas celle de cette base.*$/);
  });

  it.each([
    ['UTF-8 with a BOM and line ends of Windows', (key: string) => Buffer.from(`\uFEFF${key}\r\n`)],
    ['UTF-16, as Windows PowerShell does', (key: string) => Buffer.from(`\uFEFF${key}\r\n`, 'utf16le')],
    ['UTF-16 BE', (key: string) => Buffer.from(`${key}\n`, 'utf16le').swap16()],
  ])('that was saved in %s is the same key', (_encoding, saved) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'ou-la-la-'));
    const key = 'ab'.repeat(32);
    writeFileSync(join(dataDir, 'master.key'), saved(key));
    const keys = openKeyring({ dataDir, masterKey: undefined }).keys();
    rmSync(dataDir, { recursive: true });
    expect(keys.map(({ bytes }) => bytes.toString('hex'))).toEqual([key]);
  });

  it('that is no key is refused in one clear line, and is not repeated', async () => {
    const spoilt = await startTestApp();
    writeFileSync(join(spoilt.config.dataDir, 'master.key'), 'presque une clé');
    const outcome = createDeps(spoilt.config);
    await expect(outcome).rejects.toBeInstanceOf(WrongSetting);
    await expect(outcome).rejects.not.toThrow('presque');
  });
});
