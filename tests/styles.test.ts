import { expect, test } from 'vitest';
import { countsOf, refused, staleExceptions } from '../scripts/check-styles.mjs';

const sheet = (text: string, file = 'src/client/boards/board-card.module.css') => ({ file, text });

test.each([
  ['@media (width < 560px) { .a { color: red } }', 'condition'],
  ['@media (--wide) and (--low) { .a { color: red } }', 'condition'],
  ['@container room (width < 20rem) { .a { color: red } }', 'condition'],
  ['.a { .b { .c { .d { color: red } } } }', 'nesting'],
  [':global(:root[data-round-button]) .a { color: red }', 'global'],
  ['.a:has(> .b) { color: red }', 'has'],
  ['.a { color: red !important }', 'important'],
  [`.a::before { content: 'hello' }`, 'content'],
  ['.a::before { content: attr(data-said) }', 'content'],
  ['.a { color: #fff }', 'colour'],
  ['.a { padding: 4px 14px }', 'space'],
  ['.a { font-size: 0.9rem }', 'size of type'],
  ['.a { border-radius: 20px }', 'radius'],
])('a sheet may not say %s', (text, rule) => {
  expect(refused([sheet(text)], [])).toEqual([expect.stringContaining(`(${rule})`)]);
  expect(refused([sheet(text)], [{ file: sheet(text).file, rule, because: 'of a test' }])).toEqual([]);
});

test('a sheet may ask for a frame and what a person prefers, and take its values from the scales', () => {
  const text = `
    @media (--wide) { .a { padding: 0 calc(-1 * var(--s4)) 2px; gap: 0.5em; border-radius: var(--r-m) } }
    @media (prefers-reduced-motion: reduce) { .a { animation: none; font-size: var(--fs-sm) } }
    @container room (width >= 40rem) { :global([data-theme='light']) .a::before { content: ''; color: var(--text) } }`;
  expect(refused([sheet(text)], [])).toEqual([]);
});

test('an exception that no sheet needs any more is refused', () => {
  const one = { file: sheet('').file, rule: 'content', because: 'of a test' };
  expect(staleExceptions([sheet('.a { color: red }')], [one])).toEqual([
    'src/client/boards/board-card.module.css no longer needs its exception from content: take it out of the list.',
  ]);
});

test('a condition or a length counts once, however often it stands there, and none of the tokens does', () => {
  const text = '@media (--wide) { .a { width: 3rem } }\n@media (--wide) { .b { width: calc(100% - 3rem); height: -1px } }\n';
  const counts = countsOf([sheet(text), sheet(':root { --s1: 0.25rem; width: 7px }', 'src/client/ui/styles/tokens.css')]);
  expect(counts).toMatchObject({ lines: 3, queries: 2 });
  expect([...counts.conditions]).toEqual([['@media (--wide)', 2]]);
  expect([...counts.lengths]).toEqual([
    ['3rem', 2],
    ['1px', 1],
  ]);
});
