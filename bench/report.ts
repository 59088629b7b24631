/** What is measured becomes rows; rows become one table. */

export interface Row {
  /** The goal, as in P4, or what a row for scale is about. */
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
  /** In few words, for docs/quality.md: rows that have none are only printed. */
  brief?: string;
  /** Others used the machine meanwhile. Set for all rows of a part together. */
  busy?: boolean;
}

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

interface About extends Pick<Row, 'id' | 'what' | 'brief' | 'steady'> {
  most?: number;
  least?: number;
}

/** A row of one figure, judged by its median. Without `most` and `least` it is for scale only. */
export function figureRow({ most, least, ...about }: About, figures: readonly number[], show: (figure: number) => string): Row {
  const middle = median(figures);
  const row = { ...about, runs: figures.map(show), median: show(middle) };
  if (most !== undefined) return { ...row, goal: `≤ ${show(most)}`, met: middle <= most };
  if (least !== undefined) return { ...row, goal: `≥ ${show(least)}`, met: middle >= least };
  return row;
}

/** A row of times in milliseconds: each run as p50/p99, and the median of either. Without `most` it is for scale only. */
export function spreadRow({ most, ...about }: Omit<About, 'most' | 'least'> & { most?: Partial<Spread> }, runs: readonly Spread[]): Row {
  const middle = { p50: median(runs.map(({ p50 }) => p50)), p99: median(runs.map(({ p99 }) => p99)) };
  const row = {
    ...about,
    runs: runs.map(({ p50, p99 }) => `${p50.toFixed(2)}/${p99.toFixed(2)}`),
    median: `p50 ${asTime(middle.p50)}, p99 ${asTime(middle.p99)}`,
  };
  if (!most) return row;
  return {
    ...row,
    goal: (['p50', 'p99'] as const).flatMap((key) => (most[key] === undefined ? [] : `${key} ≤ ${asTime(most[key])}`)).join(', '),
    met: middle.p50 <= (most.p50 ?? Infinity) && middle.p99 <= (most.p99 ?? Infinity),
  };
}

/** In megabytes, which a machine may not tell. */
export function memoryRow(about: Omit<About, 'most' | 'least'>, most: number, megabytes: readonly number[]): Row {
  const shown = (memory: number) => `${memory.toFixed(0)} MB`;
  if (Number.isNaN(median(megabytes))) return { ...about, runs: [], median: 'no /proc here', goal: `≤ ${shown(most)}` };
  return figureRow({ ...about, most }, megabytes, shown);
}

export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`;
}

export function asRatio(ratio: number): string {
  return `${ratio.toFixed(2)} ×`;
}

export function asTime(time: number): string {
  return `${time.toFixed(time < 1 ? 3 : time < 100 ? 2 : 0)} ms`;
}

/** A row that is busy bears a question mark behind every verdict that depends on it. */
export function printTable(rows: readonly Row[]): void {
  const lines = [
    ['id', 'what', 'runs', 'median', 'goal', 'verdict'],
    ...rows.map((row) => [row.id, row.what, row.runs.join('  '), row.median, row.goal ?? '', verdict(row)]),
  ];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  const text = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | '));
  const rule = widths.map((width) => '-'.repeat(width)).join('-|-');
  console.log(`\n${[text[0], rule, ...text.slice(1)].join('\n')}\n`);
}

function verdict({ goal, met, busy, steady }: Row): string {
  if (goal === undefined) return 'for scale';
  if (met === undefined) return 'not measured';
  return `${met ? 'met' : 'missed'}${busy && !steady ? ' ?' : ''}`;
}
