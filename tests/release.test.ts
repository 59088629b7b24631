/** npm run release, on a repository of its own. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { root } from '../scripts/commands.mjs';
import { release, released } from '../scripts/release.ts';

const changelog = `# Changelog

## Unreleased

### Added

- Seasons.

## 1.2.0 - 2026-01-01

- The first.
`;
const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-release-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const commit = () => {
  git('add', '.');
  git('commit', '--quiet', '--allow-empty', '-m', 'Work');
};

beforeEach(() => {
  rmSync(join(folder, '.git'), { recursive: true, force: true });
  git('init', '--quiet');
  git('config', 'user.name', 'Léa');
  git('config', 'user.email', 'lea@example.org');
  write('package.json', `${JSON.stringify({ name: 'ou-la-la', version: '1.2.0' }, undefined, 2)}\n`);
  write('package-lock.json', `${JSON.stringify({ version: '1.2.0', packages: { '': { version: '1.2.0' } } }, undefined, 2)}\n`);
  write('CHANGELOG.md', changelog);
  commit();
});

test('a release sets the version, moves the changes, commits, tags and says what to type', () => {
  const said = release(folder, '1.10.0', '2026-11-26');
  expect(JSON.parse(read('package.json'))).toEqual({ name: 'ou-la-la', version: '1.10.0' });
  expect(JSON.parse(read('package-lock.json'))).toEqual({ version: '1.10.0', packages: { '': { version: '1.10.0' } } });
  expect(read('CHANGELOG.md')).toBe(changelog.replace('## Unreleased\n', '## Unreleased\n\n## 1.10.0 - 2026-11-26\n'));
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '-1', '--format=%s')).toBe('Release 1.10.0');
  expect(git('rev-parse', 'v1.10.0^{commit}')).toBe(git('rev-parse', 'HEAD'));
  expect(said).toContain('git push origin HEAD v1.10.0');
  expect(said).toMatch(/docker buildx build --platform linux\/amd64,linux\/arm64 .*:1\.10\.0 /);
});

describe('the archive of a version', () => {
  it('is made of its tag, with the time of that commit', () => {
    release(folder, '1.3.0', '2026-11-26');
    expect(released(folder)).toEqual({ version: '1.3.0', time: Number(git('log', '-1', '--format=%ct')) });
  });

  it.each([
    ['without its tag', () => undefined],
    ['with changes', () => (git('tag', 'v1.2.0'), write('CHANGELOG.md', ''))],
  ])('is refused %s', (_why, prepare) => {
    prepare();
    expect(() => released(folder)).toThrow(/Ce n’est pas la version 1\.2\.0/);
  });
});

describe('a release that cannot be', () => {
  it.each<[string, string | undefined, RegExp, () => void]>([
    ['without a version', undefined, /^Usage : /, () => undefined],
    ['with one of two numbers', '1.3', /^Usage : /, () => undefined],
    ['with one that bears a letter', 'v1.3.0', /^Usage : /, () => undefined],
    ['with a lower one', '1.1.9', /doit dépasser 1\.2\.0/, () => undefined],
    ['with the same one', '1.2.0', /doit dépasser 1\.2\.0/, () => undefined],
    ['whose tag is there', '1.3.0', /v1\.3\.0 existe déjà/, () => git('tag', 'v1.3.0')],
    ['of a tree with changes', '1.3.0', /pas enregistrés/, () => write('new.txt', '')],
    [
      'without changes to tell',
      '1.3.0',
      /rien sous « Unreleased »/,
      () => {
        write('CHANGELOG.md', changelog.replace('- Seasons.\n', ''));
        commit();
      },
    ],
    [
      'without that heading',
      '1.3.0',
      /rien sous « Unreleased »/,
      () => {
        write('CHANGELOG.md', changelog.replace('## Unreleased\n', ''));
        commit();
      },
    ],
  ])('%s is refused in a sentence, and nothing changes', (_why, version, sentence, prepare) => {
    prepare();
    const before = [git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')];
    expect(() => release(folder, version, '2026-11-26')).toThrow(sentence);
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]).toEqual(before);
  });
});

test('the changelog tells of the version of package.json, and has room for the next', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const headings = [...readFileSync(join(root, 'CHANGELOG.md'), 'utf8').matchAll(/^## (\S+)/gm)].map(([, name]) => name);
  expect(headings.slice(0, 2)).toEqual(['Unreleased', version]);
});
