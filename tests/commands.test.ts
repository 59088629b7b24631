/** What an operator reads when a command cannot do its work: one French sentence, exit code 1, and no stack. */
import { execFile } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUp } from '#server/backup/backup';
import { version } from '#server/config/version';
import { examine } from '#server/doctor/doctor';
import { systemProblem } from '#server/errors/system-problems.fr';
import { checkpoint, print, spoil, tamper } from './database-state.ts';
import { builtProgram } from './built-programs.ts';
import { boardOf, log, startTestApp } from './test-app.ts';

const root = mkdtempSync(join(tmpdir(), 'ou-la-la-commands-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const at = (...names: string[]) => join(root, ...names);
const repository = fileURLToPath(new URL('..', import.meta.url));

const testApp = await startTestApp();
const { dataDir } = testApp.config;
const database = join(dataDir, 'ou-la-la.db');

beforeAll(async () => {
  const lea = await testApp.signUp('Léa');
  await log(lea, await boardOf(lea), 'breakfast');
  checkpoint(dataDir);
  for (const name of ['sound', 'to-move', 'foreign', 'worn', 'damaged', 'newer', 'half-moved']) {
    mkdirSync(at(name));
    copyFileSync(join(dataDir, 'master.key'), at(name, 'master.key'));
    copyFileSync(database, at(name, 'ou-la-la.db'));
  }
  for (const [name, migration] of [
    ['newer', '9999-later'],
    ['half-moved', 'half-moved'],
  ] as const) {
    await backUp({ dataDir: at(name) }, at(name, 'backups'));
    tamper(at(name), `insert into kysely_migration (name, timestamp) values ('${migration}', '2999-01-01')`);
    checkpoint(at(name));
  }
  writeFileSync(at('newer.db.gz'), gzipSync(readFileSync(at('newer', 'ou-la-la.db'))));
  writeFileSync(at('foreign', 'ou-la-la.db'), 'no database of anybody');
  spoil(at('worn'), 'activity');
  // All but the page that says what SQLite is and which tables there are.
  const handle = openSync(at('damaged', 'ou-la-la.db'), 'r+');
  const { size } = statSync(at('damaged', 'ou-la-la.db'));
  writeSync(handle, Buffer.alloc(size - 4096, 0xff), 0, size - 4096, 4096);
  closeSync(handle);
  writeFileSync(at('a-file'), '');
});

type Outcome = { code: unknown; out: string; err: string };

function run(command: string, data: string, args: readonly string[], settings: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const env = { ...process.env, DATA_DIR: at(data), DATABASE_URL: '', MASTER_KEY: '', NODE_NO_WARNINGS: '1', ...settings };
  return new Promise((resolve) =>
    execFile(process.execPath, [builtProgram(command), ...args], { cwd: repository, env }, (failure, out, err) =>
      resolve({ code: failure?.code ?? 0, out, err }),
    ),
  );
}

const damaged = /^La base de données \S+ est endommagée \(SQLITE_CORRUPT\) : restaurez une sauvegarde\.$/;
const move = (from: string, to: string) => ['--from', at(from, 'ou-la-la.db'), '--to', at(to, 'ou-la-la.db')];

it.concurrent.each<[string, string, string, string[], RegExp]>([
  ['a backup into a file', 'backup', 'sound', [at('a-file')], /a-file est un fichier : il faut un dossier \(EEXIST\)\.$/],
  ['a backup of a damaged database', 'backup', 'damaged', [at('backups')], damaged],
  [
    'a rehearsal without a backup',
    'restore',
    'sound',
    ['--rehearse'],
    /^Aucune sauvegarde dans \S+backups : faites-en une par npm run backup\.$/,
  ],
  ['a rehearsal that forces', 'restore', 'sound', ['--rehearse', '--force'], /^Usage : npm run restore/],
  ['a restoration below a file', 'restore', join('a-file', 'below'), [database], /il faut un dossier \(ENOTDIR\)\.$/],
  ['a move below a file', 'move-database', 'sound', move('sound', 'a-file'), /il faut un dossier/],
  ['a move from what is no database', 'move-database', 'sound', move('foreign', 'new'), /foreign\S+ est endommagée \(SQLITE_NOTADB\)/],
  ['a move to what is no database', 'move-database', 'sound', move('to-move', 'foreign'), /foreign\S+ est endommagée \(SQLITE_NOTADB\)/],
  [
    'a move whose source cannot be read through',
    'move-database',
    'sound',
    move('worn', 'emptied'),
    /worn\S+ est endommagée \(SQLITE_CORRUPT\)/,
  ],
])(
  '%s ends with one sentence',
  async (_what, command, data, args, sentence) => {
    const { code, err } = await run(command, data, args);
    expect(err.trimEnd()).toMatch(sentence);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(code).toBe(1);
  },
  120_000,
);

it('a rehearsal shows what a backup has beside what is in use, and ends with exit code 0', async () => {
  mkdirSync(at('rehearsed'));
  for (const name of ['master.key', 'ou-la-la.db']) copyFileSync(join(dataDir, name), at('rehearsed', name));
  await backUp({ dataDir: at('rehearsed') }, at('rehearsed', 'backups'));
  const { code, out, err } = await run('restore', 'rehearsed', ['--rehearse']);
  expect(out.split('\n').map((line) => line.trim().replaceAll(/ {2,}/g, ' | '))).toEqual([
    expect.stringMatching(/^Restauration à l'essai de \S+\.db\.gz\.$/),
    '',
    'sauvegarde | en service',
    'personnes | 1 | 1',
    'tableaux | 1 | 1',
    'actions notées | 1 | 1',
    expect.stringMatching(/^la dernière \| (\S+ \S+) \| \1$/),
    '',
    "Cette sauvegarde se restaure et tout y est juste. Rien n'a été changé.",
    '',
  ]);
  expect([err, code]).toEqual(['', 0]);
});

const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const commands = Object.values(scripts).flatMap((line) => /scripts\/start\.mjs ([\w-]+)$/.exec(line)?.[1] ?? []);

it.concurrent.each(commands)(
  '%s tells what it does to whoever asks, and does nothing, whatever the settings are',
  async (command) => {
    const { code, out, err } = await run(command, 'nowhere', ['--help'], { PORT: 'web' });
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Usage : npm run \S+.*\n+.+/);
    expect(existsSync(at('nowhere'))).toBe(false);
  },
  120_000,
);

const migrations = readdirSync(join(repository, 'src', 'server', 'database', 'migrations'));
const last = migrations
  .flatMap((name) => /^(\d.*?)\.ts$/.exec(name.replace('.test', ''))?.[1] ?? [])
  .toSorted((one, other) => one.localeCompare(other))
  .at(-1);
const isNewerThan = (file: string) =>
  `La base de données ${file} vient d'une version plus récente d'OU LA LA (9999-later) que ce programme (${version}, ${last}) : mettez d'abord le programme à jour.`;

/** Each has a folder with the newer database, its backup as a file beside it, and a database of this program. */
interface Folders {
  newer: string;
  file: string;
  sound: string;
}
const files = (folder: string) => readdirSync(folder).toSorted((one, other) => one.localeCompare(other));
const inFile = (folder: string) => join(folder, 'ou-la-la.db');

it.concurrent.each<
  [what: string, command: string, args: (own: Folders) => string[], data: (own: Folders) => string, named: 'newer' | 'file']
>([
  ['doctor', 'doctor', () => [], ({ newer }) => newer, 'newer'],
  ['stats', 'stats', () => [], ({ newer }) => newer, 'newer'],
  ['seed:demo', 'seed-demo', () => [], ({ newer }) => newer, 'newer'],
  ['rotate-key', 'rotate-key', () => [], ({ newer }) => newer, 'newer'],
  ['people list', 'people', () => ['list'], ({ newer }) => newer, 'newer'],
  ['people delete', 'people', () => ['delete', 'Léa', '--yes'], ({ newer }) => newer, 'newer'],
  ['backup', 'backup', () => [], ({ newer }) => newer, 'newer'],
  ['backup --keep', 'backup', () => ['--keep', '1'], ({ newer }) => newer, 'newer'],
  ['backup --check', 'backup', ({ file }) => ['--check', file], ({ sound }) => sound, 'file'],
  ['backup --check of a file that is not packed', 'backup', ({ newer }) => ['--check', inFile(newer)], ({ sound }) => sound, 'newer'],
  ['restore', 'restore', ({ file }) => [file], ({ sound }) => join(sound, 'empty'), 'file'],
  ['restore --force', 'restore', ({ file }) => ['--force', file], ({ sound }) => sound, 'file'],
  ['restore --rehearse', 'restore', ({ file }) => ['--rehearse', file], ({ sound }) => sound, 'file'],
  ['restore --rehearse beside a newer one', 'restore', () => ['--rehearse'], ({ newer }) => newer, 'newer'],
  [
    'move-database from it',
    'move-database',
    ({ newer, sound }) => ['--from', inFile(newer), '--to', inFile(join(sound, 'target'))],
    ({ sound }) => sound,
    'newer',
  ],
  [
    'move-database to it',
    'move-database',
    ({ newer, sound }) => ['--from', inFile(sound), '--to', inFile(newer)],
    ({ sound }) => sound,
    'newer',
  ],
])(
  '%s of a database that is newer than the program names both versions and changes nothing',
  async (what, command, args, data, named) => {
    const own: Folders = { newer: at(what, 'newer'), file: at(what, 'newer.db.gz'), sound: at(what, 'sound') };
    cpSync(at('newer'), own.newer, { recursive: true });
    cpSync(at('sound'), own.sound, { recursive: true });
    copyFileSync(at('newer.db.gz'), own.file);
    const state = () => [print(own.newer), print(own.sound), files(join(own.newer, 'backups'))];
    const before = state();
    const { code, err } = await run(command, relative(root, data(own)), args(own));
    expect([err.trimEnd(), code]).toEqual([isNewerThan(named === 'file' ? own.file : inFile(own.newer)), 1]);
    expect(state()).toEqual(before);
  },
  120_000,
);

it('a backup of a database that is moved only half is refused', async () => {
  const { code, err } = await run('backup', 'half-moved', []);
  expect(err.trimEnd()).toBe(
    `La base de données ${at('half-moved', 'ou-la-la.db')} n'est déménagée qu'à moitié : relancez npm run move-database.`,
  );
  expect(code).toBe(1);
});

describe('what the system refuses', () => {
  it.each(['EACCES', 'EROFS', 'ENOSPC'])('is a sentence with the file, and one without: %s', (code) => {
    const failure = Object.assign(new Error(code), { code, syscall: 'open' });
    expect(systemProblem(Object.assign(failure, { path: '/data' }))).toMatch(new RegExp(`/data.*\\(${code}\\)\\.$`));
    expect(systemProblem(Object.assign(new Error(code), { code, syscall: 'write' }))).toMatch(/[Uu]n fichier/);
  });

  it('says of a file in the way of a folder that a folder is needed, and of any other that it is there', () => {
    const refused = (syscall: string) => systemProblem(Object.assign(new Error(), { code: 'EEXIST', syscall, path: '/data' }));
    expect(refused('mkdir')).toBe('/data est un fichier : il faut un dossier (EEXIST).');
    expect(refused('open')).toBe('/data existe déjà (EEXIST).');
  });

  it('is a sentence where a native module is made for another machine', () => {
    const failure = Object.assign(new Error('invalid ELF header'), { code: 'ERR_DLOPEN_FAILED' });
    expect(systemProblem(failure)).toMatch(/^Le module better-sqlite3 ne se charge pas .*npm ci\.$/);
  });

  it('is none where the fault is ours', () => {
    expect(systemProblem(new TypeError('undefined is not a function'))).toBeUndefined();
    expect(systemProblem(Object.assign(new Error('code'), { code: 'ENOENT' }))).toBeUndefined();
  });
});

describe('damage that a backup found', () => {
  const look = async () => (await testApp.visitor().sends({ method: 'GET', url: '/readyz' })).status;
  const told: string[] = [];
  testApp.deps.database.onDamage(({ code }) => told.push(code));

  it.each<[string, () => void, RegExp]>([
    ['as it read the database', () => spoil(dataDir, 'activity'), /est endommagée \(SQLITE_CORRUPT\)/],
    ['in the copy', () => misspell('léa'), /est endommagée : voyez npm run doctor/],
  ])('%s makes the server unready, which says so once, until the doctor finds the file sound', async (_where, damage, sentence) => {
    told.splice(0);
    expect(await look()).toBe(200);
    await testApp.deps.database.eraseFromLog();
    const sound = at('as-it-was.db');
    copyFileSync(database, sound);
    damage();
    await expect(backUp(testApp.config, at('backups-of-damage'))).rejects.toThrow(sentence);
    expect([await look(), await look()]).toEqual([503, 503]);
    expect(told).toEqual(['OLL_DAMAGE_NOTED']);
    // The disk gives the page back.
    copyFileSync(sound, database);
    expect(await examine(testApp.deps)).toEqual([]);
    expect(await look()).toBe(200);
  });
});

/** Changes a word where it first stands in the file, so that tables and indexes contradict each other. */
function misspell(word: string): void {
  const bytes = readFileSync(database);
  const place = bytes.indexOf(word);
  expect(place).toBeGreaterThan(0);
  bytes.write('x', place);
  writeFileSync(database, bytes);
}
