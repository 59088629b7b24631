/** What is measured becomes rows; rows become one table. */

export interface Row {
  id: string;
  what: string;
  /** Each run, as it is read. */
  runs: readonly string[];
  median: string;
  /** Empty for what is measured for scale only. */
  goal?: string;
  /** Left out where there is no goal, or nothing to compare with it. */
  met?: boolean;
  /** Does not depend on how busy the machine is. */
  steady?: true;
}

/** Requests a second of the bare Fastify on the machine by which goals in milliseconds were set. */
export const referenceEcho = 28_600;

/** Goals are judged by the median of this many runs, after a warm-up. */
export const runsOfEach = 3;

export function median(numbers: readonly number[]): number {
  return percentile(numbers, 50);
}

/** The smallest number that `percent` of them do not exceed. */
export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

export interface Spread {
  p50: number;
  p99: number;
}

export function spreadOf(times: readonly number[]): Spread {
  return { p50: percentile(times, 50), p99: percentile(times, 99) };
}

/** A row of times in milliseconds: each run as p50/p99, and the median of either. Without `most` it is for scale only. */
export function spreadRow(id: string, what: string, runs: readonly Spread[], most?: Partial<Spread>): Row {
  const middle = { p50: median(runs.map(({ p50 }) => p50)), p99: median(runs.map(({ p99 }) => p99)) };
  const row = {
    id,
    what,
    runs: runs.map(({ p50, p99 }) => `${p50.toFixed(2)}/${p99.toFixed(2)}`),
    median: `p50 ${middle.p50.toFixed(2)}, p99 ${middle.p99.toFixed(2)} ms`,
  };
  if (!most) return row;
  return {
    ...row,
    goal: (['p50', 'p99'] as const).flatMap((key) => (most[key] === undefined ? [] : `${key} ≤ ${most[key]} ms`)).join(', '),
    met: middle.p50 <= (most.p50 ?? Infinity) && middle.p99 <= (most.p99 ?? Infinity),
  };
}

export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`;
}

/** `busy`: others used the machine, so every verdict that depends on it bears a question mark. */
export function printTable(rows: readonly Row[], { busy }: { busy: boolean }): void {
  const lines = [
    ['id', 'what', 'runs', 'median', 'goal', 'verdict'],
    ...rows.map(({ id, what, runs, median: middle, goal, met, steady }) => [
      id,
      what,
      runs.join('  '),
      middle,
      goal ?? '',
      verdict(goal, met, busy && !steady),
    ]),
  ];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  const text = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | '));
  const rule = widths.map((width) => '-'.repeat(width)).join('-|-');
  console.log(`\n${[text[0], rule, ...text.slice(1)].join('\n')}\n`);
}

function verdict(goal: string | undefined, met: boolean | undefined, busy: boolean): string {
  if (goal === undefined) return 'for scale';
  if (met === undefined) return 'not measured';
  return `${met ? 'tenu' : 'manqué'}${busy ? ' ?' : ''}`;
}
