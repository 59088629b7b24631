/**
 * `npm run bench`: the speed of the built server and its pages, measured from other processes on the same machine. `npm run bench -- p1 p3`
 * runs these parts only, `npm run bench -- help` lists them; `--profile` writes a CPU profile of the server under P1 to P3 into .cache/bench, for
 * Chrome's developer tools. OU_LA_LA_PROGRAM=/elsewhere/server/main.js measures another build; `OU_LA_LA_BASE=/elsewhere/server/main.js npm run
 * bench -- compare` logs on both by turns and tells their ratio.
 *
 * Exits 1 when something could not be measured, whether or not goals were met.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PartReport } from '../scripts/quality.ts';
import { checkedOut } from '../scripts/checkout.mjs';
import { root, runQuietly } from '../scripts/commands.mjs';
import { prepare } from '../scripts/prepare.mjs';
import { builtServer } from '../tests/built-server.ts';
import { isBusy, meetMachine, watchOthers } from './machine.ts';
import { helpOnParts, namedParts, parts } from './parts.ts';
import { endPlay } from './play.ts';
import { otherProgram } from './processes.ts';
import { printTable, type Row } from './report.ts';

const reports = join(root, '.cache/bench');
const longest = 20 * 60 * 1000;
/** In seconds: a run without names begins no further part that would go on for longer. */
const longestUnnamed = 6 * 60;

const words = process.argv.slice(2).filter((argument) => argument !== '--profile');
const { wanted, unknown } = namedParts(words);
if (unknown.length > 0) {
  if (unknown.some((word) => !/^(-*help|-h)$/.test(word))) console.error(`No such part: ${unknown.join(', ')}.\n`);
  console.log(helpOnParts());
  process.exit(unknown.every((word) => word.endsWith('help')) ? 0 : 1);
}
setTimeout(() => {
  console.error('The bench took too long and was ended.');
  process.exit(1);
}, longest).unref();

const started = performance.now();
const commit = checkedOut();
const rows: Row[] = [];
const found: PartFound[] = [];
await build();
const machine = await meetMachine();
const left: string[] = [];
for (const name of wanted) {
  const { measure, seconds = 0 } = parts[name] ?? {};
  if (words.length === 0 && secondsSince(started) + seconds * machine.leeway > longestUnnamed) left.push(name);
  else if (measure) await measured(name, () => measure(machine));
}
// What was measured counts once what was left behind is found right.
await endPlay();
if (otherProgram === undefined) for (const one of found) leaveReport(one);
printTable(rows);
if (left.length > 0) console.log(`Not within six minutes on this machine: npm run bench -- ${left.join(' ')}`);
console.log(`machine factor ${machine.factor.toFixed(2)}, ${secondsSince(started).toFixed(0)} s`);
process.exit();

function secondsSince(moment: number): number {
  return (performance.now() - moment) / 1000;
}

interface PartFound {
  name: string;
  found: readonly Row[];
  busy: boolean;
}

/** For `npm run quality`. */
function leaveReport({ name, found: measuredRows, busy }: PartFound): void {
  const report: PartReport = { date: new Date().toISOString(), commit, factor: machine.factor, busy, rows: measuredRows };
  mkdirSync(reports, { recursive: true });
  writeFileSync(join(reports, `${name}.json`), JSON.stringify(report));
}

/** A part that fails leaves a line in the table and the others their turn. */
async function measured(name: string, measure: () => Promise<Row[]>): Promise<void> {
  console.log(`${name}…`);
  const begun = performance.now();
  const othersUse = watchOthers();
  try {
    const measuredRows = await measure();
    console.log(`  ${secondsSince(begun).toFixed(0)} s`);
    const used = othersUse();
    // With a wrong factor every time is judged wrongly.
    const busy = isBusy(used) || machine.busy;
    if (isBusy(used)) console.log(`  others used ${(used * 100).toFixed(0)} % of the machine meanwhile`);
    rows.push(...measuredRows.map((row) => ({ ...row, busy })));
    found.push({ name, found: measuredRows, busy });
  } catch (failure) {
    console.error(failure);
    const [reason = ''] = String(failure instanceof Error ? failure.message : failure).split('\n');
    rows.push({ id: name.toUpperCase(), what: `failed: ${reason}`, runs: [], median: '', goal: '' });
    process.exitCode = 1;
  }
}

async function build(): Promise<void> {
  if (otherProgram !== undefined) return;
  try {
    await prepare({ needs: 'tools' });
  } catch (failure) {
    console.error(`${failure instanceof Error ? failure.message : String(failure)}\n\nThe server alone is built and measured.`);
    await runQuietly(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '-c', 'scripts/vite.server.config.ts']);
    if (!existsSync(builtServer)) throw failure;
  }
}
