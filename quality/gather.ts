/** Takes over what benches and tests have measured since. */
import { type Curve, type Curves, type Figure, type Measurement, type Quality, replaces } from './measured.ts';
import { subjects } from './performance.ts';
import { type FileReport, partReport, type SuiteReport, suiteReport } from './reports.ts';
import { commandOf, nameOf, type Proof, type Row, rows, type Suite } from './rows.ts';

/** Returns the record with what is new in it, and says what was left as it was. */
export function gather(known: Quality): { quality: Quality; left: string[] } {
  const quality: Quality = {};
  const left: string[] = [];
  for (const row of rows)
    for (const proof of row.proofs) {
      const name = nameOf(proof);
      const before = known[row.id]?.[name];
      const found = 'bench' in proof ? ofPart(row, proof.bench) : ofSuite(row, proof);
      const taken = found && replaces(found, before) ? found : before;
      if (taken) (quality[row.id] ??= {})[name] = taken;
      if (found && before && found.date > before.date && taken === before)
        left.push(`${row.id} (${name}): more than this was measured, or less disturbed, on ${before.date.slice(0, 10)}: it stays`);
    }
  return { quality, left };
}

function ofPart(row: Row, part: string): Measurement | undefined {
  const report = partReport(part);
  const told = report?.rows.filter(({ id, brief }) => id === row.id && brief !== undefined) ?? [];
  if (!report || told.length === 0) return undefined;
  const { date, commit, factor, busy } = report;
  return {
    command: commandOf({ bench: part }),
    date,
    ...(commit !== undefined && { commit }),
    ...(factor !== undefined && { factor: Number(factor.toFixed(2)) }),
    ...(busy && { busy }),
    figures: told.map(
      ({ brief = '', median, goal, met, steady }): Figure => ({
        what: brief,
        figure: median,
        ...(goal !== undefined && { goal }),
        ...(met !== undefined && { met }),
        // What this machine does not tell is not proven by it.
        ...(goal !== undefined && met === undefined && { whole: false as const }),
        ...(steady && { steady }),
      }),
    ),
  };
}

export function gatherCurves(known: Curves): { curves: Curves; left: string[] } {
  const curves: Curves = {};
  const left: string[] = [];
  for (const part of Object.keys(subjects)) {
    const before = known[part];
    const found = curveOf(part);
    const taken = found && replaces(asMeasurement(found), before && asMeasurement(before)) ? found : before;
    if (taken) curves[part] = taken;
    if (found && before && found.date > before.date && taken === before)
      left.push(`${part}: others used the machine, the earlier curve stays`);
  }
  return { curves, left };
}

function curveOf(part: string): Curve | undefined {
  const report = partReport(part);
  if (!report) return undefined;
  const { date, commit, factor, busy, rows: measured } = report;
  const rounded = (time: number) => Number(time.toPrecision(4));
  const points = measured
    .flatMap(({ point }) => point ?? [])
    .map((point) => ({ ...point, p50: rounded(point.p50), p99: rounded(point.p99), work: rounded(point.work) }))
    .toSorted((a, b) => a.series.localeCompare(b.series) || a.at - b.at);
  return {
    date,
    ...(commit !== undefined && { commit }),
    ...(factor !== undefined && { factor: rounded(factor) }),
    ...(busy && { busy }),
    points,
  };
}

function asMeasurement({ points: _, ...around }: Curve): Measurement {
  return { ...around, command: '', figures: [] };
}

const read = new Map<Suite, SuiteReport | undefined>();

/** Nothing where the last run of the suite left out one of the files. */
function ofSuite(row: Row, proof: Exclude<Proof, { bench: string }>): Measurement | undefined {
  if (!read.has(proof.suite)) read.set(proof.suite, suiteReport(proof.suite));
  const report = read.get(proof.suite);
  const files = proof.files.flatMap((file) => report?.files.get(file) ?? []);
  if (!report || files.length < proof.files.length) return undefined;
  const told = files.flatMap(({ figures }) => figures).filter((figure) => figure.row === row.id);
  const sum = (of: (file: FileReport) => number) => files.reduce((total, file) => total + of(file), 0);
  const { date, commit, factor, busy } = report;
  return {
    command: commandOf(proof),
    date,
    ...(commit !== undefined && { commit }),
    ...(factor !== undefined && { factor: Number(factor.toFixed(2)) }),
    ...(row.timed && (busy || told.some((figure) => figure.busy)) && { busy: true as const }),
    figures: told.map(
      ({ figure, met, whole }): Figure => ({ figure, ...(met !== undefined && { met }), ...(whole === false && { whole }) }),
    ),
    tests: { passed: sum(({ passed }) => passed), failed: sum(({ failed }) => failed), skipped: sum(({ skipped }) => skipped) },
  };
}

/** Reports may have changed. */
export function forgetReports(): void {
  read.clear();
}
