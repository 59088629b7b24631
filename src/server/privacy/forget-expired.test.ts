/** What docs/operating.md says of how long things are kept: whatever has an end is gone within the hour, and nothing else. */
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dump, tamper } from '../../../tests/database-state.ts';
import { boardOf, resetToken, startTestApp } from '../../../tests/test-app.ts';
import { buildApp } from '../app.ts';
import { createDeps } from '../start.ts';

const [hour, day] = [60 * 60 * 1000, 24 * 60 * 60 * 1000];
const testApp = await startTestApp();
const { dataDir } = testApp.config;
const [lea, max] = await testApp.signUpAll('Léa', 'Max');
const board = await boardOf(lea);
for (const person of [lea, max]) await resetToken(testApp, person);
for (let count = 0; count < 2; count += 1) await lea.does('POST /api/boards/:boardId/single-links', { params: { boardId: board.id } });
const now = Date.now();
const dayAgo = (days: number) => new Date(now - days * day).toISOString().slice(0, 10);
for (const ago of [398, 402]) tamper(dataDir, "insert into daily_count (day, name, count) values (?, 'visit', 1)", dayAgo(ago));
const outbox = join(dataDir, 'outbox');
mkdirSync(outbox, { recursive: true });
for (const [name, age] of [
  ['a'.repeat(22), 23 * hour],
  ['b'.repeat(22), 25 * hour],
] as const) {
  writeFileSync(join(outbox, `${name}.eml`), '');
  utimesSync(join(outbox, `${name}.eml`), (now - age) / 1000, (now - age) / 1000);
}
// Each kind has one whose time is over, and one whose time is almost.
const keys = { session: 'id', password_reset: 'token_hash', single_link: 'id' } as const;
const expired: Record<string, unknown> = {};
for (const [table, key] of Object.entries(keys)) {
  expired[table] = dump(dataDir)[table]?.[0]?.[key];
  tamper(dataDir, `update ${table} set expires_at = ? where ${key} = ?`, now - 1, expired[table]);
}
const [known, silent] = (dump(dataDir)['known_device'] ?? []).map((row) => row['token_hash']);
tamper(dataDir, 'update known_device set last_used_at = ? where token_hash = ?', now - 399 * day, known);
tamper(dataDir, 'update known_device set last_used_at = ? where token_hash = ?', now - 401 * day, silent);
const before = dump(dataDir);

// An hour after it was done by the copy that stops now.
await testApp.deps.jobs.stop();
tamper(dataDir, "update job set due = 0 where id = 'forget_expired'");
const deps = await createDeps(testApp.config);
const app = await buildApp(deps);
await app.ready();
await deps.jobs.idle('forget_expired');
await app.close();
await deps.database.close();
const after = dump(dataDir);

const gone = (table: string, key: string) => {
  const left = new Set(after[table]?.map((row) => row[key]));
  return before[table]?.map((row) => row[key]).filter((one) => !left.has(one));
};

describe('every hour', () => {
  it('one copy forgets, whichever it is, and the next time is an hour later', () => {
    const jobs = after['job']?.filter(({ kind }) => kind === 'forget_expired') ?? [];
    expect(jobs).toHaveLength(1);
    const [job] = jobs;
    expect(job).toMatchObject({ attempts: 0, last_failure: null });
    expect(Number(job?.['due'])).toBeGreaterThanOrEqual(now + hour);
    expect(Number(job?.['due'])).toBeLessThanOrEqual(Date.now() + hour);
  });

  it.each(Object.entries(keys))('a %s that has expired goes, and no other', (table, key) => {
    expect(before[table]?.length).toBeGreaterThan(1);
    expect(gone(table, key)).toEqual([expired[table]]);
  });

  it('a device that nobody signed in on for 400 days goes, and no other', () => {
    expect(gone('known_device', 'token_hash')).toEqual([silent]);
  });

  it('the counts of a day go after 400 days', () => {
    expect(gone('daily_count', 'day')).toEqual([dayAgo(402)]);
    expect(after['daily_count']?.map((row) => row['day'])).toContain(dayAgo(398));
  });

  it('a mail in a file goes after a day', () => {
    expect(readdirSync(outbox)).toEqual([`${'a'.repeat(22)}.eml`]);
  });

  it('nothing else goes', () => {
    const ends = new Set(['session', 'password_reset', 'single_link', 'known_device', 'daily_count', 'job']);
    const others = (tables: typeof before) => Object.fromEntries(Object.entries(tables).filter(([name]) => !ends.has(name)));
    expect(others(after)).toEqual(others(before));
  });
});
