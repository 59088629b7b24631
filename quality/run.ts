/**
 * `npm run quality` takes over into docs/quality.json what benches and tests have measured since, and writes docs/quality.md from it. `npm run
 * quality -- p1 r6 s3` measures these rows first; `-- r` all whose name begins so. The curves of docs/performance.md are taken over as well.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { isBusy, meetMachine, watchOthers } from '../bench/machine.ts';
import { parts } from '../bench/parts.ts';
import { root } from '../scripts/commands.mjs';
import { prepare } from '../scripts/prepare.mjs';
import { forgetReports, gather, gatherCurves } from './gather.ts';
import { readCurves, readQuality, writeRecords } from './record.ts';
import { markBusy } from './reports.ts';
import { nameOf, type Proof, type Row, rows, type Suite } from './rows.ts';
import { verdictOn } from './table.ts';

const words = process.argv.slice(2).map((word) => word.toUpperCase());
const isNamed = ({ id }: Row, word: string) => id === word || (/^[A-Z]$/.test(word) && id.startsWith(word));
const unknown = words.filter((word) => !rows.some((row) => isNamed(row, word)));
if (unknown.length > 0) {
  console.error(`No such row: ${unknown.join(', ')}. There are ${rows.map(({ id }) => id).join(', ')}.`);
  process.exit(1);
}

// Before what is measured now takes the place of earlier reports.
takeOver();
const wanted = rows.filter((row) => words.some((word) => isNamed(row, word)));
if (wanted.length > 0) {
  await measure(wanted);
  forgetReports();
  takeOver();
}
const quality = readQuality();
const verdicts = (wanted.length > 0 ? wanted : rows).map((row) => `${row.id.padEnd(3)} ${verdictOn(row, quality[row.id] ?? {})}`);
console.log(`\n${verdicts.join('\n')}`);
process.exit();

function takeOver(): void {
  const rowsFound = gather(readQuality());
  const curvesFound = gatherCurves(readCurves());
  writeRecords(rowsFound.quality, curvesFound.curves);
  for (const line of [...rowsFound.left, ...curvesFound.left]) console.log(line);
}

async function measure(wantedRows: readonly Row[]): Promise<void> {
  const proofs = wantedRows.flatMap((row) => row.proofs);
  const named = [...new Set(proofs.flatMap((proof) => ('bench' in proof ? [proof.bench] : [])))];
  const [together, alone] = [named.filter((name) => parts[name]?.played), named.filter((name) => parts[name]?.alone)];
  // Each with a factor of its own, but for those that share a server.
  for (const names of [together, ...alone.map((name) => [name])])
    if (names.length > 0) await run('npm', ['run', '--silent', 'bench', '--', ...names]);
  const suites = new Set(proofs.filter((proof) => !('bench' in proof)).map((proof) => nameOf(proof) as Suite));
  if (suites.size === 0) return;
  await prepare({ needs: 'tools' });
  const machine = await meetMachine();
  for (const suite of suites) {
    const ofSuite = proofs.filter((proof): proof is Exclude<Proof, { bench: string }> => 'suite' in proof && proof.suite === suite);
    const files = suite === 'engines' ? [] : new Set(ofSuite.flatMap((proof) => proof.files));
    const settings = Object.assign(
      { OU_LA_LA_MACHINE_FACTOR: String(machine.factor) },
      ...ofSuite.map((proof) => proof.settings),
    ) as NodeJS.ProcessEnv;
    const othersUse = watchOthers();
    await run(process.execPath, [join(root, 'scripts/test.mjs'), suite, ...files], settings);
    const used = othersUse();
    if (isBusy(used)) console.log(`Others used ${(used * 100).toFixed(0)} % of the machine meanwhile.`);
    if (machine.busy || isBusy(used)) markBusy(suite);
  }
}

/** To its end, however it ends: a proof that fails is a verdict too. */
function run(program: string, args: readonly string[], settings: NodeJS.ProcessEnv = {}): Promise<void> {
  console.log(`\n> ${[program, ...args].join(' ')}`);
  return new Promise((resolve, reject) => {
    spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...settings } })
      .once('error', reject)
      .once('exit', () => resolve());
  });
}
