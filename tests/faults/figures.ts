/** What the proofs measured: one line for each, printed together at the end. */
import { availableParallelism, loadavg } from 'node:os';
import type { TestContext } from 'vitest';
import type { TestModule } from 'vitest/node';

declare module 'vitest' {
  interface TaskMeta {
    figures?: string;
  }
}

/** Keeps the line of a proof, as in `R1 50 kills, 0 lost`. It is printed whether or not the proof holds. */
export function tell({ task }: Pick<TestContext, 'task'>, figures: string): void {
  task.meta.figures = figures;
}

/** Prints the lines of all proofs, in their order. */
export function printFigures(modules: readonly TestModule[]): void {
  const lines = modules.flatMap((module) =>
    [...module.children.allTests()].flatMap((test) => {
      const { figures } = test.meta();
      return figures === undefined ? [] : [`${figures}${test.ok() ? '' : '   FAILED'}`];
    }),
  );
  const number = (line: string) => Number(/^R(\d+)/.exec(line)?.[1] ?? 0);
  if (lines.length === 0) return;
  console.log(`\n${lines.toSorted((a, b) => number(a) - number(b)).join('\n')}`);
  if (isBusy()) console.log(`Others use the machine (load ${loadavg()[0]?.toFixed(0)}): the times measured meanwhile prove nothing.`);
}

/** Whether others want so much of this machine that no time measured on it proves anything. */
export function isBusy(): boolean {
  const [load = 0] = loadavg();
  return load > 3 * availableParallelism();
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
