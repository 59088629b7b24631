// @ts-check
// What the JSON reports of vitest and of Playwright say of each test. `any`: no schema of either exists to check against.
import { join, relative } from 'node:path';
import { root } from './commands.mjs';

/**
 * `title` has the groups of the test before its own, and is empty for a file that fails without a failed test; `line` is there where the runner tells it;
 * `message` may hold escape codes for colours.
 * @typedef {{ file: string, title: string, line?: number, state: 'passed' | 'failed' | 'skipped', message: string,
 *   figures: readonly import('../tests/figures.ts').Figure[] }} PlayedTest
 */

/** @param {any} report of either runner @returns {PlayedTest[]} */
export function testsIn(report) {
  return report.testResults
    ? report.testResults.flatMap(testsInFile)
    : (report.suites ?? []).flatMap((/** @type {any} */ suite) => testsInSuite(suite, []));
}

/** @param {any} result of a file, by vitest @returns {PlayedTest[]} */
function testsInFile({ name, status, message, assertionResults }) {
  const file = relative(root, name);
  /** @type {PlayedTest[]} */
  const tests = assertionResults.map((/** @type {any} */ test) => ({
    file,
    title: test.fullName,
    state: ['passed', 'failed'].includes(test.status) ? test.status : 'skipped',
    message: test.failureMessages.join('\n'),
    figures: test.meta?.figures ?? [],
  }));
  // One that does not even load has no tests.
  if (status === 'failed' && !tests.some(({ state }) => state === 'failed'))
    tests.push({ file, title: '', state: 'failed', message: message ?? '', figures: [] });
  return tests;
}

/** @param {any} suite of Playwright @param {readonly string[]} groups that it lies in @returns {PlayedTest[]} */
function testsInSuite({ specs = [], suites = [] }, groups) {
  const own = specs.map((/** @type {any} */ { file, title, line, ok, tests }) => {
    /** @type {any[]} */
    const errors = tests.flatMap((/** @type {any} */ test) => test.results.flatMap((/** @type {any} */ result) => result.errors));
    /** @type {any[]} */
    const annotations = tests.flatMap((/** @type {any} */ test) => test.annotations);
    const hasPassed = tests.some((/** @type {any} */ test) => test.status === 'expected');
    return {
      file: join('tests', 'e2e', file),
      title: [...groups, title].join(' › '),
      line,
      state: !ok ? 'failed' : hasPassed ? 'passed' : 'skipped',
      message: errors.map(({ message }) => message ?? '').join('\n'),
      figures: annotations.filter(({ type }) => type === 'figure').map(({ description }) => JSON.parse(description)),
    };
  });
  return [...own, ...suites.flatMap((/** @type {any} */ inner) => testsInSuite(inner, [...groups, inner.title]))];
}
