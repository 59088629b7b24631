/**
 * What a proof measured, beside whether it holds. A figure travels in the runner's own report (.cache/test), from which `npm run quality` takes
 * it; those of the faults are printed at the end, too.
 */
import { availableParallelism, loadavg } from 'node:os';
import type { TestContext } from 'vitest';
import type { TestModule } from 'vitest/node';

export interface Figure extends Verdict {
  /** A row of docs/quality.md, as in R1, or a name of its own for what has no row there. */
  row: string;
  /** As it is read: '50 kills at 195 logs/s, 0 lost'. */
  figure: string;
  /** Others used the machine. */
  busy?: boolean;
}

/** What the test does not assert. */
interface Verdict {
  /** Whether a time is within the goal. */
  met?: boolean;
  /** False for a quick look, at less than the goal says. */
  whole?: boolean;
}

declare module 'vitest' {
  interface TaskMeta {
    figures?: Figure[];
  }
}

/** The type of Playwright's annotations that hold figures. */
const annotation = 'figure';

/** Keeps a figure, whether or not the proof holds. */
export function tell({ task }: Pick<TestContext, 'task'>, row: string, figure: string, verdict: Verdict = {}): void {
  (task.meta.figures ??= []).push(figureOf(row, figure, verdict));
}

/** The same for a test in the browser: `tellInBrowser(test.info(), 'U6', '8 taps, 6 fields')`. */
export function tellInBrowser(
  { annotations }: { annotations: { type: string; description?: string }[] },
  row: string,
  figure: string,
  verdict: Verdict = {},
): void {
  annotations.push({ type: annotation, description: JSON.stringify(figureOf(row, figure, verdict)) });
}

function figureOf(row: string, figure: string, verdict: Verdict): Figure {
  return { row, figure, ...verdict, ...(isBusy() && { busy: true }) };
}

/** A reporter of vitest, named on its command line: prints the figures of all proofs, in the order of their rows. */
export default class FigurePrinter {
  onTestRunEnd = printFigures;
}

function printFigures(modules: readonly TestModule[]): void {
  const lines = modules.flatMap((module) =>
    [...module.children.allTests()].flatMap((test) =>
      (test.meta().figures ?? []).map(({ row, figure, met, whole }) => ({
        number: Number(/^R(\d+)/.exec(row)?.[1] ?? 0),
        text: `${row} ${figure}${test.ok() ? '' : '   FAILED'}${met === false ? '   MISSED' : ''}${whole === false ? '   A QUICK LOOK' : ''}`,
      })),
    ),
  );
  if (lines.length === 0) return;
  console.log(
    `\n${lines
      .toSorted((a, b) => a.number - b.number)
      .map(({ text }) => text)
      .join('\n')}`,
  );
  if (isBusy()) console.log(`Others use the machine (load ${loadavg()[0]?.toFixed(0)}): the times measured meanwhile prove nothing.`);
}

/** Goals in milliseconds may take so many times as long here; 1 where `npm run quality` has not measured it. */
export function machineFactor(): number {
  return Number(process.env['OU_LA_LA_MACHINE_FACTOR'] ?? 1);
}

/** Whether others want so much of this machine that no time measured on it proves anything. */
export function isBusy(): boolean {
  const [load = 0] = loadavg();
  return load > 3 * availableParallelism();
}

export function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** 12,345 */
export function counted(number: number): string {
  return Math.round(number).toLocaleString('en');
}

/** 1.2 s, or 340 ms. */
export function lasted(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** 12.3 MB */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
