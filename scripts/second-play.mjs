// @ts-check
// Flaky tests. A test that fails has a cause, so nothing is tried twice within a run. Only `.ci/run` sets OU_LA_LA_SECOND_PLAY: what failed in a
// browser is then played once more by itself, and what passes alone is named FLAKY and does not stop a landing.

/**
 * A test that failed. `file` is relative to the root and empty when a runner failed without one; `line` stands where the runner knows it.
 * @typedef {{ file: string, title: string, line?: number, report: string }} Failure
 */

/** With more, the cause is no accident, and a second play would take too long. */
const mostPlayed = 10;

/**
 * Those to play again: all that failed in a suite, or none.
 * @param {readonly Failure[]} failures @returns {readonly Failure[]}
 */
export function toPlayAgain(failures) {
  return failures.length <= mostPlayed && failures.every(({ file, title }) => file !== '' && title !== '') ? failures : [];
}

/**
 * Flaky is what failed and then passed. What was not played again stays a failure.
 * @param {readonly Failure[]} failures @param {readonly { file: string, title: string }[]} passed in the second play
 * @returns {{ failed: Failure[], flaky: Failure[] }}
 */
export function afterSecondPlay(failures, passed) {
  const names = new Set(passed.map(nameOf));
  return {
    failed: failures.filter((failure) => !names.has(nameOf(failure))),
    flaky: failures.filter((failure) => names.has(nameOf(failure))),
  };
}

/** @param {{ file: string, title: string }} test */
export function nameOf({ file, title }) {
  return [file, title].filter(Boolean).join(' › ');
}

/**
 * The arguments of `playwright test` that play these and no others.
 * @param {readonly Failure[]} failures
 */
export function playwrightArguments(failures) {
  return failures.map(({ file, line }) => (line === undefined ? file : `${file}:${line}`));
}

/**
 * The arguments of `vitest run` that play these; in each of their files, every test with one of their titles.
 * @param {readonly Failure[]} failures
 */
export function vitestArguments(failures) {
  const titles = failures.map(({ title }) => title.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return [...new Set(failures.map(({ file }) => file)), '--testNamePattern', `^(${titles.join('|')})$`];
}
