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
function percentile(numbers: readonly number[], percent: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** In milliseconds. A type and no interface, so that it is a record of figures. */
export type Spread = { p50: number; p99: number };

export function spreadOf(times: readonly number[]): Spread {
  return { p50: median(times), p99: percentile(times, 99) };
}

interface Figure<Run> extends Pick<Row, 'what' | 'brief' | 'steady'> {
  of: (run: Run) => number;
  show: (figure: number) => string;
  /** The goal. Without `most` and `least` the row is for scale only. */
  most?: number | undefined;
  least?: number | undefined;
}

/** A row for each figure of these runs, judged by its median; NaN is what this machine does not tell. */
export function rowsOf<Run>(id: string, runs: readonly Run[], figures: readonly Figure<Run>[]): Row[] {
  return figures.map(({ of, show, most, least, ...about }) => {
    const all = runs.map(of);
    const middle = median(all);
    const limit = most ?? least;
    const goal = limit !== undefined && { goal: `${most === undefined ? '≥' : '≤'} ${show(limit)}` };
    if (Number.isNaN(middle)) return { id, ...about, ...goal, runs: [], median: 'not told here' };
    const met = middle <= (most ?? Infinity) && middle >= (least ?? -Infinity);
    return { id, ...about, ...goal, runs: all.map(show), median: show(middle), ...(goal && { met }) };
  });
}

/**
 * Runs each of them in every round, so that all meet the same machine. Their order turns about: what one leaves behind (heat, garbage, a busy disk)
 * meets all of them.
 */
export async function byTurns<All extends Record<string, () => Promise<unknown>>>(all: All, rounds = runsOfEach) {
  type Round = { [Name in keyof All]: Awaited<ReturnType<All[Name]>> };
  const done: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const results: [string, unknown][] = [];
    const entries = Object.entries(all);
    for (const [name, run] of round % 2 === 0 ? entries : entries.toReversed()) results.push([name, await run()]);
    // Each name has what its own function resolved to.
    done.push(Object.fromEntries(results) as Round);
  }
  return done;
}

/** In milliseconds, on the clock that all processes of this machine have in common; not the wall clock, which may be set right meanwhile. */
export function sharedClock(): number {
  return Number(process.hrtime.bigint()) / 1e6;
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

export function asMegabytes(megabytes: number): string {
  return `${megabytes.toFixed(0)} MB`;
}

/** A row that is busy bears a question mark behind every verdict that depends on it. */
export function printTable(rows: readonly Row[]): void {
  console.table(
    rows.map((row) => ({
      id: row.id,
      what: row.what,
      runs: row.runs.join('  '),
      median: row.median,
      goal: row.goal ?? '',
      verdict: verdict(row),
    })),
  );
}

function verdict({ goal, met, busy, steady }: Row): string {
  if (goal === undefined) return 'for scale';
  if (met === undefined) return 'not measured';
  return `${met ? 'met' : 'missed'}${busy && !steady ? ' ?' : ''}`;
}
