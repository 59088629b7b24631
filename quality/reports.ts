/** What the runners of tests say in their reports (.cache/test), and the benches in theirs (.cache/bench). */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Row as Measured } from '../bench/report.ts';
import { root } from '../scripts/commands.mjs';
import type { Figure as Told } from '../tests/figures.ts';
import type { Circumstances } from './measured.ts';
import type { Suite } from './rows.ts';

export interface PartReport extends Circumstances {
  rows: readonly Measured[];
  busy: boolean;
}

export interface SuiteReport extends Circumstances {
  busy?: boolean;
  /** By path from the root. */
  files: ReadonlyMap<string, FileReport>;
}

export interface FileReport {
  passed: number;
  failed: number;
  skipped: number;
  figures: readonly Told[];
}

const reports = join(root, '.cache');

type State = 'passed' | 'failed' | 'skipped';

/** What scripts/test.mjs adds to every report. */
interface Added {
  measured?: Omit<Circumstances, 'date'> & { busy?: boolean /** Some tests of its files were left out. */; filtered?: boolean };
}

interface VitestReport extends Added {
  startTime: number;
  testResults: readonly {
    name: string;
    status: string;
    assertionResults: readonly { status: string; meta?: { figures?: readonly Told[] } }[];
  }[];
}

interface PlaywrightReport extends Added {
  stats: { startTime: string };
  config: { rootDir: string };
  suites: readonly PlaywrightSuite[];
}

interface PlaywrightSuite {
  specs?: readonly {
    file: string;
    tests: readonly { status: string; annotations: readonly { type: string; description?: string }[] }[];
  }[];
  suites?: readonly PlaywrightSuite[];
}

export function partReport(part: string): PartReport | undefined {
  return read(join('bench', `${part}.json`)) as PartReport | undefined;
}

export function suiteReport(suite: Suite): SuiteReport | undefined {
  const report = read(join('test', `${suite}.json`)) as VitestReport | PlaywrightReport | undefined;
  // A report of an earlier version, or of some tests only, does not say of a file whether it holds.
  if (!report?.measured || report.measured.filtered) return undefined;
  const { filtered: _, ...around } = report.measured;
  return 'testResults' in report
    ? { ...around, date: new Date(report.startTime).toISOString(), files: filesOfVitest(report) }
    : { ...around, date: report.stats.startTime, files: filesOfPlaywright(report) };
}

/** What was measured by the last run of a suite was measured beside others, or judged by a factor that was. */
export function markBusy(suite: Suite): void {
  const path = join('test', `${suite}.json`);
  const report = read(path) as VitestReport | PlaywrightReport | undefined;
  if (report?.measured) writeFileSync(join(reports, path), JSON.stringify({ ...report, measured: { ...report.measured, busy: true } }));
}

function filesOfVitest({ testResults }: VitestReport): Map<string, FileReport> {
  return new Map(
    testResults.map(({ name, status, assertionResults }) => {
      const states = assertionResults.map(
        (test): State => (test.status === 'passed' || test.status === 'failed' ? test.status : 'skipped'),
      );
      // A file that does not even load has no tests.
      if (states.length === 0 && status === 'failed') states.push('failed');
      return [
        relative(root, name),
        tally(
          states,
          assertionResults.flatMap(({ meta }) => meta?.figures ?? []),
        ),
      ];
    }),
  );
}

function filesOfPlaywright({ config, suites }: PlaywrightReport): Map<string, FileReport> {
  const files = new Map<string, { states: State[]; figures: Told[] }>();
  const visit = (suite: PlaywrightSuite): void => {
    for (const { file, tests } of suite.specs ?? []) {
      const path = relative(root, join(config.rootDir, file));
      const found = files.get(path) ?? { states: [], figures: [] };
      files.set(path, found);
      for (const { status, annotations } of tests) {
        found.states.push(status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed');
        for (const { type, description = '' } of annotations) if (type === 'figure') found.figures.push(JSON.parse(description) as Told);
      }
    }
    suite.suites?.forEach(visit);
  };
  suites.forEach(visit);
  return new Map([...files].map(([path, { states, figures }]) => [path, tally(states, figures)]));
}

function tally(states: readonly State[], figures: readonly Told[]): FileReport {
  const count = (state: State) => states.filter((one) => one === state).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), figures };
}

function read(path: string): unknown {
  const file = join(reports, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
