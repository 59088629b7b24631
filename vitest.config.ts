import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

// Without a name vitest plays the projects of `npm test -- unit`. The others need a server, a build or a quiet machine: scripts/test.mjs, which
// sees to that, names them.
const isNamed = process.argv.some((argument) => argument.startsWith('--project'));

const elsewhere = ['e2e', 'faults', 'engines', 'cluster', 'postgres'].map((folder) => `tests/${folder}/**`);
const exclude = ['**/node_modules/**', 'dist/**'];

/** Files that replace modules, want them fresh, or give Node for good what only browsers have: they share no process with others. */
const alone = ['src', 'tests']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .filter(
    (file) => /\.test\.tsx?$/.test(file) && /\bvi\.(mock|doMock|resetModules)\(|'fake-indexeddb\/auto'/.test(readFileSync(file, 'utf8')),
  );

const common = {
  setupFiles: [resolve('tests/end-of-file.ts')],
  // Forks, because better-sqlite3 and argon2 are native.
  pool: 'forks',
  // One more than the machines that run this have cores: now and then one waits, for a lock, a mail server, the end of a process.
  maxWorkers: 3,
  // No fact hangs on how fast the machine is: these limits only end what hangs. Nothing is tried twice, a test that fails once has a cause.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
} satisfies TestProjectInlineConfiguration['test'];

const unit: TestProjectInlineConfiguration[] = [
  { test: { ...common, name: 'alone', include: alone.filter((file) => file.endsWith('.ts')), exclude: [...exclude, ...elsewhere] } },
  {
    test: {
      ...common,
      name: 'shared',
      // One file after the other with the modules that a process has loaded: loading the server takes longer than most files do. What a test
      // changes is in an app and a database of its own.
      isolate: false,
      include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
      exclude: [...exclude, ...elsewhere, ...alone],
    },
  },
  // Screens in a document that no browser draws: their words, states and focus. Nothing moves.
  ...[
    { name: 'components', isolate: false, include: ['src/client/**/*.test.tsx'], exclude: [...exclude, ...alone] },
    { name: 'components-alone', isolate: true, include: alone.filter((file) => file.endsWith('.tsx')), exclude },
  ].map((own) => ({
    extends: './vite.config.ts',
    root: '.',
    test: {
      ...common,
      environment: 'happy-dom',
      environmentOptions: { happyDOM: { settings: { device: { prefersReducedMotion: 'reduce' } } } },
      ...own,
    },
  })),
];

const others: TestProjectInlineConfiguration[] = [
  {
    // The tests of stores, use cases and routes once more.
    test: {
      ...common,
      name: 'postgres',
      isolate: false,
      include: [
        'src/server/{contests,demos,guests,importing,jobs,leaderboard,live,mail,membership,people,play,privacy,profile,push,walls,webhooks,whole-boards,widget}/**/*.test.ts',
        'src/server/{accounts,achievements,actions,activities,boards,codes,counts,database,doctor,encryption,erasure,http,identity}/**/*.test.ts',
        'tests/{client-ids,permissions,several-writers,statements,storm}.test.ts',
        'tests/postgres/*.test.ts',
        'tests/wrong-clock.test.ts',
      ],
      exclude: [
        ...exclude,
        ...alone,
        // About SQLite itself: its files and locks, the pages of a full or damaged disk, how it finds rows, what lies in databases from before.
        'src/server/database/{sqlite,migrations}/**',
        'src/server/database/migrate.test.ts',
        'src/server/http/{damaged-page,foreign-lock,full-disk}.test.ts',
        'src/server/**/*-cost.test.ts',
        // These reach no database, or hardly.
        'src/server/identity/passwords/{easy-passwords,hash-queue}.test.ts',
        'src/server/identity/sessions/{device-name,session-cookie}.test.ts',
        'src/server/actions/catalogue.test.ts',
        'src/server/encryption/sealed-text.test.ts',
        'src/server/http/{address-key,api-documents,hostile-bodies,log-lines,origin-hook,session-hook,built-client,link-previews,static-content,finish-before-closing}.test.ts',
        'src/server/leaderboard/stretches.test.ts',
        'src/server/live/slow-readers.test.ts',
        'src/server/mail/password-reset-mail.test.ts',
      ],
      globalSetup: ['tests/postgres/global-setup.ts'],
    },
  },
  {
    // What must hold with several copies, on real services of the tests' own. Each test is several copies already.
    test: {
      ...common,
      name: 'cluster',
      maxWorkers: 2,
      sequence: { groupOrder: 1 },
      include: ['tests/cluster/**/*.test.ts'],
      exclude,
      globalSetup: ['tests/postgres/global-setup.ts'],
    },
  },
  {
    // The game in Firefox and in WebKit at once: each waits half of the time, for a line, a worker, a page.
    test: {
      ...common,
      name: 'engines',
      maxWorkers: 2,
      sequence: { groupOrder: 2 },
      include: ['tests/engines/**/*.test.ts'],
      exclude,
      globalSetup: ['tests/engines/recording-build.ts'],
    },
  },
  {
    // The proofs that nothing is lost, by faults that are made on purpose. One after the other: each loads the machine and measures it.
    test: {
      ...common,
      name: 'faults',
      maxWorkers: 1,
      sequence: { groupOrder: 3 },
      include: ['tests/faults/**/*.test.ts'],
      exclude,
      // Each ends in a minute or two, but the machine is not ours alone.
      testTimeout: 600_000,
    },
  },
];

export default defineConfig({ test: { projects: isNamed ? [...unit, ...others] : unit } });
