/** P9: what Lighthouse says of the first visit to a page, on a slow phone with a slow network. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { excerpt, installApart, root, runQuietly } from '../scripts/commands.mjs';
import { freePort } from '../tests/built-server.ts';
import { goals } from './goals.ts';
import type { Machine } from './machine.ts';
import { launchBrowser } from './phone.ts';
import { plantBoards, startPlanted, threeBoards } from './planting.ts';
import { folder } from './processes.ts';
import { type Row, rowsOf, runsOfEach } from './report.ts';

const others = ['accessibility', 'best-practices', 'seo'];
const categories = ['performance', ...others];
/** What Lighthouse makes of the machine of the goals: a phone four times as slow. */
const slowdownOfReference = 4;

// The last version that runs on Node 20. Its 200 packages are in nobody's install: they come into a folder of their own.
const version = '12.8.2';
const home = join(root, '.cache', `lighthouse-${version}`);

interface Report {
  runtimeError?: { message: string };
  finalDisplayedUrl: string;
  categories: Record<string, { score: number | null }>;
}

interface Visit {
  url: string;
  /** Somebody's session; empty is nobody's. */
  cookie: string;
  /** How many times slower than this machine's the processor is that Lighthouse supposes. */
  slowdown: number;
  /** Where the report is left. */
  report: string;
}

/** On boards as full as those of people who have played for some weeks. */
export async function measurePages({ factor }: Machine): Promise<Row[]> {
  // npm writes this last: an install that was cut short has none.
  if (!existsSync(join(home, 'node_modules', '.package-lock.json'))) {
    console.log(`Lighthouse ${version} is fetched into .cache (185 MB, once)…`);
    await installApart(home, `lighthouse@${version}`);
  }
  // The same phone on every machine: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md. Its own 4 makes a phone of a fast
  // desktop computer, and of what is itself as slow as a phone something that nobody has. Never more: the goal is one of its mobile profile.
  const slowdown = Math.min(slowdownOfReference, Math.max(1, Number((slowdownOfReference / factor).toFixed(2))));
  const { server, planted } = await startPlanted('pages', undefined, (dataDir) => plantBoards(dataDir, threeBoards));
  const rows: Row[] = [];
  const pages = { 'landing page': '/', Accueil: '/dashboard', Tableau: `/board/${planted.boards[0]?.id}` };
  for (const [what, path] of Object.entries(pages)) {
    const report = join(root, '.cache', 'bench', `lighthouse-${what.split(' ', 1).join().toLowerCase()}.json`);
    const visits: Report[] = [];
    while (visits.length < runsOfEach)
      visits.push(await visit({ url: `${server.origin}${path}`, cookie: path === '/' ? '' : planted.cookie, slowdown, report }));
    const brief = `${what}, performance with a processor ${slowdown} × slower`;
    const lowest = (said: Report) => Math.min(...others.map((name) => scoreOf(said, name)));
    rows.push(
      ...rowsOf('P9', visits, [
        { what: brief, brief, least: goals.P9.performance, of: (said) => scoreOf(said, 'performance'), show: String },
        {
          what: `${what}, ${others.join(', ')}: the lowest`,
          brief: `${what}, the lowest of the others`,
          least: goals.P9.others,
          steady: true,
          of: lowest,
          show: String,
        },
      ]),
    );
    console.log(`  ${what}: what keeps it from 100 is in ${report}`);
  }
  await server.stop();
  return rows;
}

/** From 0 to 100. */
function scoreOf({ categories: graded }: Report, name: string): number {
  return Math.round((graded[name]?.score ?? Number.NaN) * 100);
}

/** On a busy machine a trace can lack what Lighthouse needs: then it visits once more. */
async function visit(where: Visit): Promise<Report> {
  let problem: string | undefined;
  for (let tries = 0; tries < 2; tries++) {
    const said = await visitOnce(where);
    problem = problemOf(said, where);
    if (problem === undefined) return said;
  }
  throw new Error(`Lighthouse at ${where.url}: ${problem}`);
}

/** In a browser of its own, on the phone and the network that Lighthouse supposes. */
async function visitOnce({ url, cookie, slowdown, report }: Visit): Promise<Report> {
  const headers = join(folder, 'headers.json');
  writeFileSync(headers, JSON.stringify(cookie === '' ? {} : { cookie }));
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const port = await freePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  const given = [url, `--port=${port}`, `--extra-headers=${headers}`, `--throttling.cpuSlowdownMultiplier=${slowdown}`];
  given.push(
    `--only-categories=${categories.join(',')}`,
    '--output=json',
    `--output-path=${report}`,
    '--no-enable-error-reporting',
    '--quiet',
  );
  try {
    const program = join(home, 'node_modules', 'lighthouse', 'cli', 'index.js');
    const { output } = await runQuietly(process.execPath, [program, ...given], { timeout: 120_000 });
    if (!existsSync(report)) throw new Error(`Lighthouse at ${url}:\n${excerpt(output)}`);
  } finally {
    await browser.close();
  }
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
}

function problemOf({ runtimeError, finalDisplayedUrl, categories: graded }: Report, { url }: Visit): string | undefined {
  if (runtimeError) return runtimeError.message;
  // Somebody without a session would be sent to the sign-in, which is another page.
  if (finalDisplayedUrl !== url) return `was sent to ${finalDisplayedUrl}`;
  const missing = categories.filter((name) => typeof graded[name]?.score !== 'number');
  return missing.length > 0 ? `no score of ${missing.join(', ')}` : undefined;
}
