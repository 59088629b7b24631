/**
 * `npm run quality` prints docs/quality.md with what the last benches and tests have measured (.cache/bench, .cache/test) in place of what stood
 * there; `npm run quality -- write` writes it, at a release. What no report tells stays as it is, with its date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Row as Measured } from '../bench/report.ts';
import { root } from './commands.mjs';
import { testsIn } from './reports.mjs';

const document = join(root, 'docs', 'quality.md');
const reports = join(root, '.cache');

/** What stood around a run. */
interface Circumstances {
  /** ISO, in UTC. */
  date: string;
  /** With a + where something was not committed. */
  commit?: string | undefined;
  factor?: number;
  /** Others used the machine. */
  busy?: boolean;
}

/** What a part of the bench leaves in .cache/bench. */
export interface PartReport extends Circumstances {
  rows: readonly Measured[];
}

export interface Finding extends Circumstances {
  figures: readonly { text: string; met?: boolean | undefined; whole?: boolean | undefined; steady?: boolean | undefined }[];
  tests?: { passed: number; failed: number; skipped: number };
}

/** A command of the table: a part of the bench, or a suite with words that the paths of its files contain; without words all of them. */
export interface Proof {
  part?: string;
  suite?: string;
  words: readonly string[];
}

export interface GoalRow {
  id: string;
  goal: string;
  proofs: readonly Proof[];
}

export function goalRows(text: string): GoalRow[] {
  return text.split('\n').flatMap((line) => {
    const [id, , goal = '', , , commands = ''] = cellsOf(line) ?? [];
    return id === undefined ? [] : [{ id, goal, proofs: proofsOf(commands) }];
  });
}

/** The document with what was found by these proofs. */
export function withFindings(text: string, find: (id: string, proof: Proof) => Finding | undefined): string {
  return text
    .split('\n')
    .map((line) => {
      const [id, what, goal, , , commands] = cellsOf(line) ?? [];
      if (id === undefined || commands === undefined) return line;
      const proofs = proofsOf(commands);
      const found = proofs.flatMap((proof) => find(id, proof) ?? []);
      if (found.length === 0) return line;
      const told = found.flatMap(figuresOf).join('<br>').replaceAll('|', '\\|');
      const measured = [...new Set(found.map(circumstancesOf))].join('<br>');
      return `| ${[id, what, goal, told, verdictOn(found, proofs.length), commands, measured].join(' | ')} |`;
    })
    .join('\n');
}

/** The cells of a row of a goal; undefined of any other line. */
function cellsOf(line: string): string[] | undefined {
  return /^\| [PRSU]\d+ \|/.test(line) ? line.slice(2, -2).split(/ (?<!\\)\| /) : undefined;
}

function proofsOf(commands: string): Proof[] {
  return [...commands.matchAll(/npm (?:run (bench)|test|run test:(\w+))(?: --)?(.*?)`/g)].map(([, bench, named, rest = '']) => {
    const [first = '', ...words] = rest.split(' ').filter(Boolean);
    if (bench) return { part: first, words: [] };
    return named === undefined ? { suite: first, words } : { suite: named, words: first ? [first, ...words] : [] };
  });
}

function figuresOf({ figures, tests }: Finding): string[] {
  const told = figures.map(({ text, met }) => (met === false ? `**${text}**` : text));
  if (!tests) return told;
  const { passed, failed, skipped } = tests;
  return [...told, `${passed} tests passed${failed > 0 ? `, **${failed} failed**` : ''}${skipped > 0 ? `, ${skipped} skipped` : ''}`];
}

function circumstancesOf({ date, commit, factor, busy }: Finding): string {
  return [date.slice(0, 10), commit, factor && `factor ${factor.toFixed(2)}`, busy && 'others too'].filter(Boolean).join(', ');
}

/** The worst that any proof says; '?' where others used the machine and the verdict depends on it. */
export function verdictOn(found: readonly Finding[], proofs: number): string {
  const isMet = ({ figures, tests }: Finding) =>
    !(tests && (tests.failed > 0 || tests.passed === 0)) && figures.every(({ met }) => met !== false);
  const missed = found.filter((one) => !isMet(one));
  const isWhole = found.length === proofs && found.every(({ figures }) => figures.every(({ whole }) => whole !== false));
  if (missed.length === 0 && !isWhole) return 'in part';
  const doubt = (missed.length > 0 ? missed : found).some(
    ({ busy, figures }) => busy && figures.some(({ met, steady }) => met !== undefined && !steady),
  );
  return `${missed.length > 0 ? '**missed**' : 'met'}${doubt ? ' ?' : ''}`;
}

function findIn(id: string, { part, suite, words }: Proof): Finding | undefined {
  if (part !== undefined) return ofPart(id, read(join('bench', `${part}.json`)) as PartReport | undefined);
  return ofSuite(id, words, read(join('test', `${suite}.json`)) as SuiteReport | undefined);
}

function ofPart(id: string, report: PartReport | undefined): Finding | undefined {
  const told = report?.rows.filter((row) => row.id === id && row.brief !== undefined) ?? [];
  if (!report || told.length === 0) return undefined;
  const figures = told.map(({ brief, median, goal, met, steady }) => ({
    text: `${brief}: ${median}${goal === undefined ? '' : ` (${goal})`}`,
    met,
    steady,
    // What this machine does not tell is not proven by it.
    whole: goal === undefined || met !== undefined,
  }));
  return { ...report, figures };
}

/** A report of vitest or of Playwright, with what scripts/test.mjs adds. */
interface SuiteReport {
  measured?: Omit<Circumstances, 'date'> & { /** Some tests of its files were left out. */ filtered?: boolean };
  startTime?: number;
  stats?: { startTime: string };
}

function ofSuite(id: string, words: readonly string[], report: SuiteReport | undefined): Finding | undefined {
  if (!report?.measured || report.measured.filtered) return undefined;
  const all = testsIn(report);
  // A run of other files says nothing of this goal.
  if (words.some((word) => !all.some(({ file }) => file.includes(word)))) return undefined;
  const tests = all.filter(({ file }) => words.length === 0 || words.some((word) => file.includes(word)));
  const told = tests.flatMap(({ figures }) => figures).filter(({ row }) => row === id);
  const count = (wanted: 'passed' | 'skipped') => tests.filter(({ state }) => state === wanted).length;
  const [passed, skipped] = [count('passed'), count('skipped')];
  return {
    ...report.measured,
    date: new Date(report.startTime ?? report.stats?.startTime ?? 0).toISOString(),
    busy: report.measured.busy === true || told.some(({ busy }) => busy),
    figures: told.map(({ figure, met, whole }) => ({ text: figure, met, whole })),
    tests: { passed, skipped, failed: tests.length - passed - skipped },
  };
}

function read(path: string): unknown {
  const file = join(reports, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const text = withFindings(readFileSync(document, 'utf8'), findIn);
  if (process.argv[2] === 'write') writeFileSync(document, text);
  else process.stdout.write(text);
}
