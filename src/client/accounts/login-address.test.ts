import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeRedirect } from './login-address.ts';
import { recapTokenOf, resetNameOf, resetTokenOf } from './reset-name.ts';

describe('the way after signing in', () => {
  it.each(['/boards', '/board/abc?tab=scores', '/invite/abc', '/requests#top', '/board/a%20b', '/login-stories'])('leads to %s', (path) => {
    expect(safeRedirect(path)).toBe(path);
  });

  it.each([
    undefined,
    null,
    7,
    ['/boards'],
    {},
    '',
    'boards',
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/\u0000/evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '/',
    '/login',
    '/LOGIN',
    '/%6cogin',
    '/login?redirect=/login',
    '/login/',
    '/./login',
    '/signup',
    '/signup#x',
    '/api/session',
    `/${'a'.repeat(3000)}`,
  ])('leads to Accueil instead of %j', (value) => {
    expect(safeRedirect(value)).toBe('/dashboard');
  });

  it('never leads off the site, whatever is in the address bar', () => {
    const tricks = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      ':',
      '@',
      '?',
      '#',
      '%2f',
      '%5c',
      '%2e',
      '\t',
      '\n',
      '\r',
      ' ',
      'javascript:',
      'evil.example',
      '\u2028',
    );
    const value = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.array(fc.oneof(tricks, fc.string({ maxLength: 3 }))).map((parts) => `/${parts.join('')}`),
    );
    fc.assert(
      fc.property(value, (text) => {
        const once = safeRedirect(text);
        expect(new URL(once, 'https://oulala.example').origin).toBe('https://oulala.example');
        expect(once).toMatch(/^\/(?!\/)/);
        // What was found safe stays so when it is read again, as the links between both forms do.
        expect(safeRedirect(once)).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });
});

it('only the link of the mail carries a token', () => {
  expect(['reset=Abc-_9', '#reset=Abc-_9'].map(resetTokenOf)).toEqual(['Abc-_9', 'Abc-_9']);
  expect(['reset=Abc-_9&pseudo=L%C3%A9a', '#reset=Abc-_9&pseudo=Léa'].map(resetTokenOf)).toEqual(['Abc-_9', 'Abc-_9']);
  expect(['', '#', '#contenu', '#reset=', '#x&reset=Abc', 'preset=Abc'].map(resetTokenOf)).toEqual([null, null, null, null, null, null]);
});

it('the link of the mail names its account, by what can be a username', () => {
  const names = ['L%C3%A9a', 'Léa', '%E6%9D%8E.%E9%9B%B7', '', '%', 'L%C3%A9a&x=1', '%3Cb%3E', 'x'.repeat(31), 'Payez%20ici'];
  expect(names.map((name) => resetNameOf(`#reset=Abc&pseudo=${name}`))).toEqual(['Léa', 'Léa', '李.雷', '', '', '', '', '', '']);
  expect(['#reset=Abc', '#pseudo=Léa', ''].map(resetNameOf)).toEqual(['', '', '']);
});

it('the link of the weekly mail holds a token and nothing else', () => {
  expect(['recap=Abc-_9', '#recap=Abc-_9'].map(recapTokenOf)).toEqual(['Abc-_9', 'Abc-_9']);
  // A program has taken what stood behind the link for a part of it.
  for (const end of ['.', ')', '…', '%20', '\u200B', '»'])
    expect([recapTokenOf(`#recap=Abc-_9${end}`), resetTokenOf(`#reset=Abc-_9${end}`)]).toEqual(['Abc-_9', 'Abc-_9']);
  expect(['', '#recap=', '#recap=a&b', '#recap=<b>', 'reset=Abc'].map(recapTokenOf)).toEqual([null, null, null, null, null]);
});
