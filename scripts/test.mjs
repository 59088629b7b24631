// @ts-check
// npm test: the unit, store, route and component tests (vitest), the stores once more on PostgreSQL where it is installed, then the whole game in
// a browser (Playwright), then its main ways in Firefox and in WebKit where they are installed. The last line sums all; before it stands the whole
// time with the factor of the machine and the goal that follows from it.
//   npm test -- unit [arguments of vitest]
//   npm run test:postgres [-- all | arguments of vitest]
//   npm test -- e2e [arguments of playwright test]
//   npm test -- newcomer: some of the game in the browser that is fetched where the machine has none
//   npm run test:engines [-- firefox | webkit]
//   npm run test:cluster [-- arguments of vitest | e2e [arguments of playwright test]]
//   npm run test:faults [-- arguments of vitest]
// Each runner leaves a report in .cache/test, from which npm run quality takes what was proven and measured.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findBrowser } from './browser.mjs';
import { checkedOut } from './checkout.mjs';
import { findEngines, missingEngines } from './engines.mjs';
import { findPostgres } from './postgres.mjs';
import { command, root, Stop } from './commands.mjs';
import { prepare } from './prepare.mjs';
import { testsIn } from './reports.mjs';
import { afterSecondPlay, nameOf, playwrightArguments, toPlayAgain, vitestArguments } from './second-play.mjs';

/** @typedef {import('./second-play.mjs').Failure} Failure */
/** @typedef {{ file: string, title: string }} Passed */
/**
 * `passed` has each test where a second play may ask for it. `playAgain` plays some of the failures by themselves.
 * @typedef {{ passed: number, skipped: number, failures: Failure[], passes?: Passed[], playAgain?: (failures: readonly Failure[]) => Promise<Tally> }} Tally
 */

const reports = join(root, '.cache', 'test');
// What the first and the second play of a flaky test left: reports, pictures, traces.
const flakyFolder = join(reports, 'flaky');
// What is played on PostgreSQL each time: each store by the use cases of its noun, every endpoint, and several writers at once. Mails, streams,
// HTTP and what a server does when it starts, stops or moves come with `all`.
const eachTimeOnPostgres = [
  ...['achievements', 'actions', 'activities', 'counts', 'database', 'doctor', 'encryption', 'erasure', 'leaderboard', 'membership'],
  ...['demos', 'guests', 'identity/sessions', 'whole-boards'],
].map((room) => `src/server/${room}/`);
eachTimeOnPostgres.push(
  ...['permissions', 'several-writers', 'statements', 'postgres/move', 'postgres/starting'].map((name) => `tests/${name}.test.ts`),
);
/** In seconds, for all of `npm test` on the machine by which goals were set. */
const goal = 10 * 60;
const newcomersTests = ['navigation', 'game'].map((name) => `tests/e2e/${name}.spec.ts`);
// What is committed while the tests run is not what they are of.
const commit = checkedOut();

const missingPostgres =
  'PostgreSQL manque : les essais sur PostgreSQL ne sont pas faits. Installez-le (apt-get install postgresql), ' +
  "ou donnez l'adresse d'un serveur où l'on peut créer des bases (OU_LA_LA_TEST_DATABASE).";

const missingPromtool =
  'promtool manque : les règles de deploy/alerts.yml ne sont pas jugées. Installez-le (apt-get install --no-install-recommends prometheus).';

await command(async () => {
  const [part, ...args] = process.argv.slice(2);
  if (part !== undefined && !['unit', 'postgres', 'e2e', 'newcomer', 'engines', 'cluster', 'faults'].includes(part)) {
    throw new Stop(
      'Usage : npm test, npm test -- unit [arguments de vitest], npm test -- postgres [all | arguments de vitest], ' +
        'npm test -- e2e [arguments de playwright test], npm test -- newcomer, npm test -- engines [firefox | webkit], ' +
        'npm test -- cluster [arguments de vitest | e2e [arguments de playwright test]] ou npm test -- faults [arguments de vitest]',
    );
  }
  if (part === 'cluster') assertServices();
  const copiesPlayed = part === 'cluster' && args[0] === 'e2e';
  // Looked for before anything runs: a missing browser should not show after minutes of other tests.
  const engines = part === undefined || part === 'engines' ? wantedEngines(args) : [];
  const missing = engines.filter(({ path }) => path === undefined);
  if (part === 'engines' && missing.length > 0) throw new Stop(missingEngines(missing));
  const onPostgres = hasPostgres();
  if (part === 'postgres' && !onPostgres) throw new Stop(missingPostgres);
  await prepare({ needs: 'tools' });
  mkdirSync(reports, { recursive: true });
  // Before anything else loads the machine.
  const factor = part === undefined ? machineFactor() : Number.NaN;

  const browser = part === undefined || part === 'e2e' || copiesPlayed ? await findBrowser() : undefined;
  const newcomers = part === 'newcomer' ? await findBrowser({ asNewcomer: true }) : undefined;
  const tallies = [];
  if (part === undefined || part === 'unit') tallies.push(await timed('unit', () => runVitest('unit', args)));
  if (part === 'postgres' || (part === undefined && onPostgres)) {
    const files = args.length === 0 ? eachTimeOnPostgres : args.filter((arg) => arg !== 'all');
    tallies.push(await timed('postgres', () => runVitest('postgres', ['--project', 'postgres', ...files])));
  }
  if (part === undefined || part === 'e2e') tallies.push(await timed('e2e', () => runEndToEnd('e2e', args, browser)));
  if (part === 'newcomer') {
    // Empty: Playwright's own, even where the variable names another.
    const env = { CHROMIUM_PATH: newcomers ?? '' };
    tallies.push(await timed('newcomer', () => runEndToEnd('newcomer', [...newcomersTests, ...args], undefined, env)));
  }
  if (copiesPlayed) tallies.push(await timed('cluster e2e', () => runEndToEnd('cluster-e2e', args.slice(1), browser, { COPIES: '2' })));
  else if (part === 'cluster') tallies.push(await timed('cluster', () => runVitest('cluster', ['--project', 'cluster', ...args])));
  if (part === 'faults')
    tallies.push(await timed('faults', () => runVitest('faults', ['--project', 'faults', '--reporter=tests/figures.ts', ...args])));
  if (engines.length > missing.length) tallies.push(await timed('engines', () => runEngines(engines)));
  if (missing.length > 0) console.log(`\n${missingEngines(missing)}`);
  if (part === undefined && !onPostgres) console.log(`\n${missingPostgres}`);
  if ((part === undefined || part === 'unit') && spawnSync('promtool', ['--version']).status !== 0) console.log(`\n${missingPromtool}`);

  const { failures, flaky } = await secondPlay(tallies);
  const passed = sum(tallies.map((tally) => tally.passed));
  const skipped = sum(tallies.map((tally) => tally.skipped));
  // Named again at the end: each runner's own report of them lies thousands of lines above by now.
  const told = (/** @type {Failure} */ failure) => [nameOf(failure), failure.report].filter(Boolean).join('\n  ');
  for (const failure of failures) console.log(`\nFAILED ${told(failure)}`);
  for (const failure of flaky) console.log(`\nFLAKY ${told(failure)}`);
  console.log(`\n${tallies.map(({ line }) => line).join('\n')}`);
  if (part === undefined) console.log(totalLine(performance.now() / 1000, factor));
  const notes = [skipped && `, ${skipped} skipped`, flaky.length && `, ${flaky.length} flaky`];
  console.log(`${passed} passed, ${failures.length} failed${notes.filter(Boolean).join('')}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
});

/** Whether the tests can be run on PostgreSQL: on one that is named, or one that they start from installed binaries. */
function hasPostgres() {
  return Boolean(process.env['OU_LA_LA_TEST_DATABASE']) || findPostgres() !== undefined;
}

/**
 * Plays what failed in a browser once more, where the environment asks for it.
 * @param {Tally[]} tallies @returns {Promise<{ failures: Failure[], flaky: Failure[] }>}
 */
async function secondPlay(tallies) {
  const isWanted = Boolean(process.env['OU_LA_LA_SECOND_PLAY']);
  const outcomes = [];
  for (const { failures, playAgain } of tallies) {
    const again = isWanted && playAgain ? toPlayAgain(failures) : [];
    if (again.length > 0) console.log(`\nPlayed once more by itself: ${again.map(nameOf).join(', ')}`);
    const passes = again.length > 0 && playAgain ? ((await playAgain(again)).passes ?? []) : [];
    outcomes.push(afterSecondPlay(failures, passes));
  }
  return { failures: outcomes.flatMap(({ failed }) => failed), flaky: outcomes.flatMap(({ flaky }) => flaky) };
}

/**
 * Keeps what the first play of a suite left, which the second would write over.
 * @param {string} name of its report
 */
function keepFirstPlay(name) {
  const folder = join(flakyFolder, name, 'first');
  rmSync(join(flakyFolder, name), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const left of [join(reports, `${name}.json`), join(root, 'test-results')])
    if (existsSync(left)) cpSync(left, join(folder, relative(root, left)), { recursive: true });
  return join(flakyFolder, name, 'again');
}

/**
 * Runs a suite and adds how long it took, as in `unit 2 min 5 s`.
 * @param {string} suite @param {() => Promise<Tally>} work @returns {Promise<Tally & { line: string }>}
 */
async function timed(suite, work) {
  const start = performance.now();
  const tally = await work();
  return { ...tally, line: `${suite} ${inMinutes((performance.now() - start) / 1000)}` };
}

/** As in `2 min 5 s`. @param {number} seconds */
function inMinutes(seconds) {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** How many times slower this machine is than the one by which goals were set; NaN where it cannot be measured. */
function machineFactor() {
  const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  const { status, stdout } = spawnSync(process.execPath, [tsx, join(root, 'bench', 'factor.ts')], { cwd: root, encoding: 'utf8' });
  return status === 0 ? Number(stdout) : Number.NaN;
}

/**
 * A machine that is faster than that of the goals is judged by the goal as it is written, as in `bench/machine.ts`.
 * @param {number} seconds @param {number} factor
 */
function totalLine(seconds, factor) {
  if (Number.isNaN(factor)) return `total ${inMinutes(seconds)}, factor unknown`;
  return `total ${inMinutes(seconds)}, goal ${inMinutes(goal * Math.max(1, factor))}, factor ${factor.toFixed(2)}`;
}

/** @param {string[]} names of engines; without any, all @returns {import('./engines.mjs').Found[]} */
function wantedEngines(names) {
  const all = findEngines();
  const unknown = names.find((name) => !all.some(({ engine }) => engine === name));
  if (unknown) throw new Stop(`${unknown} : ni firefox ni webkit.`);
  return names.length === 0 ? all : all.filter(({ engine }) => names.includes(engine));
}

/** @param {import('./engines.mjs').Found[]} engines @returns {Promise<Tally>} */
async function runEngines(engines) {
  const installed = engines.filter(({ path }) => path !== undefined);
  const env = Object.fromEntries(installed.map(({ variable, path = '' }) => [variable, path]));
  const project = ['--project', 'engines'];
  const tally = await runVitest('engines', [...project, ...installed.map(({ engine }) => `${engine}.test`)], env);
  const playAgain = (/** @type {readonly Failure[]} */ failures) => {
    keepFirstPlay('engines');
    return runVitest('engines-again', [...project, ...vitestArguments(failures)], env);
  };
  return { ...tally, playAgain };
}

/** @param {string} name of the report @param {string[]} args @param {Record<string, string>} [env] @returns {Promise<Tally>} */
async function runVitest(name, args, env) {
  const file = join(reports, `${name}.json`);
  rmSync(file, { force: true });
  const code = await run(
    ['vitest', 'vitest.mjs'],
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
    env,
  );
  return tallyOf('vitest', code, readReport(file, args));
}

/** What several copies need. The tests start their own on free ports, and nothing of the system's. */
function assertServices() {
  const missing = [];
  if (!hasPostgres()) missing.push('postgresql');
  if (spawnSync('redis-server', ['--version']).status !== 0) missing.push('redis-server');
  if (missing.length > 0) throw new Stop(`Les essais à plusieurs serveurs en ont besoin : apt-get install -y ${missing.join(' ')}`);
}

/**
 * @param {string} name of the report @param {string[]} args @param {string | undefined} browser @param {Record<string, string>} [env]
 * @returns {Promise<Tally>}
 */
async function runEndToEnd(name, args, browser, env = {}) {
  const file = join(reports, `${name}.json`);
  rmSync(file, { force: true });
  const code = await run(['@playwright', 'test', 'cli.js'], ['test', ...args], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    ...(browser && { CHROMIUM_PATH: browser }),
    ...env,
  });
  const playAgain = (/** @type {readonly Failure[]} */ failures) => {
    const folder = keepFirstPlay(name);
    return runEndToEnd(`${name}-again`, [...playwrightArguments(failures), '--trace', 'on', '--output', folder], browser, env);
  };
  return { ...tallyOf('playwright', code, readReport(file, args)), playAgain };
}

/**
 * A runner can also fail without a failed test (no test found, an error outside of them): that counts as one failure, so that the last
 * line and the exit code always agree.
 * @param {string} runner @param {number} code @param {any} report undefined where it left none @returns {Tally}
 */
function tallyOf(runner, code, report) {
  const tests = report === undefined ? [] : testsIn(report);
  const passes = tests.filter(({ state }) => state === 'passed');
  const failures = tests.filter(({ state }) => state === 'failed').map(failureOf);
  if (code !== 0 && failures.length === 0)
    failures.push({ file: '', title: `${runner}: exit code ${code} although no test failed`, report: '' });
  return { passed: passes.length, skipped: tests.filter(({ state }) => state === 'skipped').length, failures, passes };
}

/** With how its report begins. @param {import('./reports.mjs').PlayedTest} test @returns {Failure} */
function failureOf({ file, title, line, message }) {
  const report = stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n  ');
  return { file, title, report, ...(line !== undefined && { line }) };
}

/**
 * @param {string[]} script inside node_modules @param {string[]} args @param {Record<string, string>} [env]
 * @returns {Promise<number>} exit code
 */
function run(script, args, env = {}) {
  return new Promise((resolve, reject) => {
    const program = join(root, 'node_modules', ...script);
    const child = spawn(process.execPath, [program, ...args], { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    const end = () => child.kill('SIGTERM');
    process.on('SIGTERM', end);
    process.on('SIGINT', end);
    child.on('error', reject);
    child.on('close', (code) => {
      process.off('SIGTERM', end);
      process.off('SIGINT', end);
      resolve(code ?? 1);
    });
  });
}

/**
 * Adds to a report what it is of, and whether all tests of its files were asked for: `npm run quality` wants to know.
 * `any`: each caller knows the few fields of its own runner's report, and no schema of either exists to check against.
 * @param {string} file @param {string[]} args of the runner @returns {any}
 */
function readReport(file, args) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    const factor = process.env['OU_LA_LA_MACHINE_FACTOR'];
    const filtered = args.some((arg) =>
      /^(-t|-g|--(grep|testNamePattern|shard|last-failed|only-changed|changed|repeat-each))|:\d+$/.test(arg),
    );
    report.measured = { commit, ...(factor && { factor: Number(factor) }), ...(filtered && { filtered }) };
    writeFileSync(file, JSON.stringify(report));
    return report;
  } catch {
    return undefined;
  }
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
