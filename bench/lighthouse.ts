/** P9: what Lighthouse says of the first visit to a page, on a slow phone with a slow network. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { excerpt, installApart, root, runQuietly } from '../scripts/commands.mjs';
import { freePort } from '../tests/built-server.ts';
import { launchBrowser } from './browser.ts';
import { goals } from './goals.ts';
import type { Machine } from './machine.ts';
import { plantBoards } from './planting.ts';
import { folder, startServer } from './processes.ts';
import { figureRow, type Row, runsOfEach } from './report.ts';

const others = ['accessibility', 'best-practices', 'seo'];
const categories = ['performance', ...others];
/** What Lighthouse makes of the machine of the goals: a phone four times as slow. */
const slowdownOfReference = 4;
const names = { landing: 'landing page', accueil: 'Accueil', tableau: 'Tableau' };

// The last version that runs on Node 20. Its 200 packages are in nobody's install: they come into a folder of their own.
const version = '12.8.2';
const home = join(root, '.cache', `lighthouse-${version}`);
const program = join(home, 'node_modules', 'lighthouse', 'cli', 'index.js');
/** In milliseconds. */
const longest = 120_000;

interface Report {
  runtimeError?: { message: string };
  finalDisplayedUrl: string;
  /** What Lighthouse found this machine to be worth just then; below 1,000 the times say more of the machine than of the page. */
  environment: { benchmarkIndex: number };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; displayValue?: string }>;
}

interface Conditions {
  /** How many times slower than this machine's the processor is that Lighthouse supposes. */
  slowdown: number;
  /** Somebody's session. */
  cookie: string | undefined;
}

/** On boards as full as those of people who have played for some weeks. */
export async function measurePage(page: keyof typeof names, { factor }: Machine): Promise<Row[]> {
  // The same phone on every machine: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md. Its own 4 makes a phone of a fast
  // desktop computer, and of what is itself as slow as a phone something that nobody has. Never more: the goal is one of its mobile profile.
  const slowdown = Math.min(slowdownOfReference, Math.max(1, Number((slowdownOfReference / factor).toFixed(2))));
  const dataDir = join(folder, `page-${page}`);
  const { boards, cookie } = await plantBoards(dataDir, [300, 300, 300]);
  const server = await startServer(dataDir);
  const paths = { landing: '/', accueil: '/dashboard', tableau: `/board/${boards[0]?.id}` };
  const visits: Report[] = [];
  for (let run = 0; run < runsOfEach; run++)
    visits.push(await visit(`${server.origin}${paths[page]}`, { slowdown, cookie: page === 'landing' ? undefined : cookie }));
  await server.stop();
  for (const report of visits.slice(-1)) tellFaults(names[page], report);
  return rowsOf(names[page], slowdown, visits);
}

function rowsOf(what: string, slowdown: number, visits: readonly Report[]): Row[] {
  const { performance: least, others: leastOfOthers } = goals.P9;
  const scores = visits.map((report) => others.map((name) => scoreOf(report, name)));
  const lowest = others.map((_, index) => Math.min(...scores.map((of) => of[index] ?? Number.NaN)));
  const brief = `${what}, performance with a processor ${slowdown} × slower`;
  return [
    figureRow(
      { id: 'P9', what: `Lighthouse, mobile, ${brief}`, brief, least },
      visits.map((report) => scoreOf(report, 'performance')),
      String,
    ),
    {
      id: 'P9',
      what: 'its accessibility, best practices, SEO',
      brief: `${what}, accessibility, best practices, SEO`,
      runs: scores.map((of) => of.join('/')),
      median: lowest.join(', '),
      goal: `${leastOfOthers} each`,
      met: lowest.every((score) => score >= leastOfOthers),
      steady: true,
    },
  ];
}

/** What keeps a category from 100, the heaviest first: a score alone says to nobody what there is to do. */
function tellFaults(what: string, { environment, categories: graded, audits }: Report): void {
  console.log(`  ${what} (benchmark index ${environment.benchmarkIndex.toFixed(0)})`);
  for (const name of categories) {
    const faults = (graded[name]?.auditRefs ?? [])
      .map(({ id, weight }) => ({ id, audit: audits[id], lost: weight * (1 - (audits[id]?.score ?? 1)) }))
      .filter(({ lost }) => lost > 0)
      .toSorted((a, b) => b.lost - a.lost);
    for (const { id, audit } of faults)
      console.log(`    ${name}: ${id} ${audit?.score?.toFixed(2)}${audit?.displayValue ? `, ${audit.displayValue}` : ''}`);
  }
}

/** From 0 to 100. */
function scoreOf({ categories: graded }: Report, name: string): number {
  return Math.round((graded[name]?.score ?? Number.NaN) * 100);
}

/** A first visit in a browser of its own, on the phone and the network that Lighthouse supposes. */
async function visit(url: string, conditions: Conditions): Promise<Report> {
  await fetchLighthouse();
  const first = await visitOnce(url, conditions);
  // On a busy machine a trace can lack what Lighthouse needs.
  const said = problemOf(first, url) === undefined ? first : await visitOnce(url, conditions);
  const problem = problemOf(said, url);
  if (problem !== undefined) throw new Error(`Lighthouse at ${url}: ${problem}`);
  return said;
}

async function visitOnce(url: string, { slowdown, cookie }: Conditions): Promise<Report> {
  const headers = join(folder, 'headers.json');
  writeFileSync(headers, JSON.stringify(cookie === undefined ? {} : { cookie }));
  const written = join(folder, 'lighthouse.json');
  rmSync(written, { force: true });
  const port = await freePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  const options = [
    `--port=${port}`,
    `--extra-headers=${headers}`,
    `--throttling.cpuSlowdownMultiplier=${slowdown}`,
    `--only-categories=${categories.join(',')}`,
    ...['--output=json', `--output-path=${written}`, '--no-enable-error-reporting', '--quiet'],
  ];
  try {
    const { output } = await runQuietly(process.execPath, [program, url, ...options], { timeout: longest });
    if (!existsSync(written)) throw new Error(`Lighthouse at ${url}:\n${excerpt(output)}`);
  } finally {
    await browser.close();
  }
  return JSON.parse(readFileSync(written, 'utf8')) as Report;
}

async function fetchLighthouse(): Promise<void> {
  // npm writes this last: an install that was cut short has none.
  if (existsSync(join(home, 'node_modules', '.package-lock.json'))) return;
  console.log(`Lighthouse ${version} is fetched into .cache (185 MB, once)…`);
  await installApart(home, `lighthouse@${version}`);
}

function problemOf({ runtimeError, finalDisplayedUrl, categories: graded }: Report, url: string): string | undefined {
  if (runtimeError) return runtimeError.message;
  // Somebody without a session would be sent to the sign-in, which is another page.
  if (finalDisplayedUrl !== url) return `was sent to ${finalDisplayedUrl}`;
  const missing = categories.filter((name) => typeof graded[name]?.score !== 'number');
  return missing.length > 0 ? `no score of ${missing.join(', ')}` : undefined;
}
