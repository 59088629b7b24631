/** docs/quality.md is what was recorded, of every goal that there is. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { isWhole, type Measurement, replaces } from '../quality/measured.ts';
import { drawCurves, renderPerformance, subjects } from '../quality/performance.ts';
import { readCurves, readQuality } from '../quality/record.ts';
import { nameOf, rows } from '../quality/rows.ts';
import { render, verdictOn } from '../quality/table.ts';
import { root } from '../scripts/commands.mjs';
import { tell } from './figures.ts';

const text = (file: string) => readFileSync(join(root, file), 'utf8');
const numbered = (letter: string, count: number) => Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);

test('the list has every goal once', () => {
  expect(rows.map(({ id }) => id)).toEqual([...numbered('P', 13), ...numbered('R', 12), 'R14', ...numbered('S', 13), ...numbered('U', 7)]);
});

test('every test file that proves a goal is there, and every proof of the faults is named by a goal or has none', () => {
  const files = rows.flatMap(({ proofs }) => proofs.flatMap((proof) => ('suite' in proof ? proof.files : [])));
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  const faults = readdirSync(join(root, 'tests/faults')).filter((file) => file.endsWith('.test.ts'));
  const withoutGoal = ['proxies.test.ts', 'storm.test.ts'];
  expect(faults.filter((file) => !files.includes(`tests/faults/${file}`))).toEqual(withoutGoal);
});

test('every part of the bench that measures a goal is there', () => {
  const parts = [
    ...Object.keys(subjects),
    ...rows.flatMap(({ proofs }) => proofs.flatMap((proof) => ('bench' in proof ? [proof.bench] : []))),
  ];
  const table = text('bench/parts.ts');
  expect(parts.filter((part) => !new RegExp(`^ {2}'?${part}'?: \\{`, 'm').test(table))).toEqual([]);
});

test('docs/quality.md is what docs/quality.json says', () => {
  expect(text('docs/quality.md')).toBe(render(readQuality()));
});

test('docs/performance.md and its curves are what docs/performance.json says', () => {
  const curves = readCurves();
  expect(text('docs/performance.md')).toBe(renderPerformance(curves));
  const drawn = drawCurves(curves);
  for (const [name, svg] of Object.entries(drawn)) expect(text(`docs/curves/${name}`)).toBe(svg);
  const kept = existsSync(join(root, 'docs/curves')) ? readdirSync(join(root, 'docs/curves')) : [];
  expect(kept.toSorted()).toEqual(Object.keys(drawn).toSorted());
  expect(Object.keys(curves).filter((part) => !(part in subjects))).toEqual([]);
});

test('nothing is recorded of what is no goal, nor by what does not prove it', () => {
  const known = new Set(rows.flatMap(({ id, proofs }) => proofs.map((proof) => `${id} ${nameOf(proof)}`)));
  const recorded = Object.entries(readQuality()).flatMap(([id, measured]) => Object.keys(measured).map((name) => `${id} ${name}`));
  expect(recorded.filter((one) => !known.has(one))).toEqual([]);
});

const first: Measurement = { command: 'npm run bench -- p2', date: '2026-01-01T00:00:00.000Z', figures: [{ figure: '1 ms', met: true }] };
const later = { ...first, date: '2026-01-02T00:00:00.000Z' };
const quickly: Measurement = { ...later, figures: [{ figure: '5 of 300', whole: false }] };

describe('what is newer takes the place of what was measured', () => {
  it.each<[string, Measurement, Measurement, boolean]>([
    ['on a quiet machine', later, first, true],
    ['but not what is older', first, later, false],
    ['nor what others disturbed', { ...later, busy: true }, first, false],
    ['unless that was disturbed, too', { ...later, busy: true }, { ...first, busy: true }, true],
    ['nor a quick look', quickly, first, false],
    ['but a failure does', { ...quickly, busy: true, tests: { passed: 3, failed: 1, skipped: 0 } }, first, true],
  ])('%s', (_how, found, known, taken) => {
    expect(replaces(found, known)).toBe(taken);
  });
});

describe('a verdict', () => {
  const row = { id: 'P2', what: '', goal: '', proofs: [{ bench: 'p2' }, { bench: 'p3' }] };
  const missed: Measurement = { ...first, figures: [{ figure: '9 ms', met: false }] };
  it.each<[string, Record<string, Measurement>]>([
    ['not measured', {}],
    ['in part', { p2: first }],
    ['in part', { p2: first, p3: quickly }],
    ['met', { p2: first, p3: first }],
    ['met ?', { p2: first, p3: { ...first, busy: true } }],
    ['**missed**', { p2: missed }],
    ['**missed**', { p2: missed, p3: { ...first, busy: true } }],
    ['**missed** ?', { p2: { ...missed, busy: true }, p3: first }],
    ['**missed**', { p2: { ...first, tests: { passed: 3, failed: 1, skipped: 0 } }, p3: first }],
    ['**missed**', { p2: { ...first, tests: { passed: 0, failed: 0, skipped: 4 } }, p3: first }],
    ['met', { p2: { ...first, busy: true, figures: [{ figure: '5 kB', met: true, steady: true }] }, p3: first }],
  ])('%s', (verdict, measured) => {
    expect(verdictOn(row, measured)).toBe(verdict);
  });

  it('of a figure that a test told travels in the report of the run', (context) => {
    tell(context, 'X1', '5 of 300', { whole: false });
    expect(context.task.meta.figures).toMatchObject([{ row: 'X1', figure: '5 of 300', whole: false }]);
    expect(isWhole(quickly)).toBe(false);
  });
});
