/** Replacing the master key while a server runs that has never heard of the new one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtProgram } from '../../../tests/built-programs.ts';
import { fillEveryTable } from '../../../tests/every-table.ts';
import { boardOf, log, startTestApp, type TestApp } from '../../../tests/test-app.ts';
import { dump, tamper } from '../../../tests/database-state.ts';
import { onSqlite } from '../../../tests/postgres/test-databases.ts';
import { WrongSetting } from '../config/config.ts';
import { lockFolder } from '../database/open-database.ts';
import { examine } from '../doctor/doctor.ts';
import { createDeps } from '../start.ts';
import { rewrapBoardKey } from './board-key-store.ts';
import { addKey, createMasterKey, removeOldKeys } from './key-file.ts';
import { openKeyring } from './keyring.ts';
import { type Rotation, rotate } from './rotation.ts';

const keyFile = ({ config }: TestApp) => join(config.dataDir, 'master.key');
const keysIn = (file: string) => readFileSync(file, 'utf8').trim().split('\n');
const wrappings = ({ config }: TestApp) => new Set(dump(config.dataDir)['board_key']?.map((row) => row['master_key_id']));

/** As another program does it, beside the one that serves. */
async function rotateBeside({ config }: TestApp, told?: Parameters<typeof rotate>[2]): Promise<Rotation> {
  const { database } = await createDeps(config);
  try {
    return await rotate(database, openKeyring(config), told);
  } finally {
    await database.close();
  }
}

/** The command, as a program of its own. */
async function rotateKey({ config }: TestApp): Promise<{ code: unknown; output: string }> {
  const child = spawn(process.execPath, [builtProgram('rotate-key')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { DATA_DIR: config.dataDir, NODE_NO_WARNINGS: '1' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  return { code, output };
}

/** What a server has and the doctor finds that starts now, and stops. */
async function opened({ config }: TestApp, settings: Partial<TestApp['config']> = {}) {
  const deps = await createDeps({ ...config, ...settings });
  const wrong = await examine(deps);
  await deps.database.close();
  return { wrong, vapid: deps.vapid };
}

/** The new key, once it has replaced the old one everywhere. */
async function replaceKey(testApp: TestApp) {
  const added = addKey(testApp.config.dataDir);
  const rotation = await rotateBeside(testApp);
  const aside = removeOldKeys(testApp.config.dataDir, added.id);
  return { added, rotation, aside };
}

async function withBoards(count: number) {
  const testApp = await startTestApp();
  const [lea, max] = await testApp.signUpAll('Léa', 'Max');
  const boards = [];
  for (let one = 0; one < count; one += 1) boards.push(await boardOf(lea, one === 0 ? [max] : [], { title: `Tableau ${one}` }));
  return { testApp, lea, max, boards };
}

describe('a master key that is replaced', () => {
  it('leaves every board readable, also to the server that runs; the old one is needed no more', async () => {
    const { testApp, lea, max, boards } = await withBoards(5);
    const [old] = keysIn(keyFile(testApp));
    const { added, rotation, aside } = await replaceKey(testApp);
    expect(rotation).toEqual({ rewrapped: 5, unreadable: [], isDone: true });
    expect(wrappings(testApp)).toEqual(new Set([added.id]));
    expect(aside).toBe(`${keyFile(testApp)}.old`);
    expect(keysIn(keyFile(testApp))).toEqual([added.bytes.toString('hex')]);
    expect(keysIn(`${keyFile(testApp)}.old`)).toEqual([old]);

    // Whatever it has in memory, and whatever it has to open anew.
    for (const board of boards) {
      await log(lea, board, 'breakfast');
      testApp.deps.boardKeys.forget(board.id);
    }
    expect((await lea.does('GET /api/boards')).boards.map(({ title }) => title).sort()).toEqual(boards.map((_, one) => `TABLEAU ${one}`));
    expect((await max.does('GET /api/boards')).boards).toHaveLength(1);

    expect((await opened(testApp)).wrong).toEqual([]);
    const outcome = createDeps({ ...testApp.config, masterKey: old });
    await expect(outcome).rejects.toBeInstanceOf(WrongSetting);
    await expect(outcome).rejects.toThrow(/^La clé maîtresse n'est pas celle de cette base/);
  });

  it('signs nobody out, now or after the next start', async () => {
    const { testApp, lea } = await withBoards(1);
    await replaceKey(testApp);
    expect((await lea.does('GET /api/session')).user?.id).toBe(lea.id);
    const again = await createDeps(testApp.config);
    expect((await again.identity.authenticate(lea.cookie))?.personId).toBe(lea.id);
    await again.database.close();
  });

  it('changes no row of any table but keys, and all is sound under the new one alone', async () => {
    const { testApp } = await fillEveryTable();
    const rows = () => {
      const { board_key: keys = [], sealed_secret: secrets = [], ...others } = dump(testApp.config.dataDir);
      return { keys: new Set(keys.map(({ board_id: id }) => id)), secrets: new Set(secrets.map(({ name }) => name)), others };
    };
    const before = rows();
    const { rotation } = await replaceKey(testApp);
    expect(rotation).toEqual({ rewrapped: before.keys.size, unreadable: [], isDone: true });
    expect(rows()).toEqual(before);
    const again = await opened(testApp);
    expect([again.wrong, again.vapid]).toEqual([[], testApp.deps.vapid]);
  });

  it('leaves the key by which push services know this server; one that nobody can open any more is replaced', async () => {
    const { testApp } = await withBoards(1);
    const { publicKey } = testApp.deps.vapid;
    await replaceKey(testApp);
    expect((await opened(testApp)).vapid).toEqual(testApp.deps.vapid);
    tamper(testApp.config.dataDir, "update sealed_secret set master_key_id = 'gone' where name = 'vapid'");
    expect((await opened(testApp)).vapid.publicKey).not.toBe(publicKey);
  });

  it('seals the boards that are made from then on, by a server that knew of it from nobody', async () => {
    const { testApp, lea } = await withBoards(3);
    const added = addKey(testApp.config.dataDir);
    let made: Promise<unknown> | undefined;
    await rotateBeside(testApp, () => void (made ??= boardOf(lea, [], { title: 'Pendant' })));
    await made;
    await boardOf(lea, [], { title: 'Après' });
    expect(wrappings(testApp)).toEqual(new Set([added.id]));
    expect((await lea.does('GET /api/boards')).boards).toHaveLength(5);
  });

  it('goes on where it was after a kill, with the same new key', async () => {
    const { testApp, lea } = await withBoards(150);
    const added = addKey(testApp.config.dataDir);
    const killed = () => {
      throw new Error('killed');
    };
    await expect(rotateBeside(testApp, killed)).rejects.toThrow('killed');
    expect(wrappings(testApp).size).toBe(2);
    // Whatever is half done, all is readable: by a server that starts now, too.
    expect((await opened(testApp)).wrong).toEqual([]);
    expect(await rotateBeside(testApp)).toEqual({ rewrapped: 50, unreadable: [], isDone: true });
    expect(wrappings(testApp)).toEqual(new Set([added.id]));
    expect((await lea.does('GET /api/boards')).boards).toHaveLength(150);
  });

  it('leaves a key alone that opens with none, names its board, and keeps the old master key', async () => {
    const { testApp, boards } = await withBoards(3);
    tamper(testApp.config.dataDir, "update board_key set wrapped_key = 'AAAA' || wrapped_key where board_id = ?", boards[1]?.id);
    const added = addKey(testApp.config.dataDir);
    expect(await rotateBeside(testApp)).toEqual({ rewrapped: 2, unreadable: [boards[1]?.id], isDone: false });
    expect(wrappings(testApp).size).toBe(2);
    expect(wrappings(testApp)).toContain(added.id);
  });

  it('does not spoil a board that was deleted and made again meanwhile', async () => {
    const { testApp, boards } = await withBoards(1);
    const [before] = dump(testApp.config.dataDir)['board_key'] ?? [];
    tamper(testApp.config.dataDir, 'update board_key set wrapped_key = ?', 'of the board that was made again');
    await testApp.deps.database.unitOfWork(({ db }) =>
      rewrapBoardKey(db, before as never, { wrapped_key: 'of the board before', master_key_id: 'new' }),
    );
    expect(dump(testApp.config.dataDir)['board_key']).toMatchObject([
      { board_id: boards[0]?.id, wrapped_key: 'of the board that was made again' },
    ]);
  });

  it('may come from the environment: two of them, the newest first', async () => {
    const { testApp } = await withBoards(2);
    const [old = ''] = keysIn(keyFile(testApp));
    const both = { ...testApp.config, masterKey: `${'ab'.repeat(32)},${old}` };
    const deps = await createDeps(both);
    expect(await rotate(deps.database, openKeyring(both))).toMatchObject({ rewrapped: 2, isDone: true });
    await deps.database.close();
    expect((await opened(testApp, { masterKey: 'ab'.repeat(32) })).wrong).toEqual([]);
  });
});

describe('the file of the keys', () => {
  it('keeps every old key that was ever in it, once', async () => {
    const { testApp } = await withBoards(0);
    const { dataDir } = testApp.config;
    for (let round = 0; round < 3; round += 1) {
      const { id } = addKey(dataDir);
      removeOldKeys(dataDir, id);
      expect(removeOldKeys(dataDir, id)).toBeUndefined();
    }
    expect(new Set(keysIn(`${keyFile(testApp)}.old`)).size).toBe(3);
    expect(keysIn(keyFile(testApp))).toHaveLength(1);
  });

  it('loses no key to a rotation that another one overtook', async () => {
    const { testApp } = await withBoards(1);
    const { dataDir } = testApp.config;
    const added = addKey(dataDir);
    await rotateBeside(testApp);
    addKey(dataDir);
    const before = keysIn(keyFile(testApp));
    expect(removeOldKeys(dataDir, added.id)).toBeUndefined();
    expect(keysIn(keyFile(testApp))).toEqual(before);
  });

  // On PostgreSQL it is the same lock.
  it.runIf(onSqlite)('is replaced by one command at a time', async () => {
    const { testApp } = await withBoards(1);
    const before = keysIn(keyFile(testApp));
    const release = lockFolder(testApp.config.dataDir, 'rotate-key');
    expect(lockFolder(testApp.config.dataDir, 'rotate-key')).toBeUndefined();
    const refused = await rotateKey(testApp);
    expect(refused).toEqual({ code: 1, output: 'Une autre commande rotate-key est au travail dans ce dossier : attendez sa fin.\n' });
    expect(keysIn(keyFile(testApp))).toEqual(before);
    release?.();
    expect(lockFolder(testApp.config.dataDir, 'rotate-key')).toBeDefined();
  });

  it('is one and the same for two copies that start at once on one folder', async () => {
    const { testApp } = await withBoards(0);
    const { dataDir } = testApp.config;
    const first = createMasterKey(mkdtempSync(join(dataDir, 'fresh-')));
    expect(createMasterKey(dataDir).id).toBe(openKeyring(testApp.config).keys()[0]?.id);
    expect(first.id).not.toBe(openKeyring(testApp.config).keys()[0]?.id);
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('is seen by a copy that had looked before there was one', async () => {
    const { testApp } = await withBoards(0);
    const dataDir = mkdtempSync(join(testApp.config.dataDir, 'fresh-'));
    const keyring = openKeyring({ dataDir, masterKey: undefined });
    expect(keyring.keys()).toEqual([]);
    const { id } = createMasterKey(dataDir);
    expect(keyring.keys().map((key) => key.id)).toEqual([id]);
  });

  it('is refused with anything in it that is no key', async () => {
    const { testApp } = await withBoards(0);
    writeFileSync(keyFile(testApp), `${'ab'.repeat(32)}\nancienne clé`);
    expect(() => openKeyring(testApp.config)).toThrow(WrongSetting);
  });
});
