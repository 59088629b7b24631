/** Each goal of docs/quality.md has a proof that is there, and the verdict on it says no more than was measured. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { goals } from '../bench/goals.ts';
import { root } from '../scripts/commands.mjs';
import { type Finding, goalRows, verdictOn, withFindings } from '../scripts/quality.ts';
import { tell } from './figures.ts';

const text = readFileSync(join(root, 'docs/quality.md'), 'utf8');
const rows = goalRows(text);
const numbered = (letter: string, count: number) => Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);

test('the list has every goal once', () => {
  const speed = [...numbered('P', 15), 'P18', 'P20'];
  expect(rows.map(({ id }) => id)).toEqual([
    ...speed,
    ...numbered('R', 16),
    'R18',
    'R19',
    ...numbered('S', 21),
    ...numbered('U', 10),
    'U12',
    'U13',
  ]);
});

test('the list quotes the numbers by which the benches judge', () => {
  const quoted = (id: string, number: number) =>
    rows.some((row) => row.id === id && [number, number / 1000].some((n) => row.goal.includes(`${n}`)));
  const numbers = Object.entries(goals).flatMap(([id, of]) => Object.values(of).map((number) => [id, number] as const));
  expect(numbers.filter(([id, number]) => !quoted(id, number))).toEqual([]);
});

test('every proof of a goal is there, and every proof of the faults is named by a goal or has none', () => {
  const files = ['src', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const parts = readFileSync(join(root, 'bench/parts.ts'), 'utf8');
  const proofs = rows.flatMap((row) => row.proofs.map((proof) => ({ id: row.id, ...proof })));
  // P8 is held by `npm run check`.
  expect(rows.filter((row) => row.proofs.length === 0).map(({ id }) => id)).toEqual(['P8']);
  const isThere = ({ part, words }: (typeof proofs)[number]) =>
    part === undefined
      ? words.every((word) => files.some((file) => file.includes(word)))
      : new RegExp(`^ {2}'?${part}'?: \\{`, 'm').test(parts);
  expect(proofs.filter((proof) => !isThere(proof))).toEqual([]);
  const words = proofs.flatMap((proof) => proof.words);
  const faults = readdirSync(join(root, 'tests/faults')).filter((file) => file.endsWith('.test.ts'));
  expect(faults.filter((file) => !words.some((word) => file.includes(word)))).toEqual(['proxies.test.ts', 'storm.test.ts']);
});

const first: Finding = { date: '2026-01-01T00:00:00.000Z', commit: 'abc1234', figures: [{ text: '1 ms', met: true }] };
const missed: Finding = { ...first, figures: [{ text: '9 ms', met: false }] };
const busy = { ...first, busy: true };
const quick: Finding = { ...first, figures: [{ text: '5 of 300', whole: false }] };

describe('the verdict on a goal with two proofs', () => {
  it.each<[string, Finding[]]>([
    ['in part', [first]],
    ['in part', [first, quick]],
    ['met', [first, first]],
    ['met ?', [first, busy]],
    ['**missed**', [missed]],
    ['**missed**', [missed, busy]],
    ['**missed** ?', [{ ...missed, busy: true }, first]],
    ['**missed**', [{ ...first, tests: { passed: 3, failed: 1, skipped: 0 } }, first]],
    ['**missed**', [{ ...first, tests: { passed: 0, failed: 0, skipped: 4 } }, first]],
    ['met', [{ ...first, busy: true, figures: [{ text: '5 kB', met: true, steady: true }] }, first]],
  ])('is %s', (verdict, found) => {
    expect(verdictOn(found, 2)).toBe(verdict);
  });
});

test('a goal takes over what was found, and one of which nothing is found stays as it is', () => {
  const lines = [
    '| P2 | logs | ≤ 1 ms | old | met | `npm run bench -- p2` | then |',
    '| R1 | kills | none | old | met | `npm run test:faults -- kills.test` | then |',
  ];
  const written = withFindings(lines.join('\n'), (id, proof) => (proof.part === 'p2' && id === 'P2' ? missed : undefined)).split('\n');
  expect(written).toEqual(['| P2 | logs | ≤ 1 ms | **9 ms** | **missed** | `npm run bench -- p2` | 2026-01-01, abc1234 |', lines[1]]);
});

test('a figure that a test told travels in the report of the run', (context) => {
  tell(context, 'X1', '5 of 300', { whole: false });
  expect(context.task.meta.figures).toMatchObject([{ row: 'X1', figure: '5 of 300', whole: false }]);
});
