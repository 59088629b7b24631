import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { forgetDamage, isDamageNoted, noteDamage } from './damage-note.ts';

const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-note-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'ou-la-la.db');

it('a note of damage is of one file, and not of another one that gets its name', () => {
  writeFileSync(file, '');
  expect(isDamageNoted(file)).toBe(false);
  noteDamage(file);
  expect(isDamageNoted(file)).toBe(true);
  const other = join(folder, 'other.db');
  writeFileSync(other, '');
  renameSync(other, file);
  expect(isDamageNoted(file)).toBe(false);
  noteDamage(file);
  expect(isDamageNoted(file)).toBe(true);
  forgetDamage(file);
  expect(isDamageNoted(file)).toBe(false);
});

it('an empty note counts: it is of an earlier version, or had no room on the disk', () => {
  writeFileSync(`${file}-damaged`, '');
  expect(isDamageNoted(file)).toBe(true);
});
