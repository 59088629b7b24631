/** Lighthouse, fetched into a folder of its own when it is wanted for the first time: its 200 packages are in nobody's install. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { excerpt, npm, root, runQuietly } from '../scripts/commands.mjs';
import { launchBrowser } from './browser.ts';
import { freePort } from '../tests/built-server.ts';
import { folder } from './processes.ts';

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export interface Visit {
  /** From 0 to 100. */
  scores: Record<(typeof categories)[number], number>;
  /** What keeps a category from 100, as in 'performance: first-contentful-paint 0.89, 2.1 s'; the heaviest first. */
  faults: string[];
  /** What Lighthouse found this machine to be worth just then; below 1,000 the times say more of the machine than of the page. */
  benchmarkIndex: number;
}

interface Report {
  runtimeError?: { message: string };
  finalDisplayedUrl: string;
  environment: { benchmarkIndex: number };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; displayValue?: string }>;
}

// The last version that runs on Node 20.
const version = '12.8.2';
const home = join(root, '.cache', `lighthouse-${version}`);
const program = join(home, 'node_modules', 'lighthouse', 'cli', 'index.js');
/** In milliseconds. */
const longest = 120_000;

interface Conditions {
  /** How many times slower than this machine's the processor is that Lighthouse supposes. */
  slowdown: number;
  /** Somebody's session. */
  cookie?: string | undefined;
}

/** A first visit in a browser of its own, on the phone and the network that Lighthouse supposes. */
export async function visit(url: string, conditions: Conditions): Promise<Visit> {
  await fetchLighthouse();
  const first = await report(url, conditions);
  // On a busy machine a trace can lack what Lighthouse needs.
  const said = problemOf(first, url) === undefined ? first : await report(url, conditions);
  const problem = problemOf(said, url);
  if (problem !== undefined) throw new Error(`Lighthouse at ${url}: ${problem}`);
  return visitOf(said);
}

async function report(url: string, { slowdown, cookie }: Conditions): Promise<Report> {
  const headers = join(folder, 'headers.json');
  writeFileSync(headers, JSON.stringify(cookie === undefined ? {} : { cookie }));
  const written = join(folder, 'lighthouse.json');
  rmSync(written, { force: true });
  const port = await freePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  try {
    const { output } = await runQuietly(
      process.execPath,
      [
        program,
        url,
        `--port=${port}`,
        `--extra-headers=${headers}`,
        `--throttling.cpuSlowdownMultiplier=${slowdown}`,
        `--only-categories=${categories.join(',')}`,
        '--output=json',
        `--output-path=${written}`,
        '--no-enable-error-reporting',
        '--quiet',
      ],
      { timeout: longest },
    );
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
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  const wanted = `lighthouse@${version}`;
  const { code, output } = await npm(['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', wanted], { cwd: home });
  if (code === 0) return;
  rmSync(home, { recursive: true, force: true });
  throw new Error(`${wanted} could not be fetched:\n${excerpt(output)}`);
}

function problemOf({ runtimeError, finalDisplayedUrl, categories: graded }: Report, url: string): string | undefined {
  if (runtimeError) return runtimeError.message;
  // Somebody without a session would be sent to the sign-in, which is another page.
  if (finalDisplayedUrl !== url) return `was sent to ${finalDisplayedUrl}`;
  const missing = categories.filter((name) => typeof graded[name]?.score !== 'number');
  return missing.length > 0 ? `no score of ${missing.join(', ')}` : undefined;
}

function visitOf(said: Report): Visit {
  const scoreOf = (name: string) => Math.round((said.categories[name]?.score ?? Number.NaN) * 100);
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    faults: categories.flatMap((name) => faultsOf(said, name)),
    benchmarkIndex: said.environment.benchmarkIndex,
  };
}

function faultsOf({ categories: graded, audits }: Report, name: string): string[] {
  return (graded[name]?.auditRefs ?? [])
    .map(({ id, weight }) => ({ id, audit: audits[id], lost: weight * (1 - (audits[id]?.score ?? 1)) }))
    .filter(({ lost }) => lost > 0)
    .toSorted((a, b) => b.lost - a.lost)
    .map(({ id, audit }) => `${name}: ${id} ${audit?.score?.toFixed(2)}${audit?.displayValue ? `, ${audit.displayValue}` : ''}`);
}
