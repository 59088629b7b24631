import { expect, test } from 'vitest';
import { afterSecondPlay, type Failure, playwrightArguments, toPlayAgain, vitestArguments } from '../scripts/second-play.mjs';

const shell: Failure = { file: 'tests/e2e/shell.spec.ts', title: 'a dialog opens', line: 160, report: 'not visible' };
const game: Failure = { file: 'tests/e2e/game.spec.ts', title: 'a dialog opens', line: 12, report: 'not visible' };
const firefox: Failure = { file: 'tests/engines/firefox.test.ts', title: 'who signs out (twice) leaves nothing?', report: 'timed out' };

test('a test that passes when it is played again is flaky, and one that fails again is not', () => {
  expect(afterSecondPlay([shell, game], [{ file: game.file, title: game.title }])).toEqual({ failed: [shell], flaky: [game] });
});

test('a test that the second play did not reach stays a failure', () => {
  expect(afterSecondPlay([shell], [])).toEqual({ failed: [shell], flaky: [] });
});

test('only failures of tests are played again, and only a few', () => {
  expect(toPlayAgain([shell, game])).toEqual([shell, game]);
  expect(toPlayAgain([shell, { file: '', title: '', report: 'playwright: exit code 1 although no test failed' }])).toEqual([]);
  expect(toPlayAgain([{ ...shell, title: '' }])).toEqual([]);
  expect(toPlayAgain(Array.from({ length: 11 }, (_, line) => ({ ...shell, line })))).toEqual([]);
});

test('each runner is asked for these tests and no others', () => {
  expect(playwrightArguments([shell, game])).toEqual(['tests/e2e/shell.spec.ts:160', 'tests/e2e/game.spec.ts:12']);
  const [file, option, pattern = ''] = vitestArguments([firefox, firefox]);
  expect([file, option]).toEqual([firefox.file, '--testNamePattern']);
  expect(new RegExp(pattern).test(firefox.title)).toBe(true);
  expect(new RegExp(pattern).test('who signs out (twice) leaves nothing? Again')).toBe(false);
});
