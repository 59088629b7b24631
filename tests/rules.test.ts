/** Whoever reads a number of a rule somewhere in the repository finds the rule in docs/rules.md; titles of tests are sentences; ids go by name. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const text = (file: string) => readFileSync(join(root, file), 'utf8');
// The first column of its tables.
const listed = [...text('docs/rules.md').matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => cell.match(/[BDPRSU]\d+/g) ?? []);

test('each number has one line', () => {
  expect(listed.length).toBeGreaterThan(50);
  expect(new Set(listed).size).toBe(listed.length);
});

test('each number that anything cites has its line', () => {
  const files = [...sources(['src', 'tests', 'scripts', 'bench', 'docs']), 'README.md', 'CONTRIBUTING.md'].filter((file) =>
    /\.(ts|tsx|mjs|css|md)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  const cited = files.flatMap((file) => (text(file).match(/\b[BDPRSU]\d{1,2}\b/g) ?? []).map((number) => ({ file, number })));
  expect(cited.length).toBeGreaterThan(200);
  expect(cited.filter(({ number }) => !listed.includes(number))).toEqual([]);
});

test('the title of a test begins with its subject, or stands under a noun', () => {
  const plurals =
    /^(accounts|actions|activities|backups|boards|copies|days|ids|members|news|others|pages|points|reactions|requests|spans|tabs|toasts)$/;
  const isVerb = (word: string) =>
    /^([a-z]*[a-rt-z]s|are|have|do|can|cannot|never)$/.test(word) && !/^(as|its|this)$/.test(word) && !plurals.test(word);
  const faults = [];
  for (const file of sources(['src', 'tests']).filter((name) => /\.(test|spec)\.tsx?$/.test(name))) {
    let calls: { indent: number; name: string; title?: string }[] = [];
    for (const line of text(file).split('\n')) {
      const [, space = '', name = '', title] = /^( *)((?:test\.)?describe\b|test\b|it\b|\])(?:.*?\(['"`](.*))?/.exec(line) ?? [];
      if (name === '') continue;
      // What begins with a bracket ends the table of a call that began above.
      const began = name === ']' ? calls.find(({ indent }) => indent === space.length)?.name : name;
      calls = calls.filter(({ indent }) => indent < space.length);
      const group = calls.findLast((call) => call.name.endsWith('describe'))?.title ?? '';
      if (
        began?.endsWith('describe') === false &&
        isVerb(title?.split(/[\s,:;]/, 1)[0] ?? '') &&
        /^($|(after|at|on|where|while|with|without) )/.test(group)
      )
        faults.push(`${file}: ${title}`);
      if (began !== undefined) calls.push({ indent: space.length, name: began, ...(title !== undefined && { title }) });
    }
  }
  expect(faults).toEqual([]);
});

test('a function that takes several ids takes them by name', () => {
  const two =
    /: (Action|Activity|Board|Proposal|Request|Session|SingleLink|User)Id,\s+\w+: (Action|Activity|Board|Proposal|Request|Session|SingleLink|User)Id\b(?!\[)/;
  // Presence looks at each pair of people: an object for each would cost.
  const files = sources(['src']).filter((file) => /\.tsx?$/.test(file) && !/\.test\.|server\/live\/presence/.test(file));
  expect(files.length).toBeGreaterThan(400);
  expect(files.filter((file) => two.test(text(file)))).toEqual([]);
});

/** The files below some folders, by their paths. */
function sources(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
}
