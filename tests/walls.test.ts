import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenWalls, circlesBetweenRooms, newClockReads, newUpward, staleClockReads, staleEntries } from '../scripts/check-walls.mjs';
import { clockReadsIn, clockReadsOf } from '../scripts/device-clock.mjs';
import { importsIn, importsOf } from '../scripts/imports.mjs';
import { deviceClock, upward } from '../scripts/walls.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const oxlint = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
const run = promisify(execFile);

interface Report {
  diagnostics: { filename: string; code: string; message: string; help?: string }[];
  number_of_files: number;
}

// What each wall must refuse: a file, its text, and the reason that must be given. Imports are held by scripts/walls.mjs, the rest by lint.
const refused = [
  ['src/shared/boards.ts', `import '#server/config/config';`, 'shared is the contract'],
  ['src/shared/boards.ts', `import '#client/api/api.ts';`, 'shared is the contract'],
  ['src/shared/boards.ts', `import '../server/config/config.ts';`, 'shared is the contract'],
  ['src/shared/boards.ts', `import 'node:crypto';`, 'shared also runs in the browser'],
  ['src/client/screens/board-screen.tsx', `import '#server/whole-boards/boards';`, 'The client never imports the server'],
  ['src/client/screens/board-screen.tsx', `import '../../server/whole-boards/boards.ts';`, 'The client never imports the server'],
  ['src/client/ui/button.tsx', `import '#server/config/config';`, 'The client never imports the server'],
  ['src/client/sync/outbox/outbox.ts', `import 'node:buffer';`, 'The client runs in a browser'],
  ['src/client/ui/button.tsx', `import '#client/boards/board-icon.tsx';`, 'could ship in another product'],
  ['src/client/ui/button.tsx', `import '../boards/board-queries.ts';`, 'could ship in another product'],
  ['src/client/ui/button.tsx', `export { boardQuery } from '../boards/board-queries.ts';`, 'could ship in another product'],
  ['src/client/ui/button.tsx', `export const late = () => import('../boards/board-queries.ts');`, 'could ship in another product'],
  [
    'src/client/ui/button.tsx',
    `import type { Outbox } from '../sync/outbox/outbox.ts'; export type One = Outbox;`,
    'could ship in another product',
  ],
  ['src/client/sync/replica/ingest.ts', `import { wantsStillness } from '#client/ui/stillness.ts';`, 'waits for nothing that moves'],
  ['src/client/screens/board-screen.tsx', `await fetch('/api/boards');`, 'never talks to the server itself'],
  ['src/client/screens/board-screen.tsx', `await window.fetch('/api/boards');`, 'never talks to the server itself'],
  ['src/client/ui/button.tsx', `export const request = new XMLHttpRequest();`, 'never talks to the server itself'],
  ['src/client/screens/board-screen.tsx', `export const stream = new EventSource('/api/live');`, 'one live stream per browser'],
  ['src/client/boards/board-queries.ts', `export const stream = new EventSource('/api/live');`, 'one live stream per browser'],
  [
    'src/client/boards/board-commands.ts',
    `import { useMutation } from '@tanstack/react-query'; export const one = useMutation;`,
    'sends it once',
  ],
  ['src/client/screens/board-screen.tsx', `export const board = <p style={{ color: 'red' }}>Oups</p>;`, 'content security policy'],
  ['src/server/whole-boards/boards.ts', `import '#client/api/api.ts';`, 'The server never imports the client'],
  ['src/server/http/serve.ts', `import '#client/api/api.ts';`, 'The server never imports the client'],
  ['src/server/boards/board-store.ts', `import '../../client/api/api.ts';`, 'The server never imports the client'],
  ['src/server/whole-boards/boards.ts', `import 'fastify';`, 'know Fastify'],
  ['src/server/whole-boards/board-routes.ts', `import '@fastify/cookie';`, 'know Fastify'],
  ['src/server/database/database.ts', `import 'fastify';`, 'know Fastify'],
  ['src/server/whole-boards/boards.ts', `import { sql } from 'kysely'; export const one = sql;`, 'SQL is written in'],
  ['src/server/http/health-routes.ts', `import { sql } from 'kysely'; export const one = sql;`, 'SQL is written in'],
  [
    'src/server/whole-boards/boards.ts',
    `import Database from 'better-sqlite3'; export const database = new Database();`,
    'SQL is written in',
  ],
  ['src/server/live/redis/redis-bus.ts', `import { Redis } from 'ioredis'; export const one = Redis;`, 'Redis is reached in one way'],
  ['src/server/boards/board-store.ts', `import '../database/sqlite/sqlite-failure.ts';`, 'Which database runs'],
  ['src/server/database/migrate.ts', `import type { Database } from 'better-sqlite3'; export type One = Database;`, 'Which database runs'],
  ['src/server/database/migrate.ts', `import { DatabaseSync } from 'node:sqlite'; export const one = DatabaseSync;`, 'Which database runs'],
  ['src/server/boards/board-store.ts', `import 'fastify';`, 'A store only reads and writes rows'],
  ['src/server/boards/board-store.ts', `import '../live/live-feed.ts';`, 'A store only reads and writes rows'],
  ['src/server/boards/board-store.ts', `import '#server/errors/refusal';`, 'A store only reads and writes rows'],
  ['src/server/whole-boards/board-routes.ts', `import './board-store.ts';`, 'A route declares'],
  ['src/server/whole-boards/board-routes.ts', `import { sql } from 'kysely'; export const one = sql;`, 'A route declares'],
  ['src/server/whole-boards/board-routes.ts', `import '../database/database.ts';`, 'A route declares'],
  ['src/server/whole-boards/boards.ts', `export const level = process.env['LOG_LEVEL'];`, 'reads the environment'],
  ['src/server/app.ts', `import '../../tests/test-app.ts';`, 'What people run'],
  ['src/server/http/serve.ts', `import { env } from 'node:process'; export const level = env['LOG_LEVEL'];`, 'reads the environment'],
] as const;

// The gates in those walls: what would stand in everybody's way if a wall grew too wide.
const allowed = [
  ['src/shared/boards.ts', `import 'zod/mini'; import './actions.ts';`],
  ['src/client/screens/board-screen.tsx', `import '#shared/boards'; import '../ui/button.tsx';`],
  ['src/client/api/api.ts', `await fetch('/api/boards');`],
  ['src/client/sync/stream/live.ts', `export const stream = new EventSource('/api/live');`],
  ['src/client/ui/button.tsx', `import './ring.tsx'; import 'react';`],
  ['src/client/ui/command.ts', `import { useMutation } from '@tanstack/react-query'; export const one = useMutation;`],
  ['src/client/boards/board-queries.ts', `import { useQuery } from '@tanstack/react-query'; export const one = useQuery;`],
  ['src/server/config/config.ts', `export const level = process.env['LOG_LEVEL'];`],
  ['src/server/main.ts', `process.exit(1);`],
  ['src/server/whole-boards/boards.test.ts', `import '../../../tests/test-app.ts';`],
  ['src/server/whole-boards/boards.ts', `import type { Selectable } from 'kysely'; export type Row = Selectable<object>;`],
  ['src/server/boards/board-store.ts', `import { sql } from 'kysely'; export const one = sql; import '../database/database.ts';`],
  ['src/server/database/database.ts', `import { sql } from 'kysely'; export const one = sql;`],
  ['src/server/database/open-database.ts', `export { openDatabase } from './sqlite/sqlite-database.ts';`],
  ['src/server/http/serve.ts', `import 'fastify';`],
  ['src/server/live/live-routes.ts', `import 'fastify'; import '../boards/board-store.ts';`],
  ['src/server/app.ts', `import 'fastify';`],
  ['src/server/whole-boards/board-routes.ts', `import './boards.ts'; import '../http/serve.ts'; import 'node:path';`],
] as const;

const texts = [...refused, ...allowed];

describe('each wall refuses what it is there for, and says why', () => {
  test.each(refused)('%s: %s', (file, text, reason) => {
    expect(wallsMetBy(file, text)).toContain(reason);
  });
});

test('the linter reads each of these texts', () => {
  expect(linted).toBe(texts.length);
});

describe('no wall stands in the way of', () => {
  test.each(allowed)('%s: %s', (file, text) => {
    expect(wallsMetBy(file, text)).toBe('');
  });
});

describe('rooms', () => {
  test('nothing in src breaks a wall, imports from a room below its own, or forms a circle with another room', () => {
    const imports = importsIn('src');
    expect(imports.length).toBeGreaterThan(1000);
    expect([...brokenWalls(imports), ...newUpward(imports), ...staleEntries(imports), ...circlesBetweenRooms(imports)]).toEqual([]);
  });

  test('at most five imports run upward, each with its reason', () => {
    expect(upward.length).toBeLessThanOrEqual(5);
    for (const { because } of upward) expect(because).toMatch(/^.{30,}\.$/);
  });

  test.each([
    ['src/shared/boards.ts', `import { one } from '#client/api/api.ts'; export { one };`],
    ['src/client/ui/button.tsx', `import { one } from '../screens/board-screen.tsx'; export { one };`],
    ['src/client/sync/replica/ingest.ts', `import { one } from '#client/screens/board-screen.tsx'; export { one };`],
    ['src/client/sync/outbox/outbox.ts', `export const one = () => import('../stream/live.ts');`],
    ['src/server/database/tables.ts', `export * from '../boards/board-store.ts';`],
    ['src/server/boards/board-store.ts', `import { one } from '../membership/members.ts'; export { one };`],
  ])('an import that runs upward is found: %s: %s', (file, text) => {
    expect(newUpward(importsOf(file, text))).toEqual([expect.stringContaining(`${file}:1 imports`)]);
  });

  test('an import downward, or of types alone, is none', () => {
    const text = `import { one } from '#shared/boards'; import type { Two } from '#client/screens/board-screen.tsx'; export const three: Two = one;`;
    expect(newUpward(importsOf('src/client/sync/replica/ingest.ts', text))).toEqual([]);
  });

  test('a circle through two rooms is found, by types too; one within a room is not', () => {
    const there = importsOf('src/client/screens/board-screen.tsx', `import { one } from '../boards/board-card.tsx'; export { one };`);
    const back = importsOf(
      'src/client/boards/board-card.tsx',
      `import type { One } from '../screens/board-screen.tsx'; export type Two = One;`,
    );
    expect(circlesBetweenRooms([...there, ...back])).toHaveLength(1);
    const inside = importsOf('src/client/boards/board-header.tsx', `import './board-card.tsx';`);
    const backInside = importsOf('src/client/boards/board-card.tsx', `import './board-header.tsx';`);
    expect(circlesBetweenRooms([...inside, ...backInside])).toEqual([]);
  });
});

describe('the clock of the device', () => {
  test('is read by the listed files alone, and by each of them, for a reason', () => {
    const reads = clockReadsIn('src/client');
    expect([...newClockReads(reads), ...staleClockReads(reads)]).toEqual([]);
    for (const { because } of deviceClock) expect(because).toMatch(/^.{30,}\.$/);
  });

  test.each([
    `export const isOpen = (endsAt: number) => Date.now() < endsAt;`,
    `export const today = new Date();`,
    `export const today = Date();`,
    `useState(Date.now);`,
    `export const now = globalThis.Date.now();`,
    `export const now = Date['now']();`,
    `const { now } = Date; export const time = now();`,
    `const Clock = Date; export const time = new Clock();`,
    `export const now = performance.timeOrigin + performance.now();`,
  ])('is read by no other file: %s', (text) => {
    expect(newClockReads(clockReadsOf('src/client/play/contest-line.tsx', text))).toEqual([
      expect.stringContaining('src/client/play/contest-line.tsx:1 reads the clock of the device'),
    ]);
    expect(newClockReads(clockReadsOf('src/client/api/server-clock.ts', text))).toEqual([]);
  });

  test.each([
    `export const day = (at: number) => new Date(at).getDay();`,
    `export const noon = Date.parse('2026-12-01T12:00');`,
    `export const since = performance.now();`,
    `export type Now = Date;`,
    `import { serverTime } from '#client/api/server-clock.ts'; export const now = serverTime();`,
  ])('is not read by: %s', (text) => {
    expect(clockReadsOf('src/client/play/contest-line.tsx', text)).toEqual([]);
  });
});

const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-walls-'));
let met: Report['diagnostics'] = [];
let linted = 0;

// One run for all texts: the linter takes longer to start than to read them. Each text has a folder of its own with the rules of this repository.
beforeAll(async () => {
  // How a run behaves is not for a folder below to say.
  const { options: _, ...rules } = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as Record<string, unknown>;
  for (const [place, [file, text]] of texts.entries()) {
    const own = join(folder, String(place));
    mkdirSync(join(own, dirname(file)), { recursive: true });
    writeFileSync(join(own, file), `${text}\n`);
    writeFileSync(join(own, '.oxlintrc.json'), JSON.stringify(rules));
  }
  // It ends with 1 when it finds something.
  const { stdout } = await run(process.execPath, [oxlint, '--format', 'json', '.'], { cwd: folder }).catch(
    (end: { stdout: string }) => end,
  );
  const report: Report = JSON.parse(stdout);
  linted = report.number_of_files;
  met = report.diagnostics.filter(({ code }) => /no-restricted-|forbid-dom-props/.test(code));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the walls say about this text, were it that file of ours. */
function wallsMetBy(file: string, text: string): string {
  const place = texts.findIndex(([path, content]) => path === file && content === text);
  const found = met.filter(({ filename }) => filename === join(String(place), file));
  return [...brokenWalls(importsOf(file, text)), ...found.map(({ message, help }) => `${message} ${help ?? ''}`)].join('\n');
}
