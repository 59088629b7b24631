/**
 * `npm run bench`: the speed of the built server and its pages, measured from other processes on the same machine. `npm run bench -- p1 p3`
 * runs these parts only, `npm run bench -- help` lists them. OU_LA_LA_PROGRAM=/elsewhere/server/main.js measures another build;
 * `OU_LA_LA_BASE=/elsewhere/server/main.js npm run bench -- compare` measures both by turns and tells their ratio.
 *
 * Exits 1 when something could not be measured, whether or not goals were met.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkedOut } from '../scripts/checkout.mjs';
import { root } from '../scripts/commands.mjs';
import { prepare } from '../scripts/prepare.mjs';
import type { PartReport } from '../scripts/quality.ts';
import { meetMachine, othersUseIt } from './machine.ts';
import { parts } from './parts.ts';
import { otherProgram } from './processes.ts';
import { printTable, type Row } from './report.ts';

const reports = join(root, '.cache/bench');
/** In milliseconds, for one part: what takes longer hangs. */
const longest = 20 * 60 * 1000;
/** In seconds: a run without names begins no further part that would go on for longer. */
const longestUnnamed = 6 * 60;

const words = process.argv.slice(2);
const isNamed = (name: string, word: string) => name === word || name.startsWith(`${word}-`);
const unknown = words.filter((word) => !Object.keys(parts).some((name) => isNamed(name, word)));
if (unknown.length > 0) {
  if (unknown.some((word) => !/^(-*help|-h)$/.test(word))) console.error(`No such part: ${unknown.join(', ')}.\n`);
  console.log('npm run bench [-- <parts>]\n');
  for (const [name, { what, seconds, onlyNamed }] of Object.entries(parts))
    console.log(`  ${name.padEnd(11)} ${`${seconds} s`.padStart(5)}  ${what}${onlyNamed ? `. Only when named: ${onlyNamed}` : ''}`);
  process.exit(unknown.every((word) => word.endsWith('help')) ? 0 : 1);
}

const started = performance.now();
const commit = checkedOut();
const rows: Row[] = [];
const left: string[] = [];
if (otherProgram === undefined) await prepare({ needs: 'tools' });
const machine = await meetMachine();
let wasBusy = machine.busy;
for (const [name, { measure, seconds, onlyNamed }] of Object.entries(parts)) {
  if (words.length === 0 ? onlyNamed : !words.some((word) => isNamed(name, word))) continue;
  if (words.length === 0 && secondsSince(started) + seconds * machine.leeway > longestUnnamed) left.push(name);
  else await measured(name, () => measure(machine));
}
printTable(rows);
if (left.length > 0) console.log(`Not within six minutes on this machine: npm run bench -- ${left.join(' ')}`);
console.log(`machine factor ${machine.factor.toFixed(2)}, ${secondsSince(started).toFixed(0)} s`);
process.exit();

function secondsSince(moment: number): number {
  return (performance.now() - moment) / 1000;
}

/** A part that fails leaves a line in the table and the others their turn; what it measured is left for `npm run quality`. */
async function measured(name: string, measure: () => Promise<Row[]>): Promise<void> {
  console.log(`${name}…`);
  const begun = performance.now();
  const hanging = setTimeout(() => {
    console.error(`${name} took too long and was ended.`);
    process.exit(1);
  }, longest);
  try {
    const found = await measure();
    console.log(`  ${secondsSince(begun).toFixed(0)} s`);
    const busyNow = await othersUseIt();
    const busy = machine.busy || wasBusy || busyNow;
    wasBusy = busyNow;
    rows.push(...found.map((row) => ({ ...row, busy })));
    if (otherProgram !== undefined) return;
    const report: PartReport = { date: new Date().toISOString(), commit, factor: machine.factor, busy, rows: found };
    mkdirSync(reports, { recursive: true });
    writeFileSync(join(reports, `${name}.json`), JSON.stringify(report));
  } catch (failure) {
    console.error(failure);
    const [reason = ''] = String(failure instanceof Error ? failure.message : failure).split('\n');
    rows.push({ id: name.toUpperCase(), what: `failed: ${reason}`, runs: [], median: '', goal: '' });
    process.exitCode = 1;
  } finally {
    clearTimeout(hanging);
  }
}
