/** docs/operating.md names only what there is. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { httpsRecipes } from '../src/client/legal/https-recipes.ts';
import { buildCommands, compareCommands } from '../src/client/legal/verify-recipes.ts';

const here = (path: string) => new URL(`../${path}`, import.meta.url);
const read = (path: string) => readFileSync(here(path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const documents = ['docs/operating.md', 'README.md', 'CONTRIBUTING.md', 'Dockerfile', 'deploy/ou-la-la.service'];

test.each(documents)('every command that %s names is one of package.json', (name) => {
  const commands = [...read(name).matchAll(/npm run(?: --silent)? ([\w:-]+)/g)].map(([, command = '']) => command);
  expect(commands.filter((command) => !Object.hasOwn(scripts, command))).toEqual([]);
});

test('docs/operating.md has something to say of each command for operators', () => {
  const text = read('docs/operating.md');
  for (const command of ['backup', 'restore', 'rotate-key', 'move-database', 'doctor']) expect(text).toContain(`npm run ${command}`);
});

test('docs/operating.md has the recipes for https that the app shows, each of six lines at most', () => {
  const lines = new Set(read('docs/operating.md').split('\n'));
  for (const recipe of Object.values(httpsRecipes)) {
    expect(recipe.length).toBeLessThanOrEqual(6);
    expect(recipe.filter((line) => !lines.has(line))).toEqual([]);
  }
});

test('docs/operating.md has the commands to check a build that the app shows', () => {
  const text = read('docs/operating.md');
  expect(text).toContain(`\n${buildCommands('1.0.0').join('\n')}\n`);
  expect(text).toContain(`\n${compareCommands.join('\n')}\n`);
});

test('every built program has its command, and every command its program', () => {
  const built = [...read('scripts/vite.server.config.ts').matchAll(/^ {8}'?([\w-]+)'?: path\('\.\//gm)].map(([, name]) => name);
  const started = Object.values(scripts).flatMap((script) => /scripts\/start\.mjs ([\w-]+)/.exec(script)?.[1] ?? []);
  expect(new Set(started)).toEqual(new Set(built));
});

test('docs/operating.md names only programs that are built, and services of compose.yaml', () => {
  const text = read('docs/operating.md');
  const programs = [...text.matchAll(/dist\/server\/([\w-]+)\.js/g)].map(([, name = '']) => name);
  expect(programs.length).toBeGreaterThan(3);
  expect(programs.filter((name) => !read('scripts/vite.server.config.ts').includes(`path('./${name}.ts')`))).toEqual([]);
  const services = [...text.matchAll(/docker compose (?:exec|run|build|stop|start|up -d)((?: -[\w-]+)*) ([a-z][\w-]*)/g)].map(
    ([, , name]) => name,
  );
  expect(services.length).toBeGreaterThan(3);
  expect(
    services.filter((name) => !read('compose.yaml').includes(`\n  ${name}:\n`) && !read('compose.yaml').includes(`\n  ${name}: *copy\n`)),
  ).toEqual([]);
});

test('every file of ours that docs/operating.md names is there', () => {
  const named = [...read('docs/operating.md').matchAll(/`((?:deploy|docs|scripts|src)\/[\w./-]+|Dockerfile|compose\.yaml)`/g)];
  expect(named.length).toBeGreaterThan(3);
  expect(named.map(([, path = '']) => path).filter((path) => !existsSync(here(path)))).toEqual([]);
});

test('deploy/nginx.conf listens by IPv6 wherever it listens by IPv4', () => {
  const listens = [...read('deploy/nginx.conf').matchAll(/^ *listen (.*);$/gm)].map(([, what = '']) => what);
  const byIpv6 = listens.filter((what) => what.startsWith('[::]:')).map((what) => what.slice('[::]:'.length));
  expect(byIpv6.length).toBeGreaterThan(1);
  expect(byIpv6).toEqual(listens.filter((what) => !what.startsWith('[::]:')));
});

const settings = [...read('src/server/config/config.ts').matchAll(/^ {2}([A-Z_]+): z\./gm)].map(([, name = '']) => name);

test('the README begins with the two commands, above its picture, and comes to https within eight', () => {
  const [above = ''] = read('README.md').split('![');
  const blocks = (text: string) => [...text.matchAll(/^```sh\n([^]*?)\n```$/gm)].map(([, commands = '']) => commands.split('\n'));
  expect(blocks(above)).toEqual([['npm start'], ['npm test']]);
  const [, , toHttps = []] = blocks(read('README.md'));
  expect(toHttps.at(-1)).toMatch(/^ORIGIN=https:.* npm start$/);
  expect(toHttps.length).toBeLessThanOrEqual(8);
  for (const line of httpsRecipes.domain) expect(toHttps).toContain(line);
});

test('every setting that is read is in the README, and the other way round', () => {
  const readme = [...read('README.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(new Set(readme)).toEqual(new Set(settings));
});

test('compose.yaml hands on every setting that the image leaves open', () => {
  const [, listed = ''] = /^x-settings: &settings\n((?: {2}.*\n)+)/m.exec(read('compose.yaml')) ?? [];
  const image = /^ENV (.*DATA_DIR.*)$/m.exec(read('Dockerfile'))?.[1] ?? '';
  const fixed = new Set([...image.matchAll(/(\w+)=/g)].map(([, name = '']) => name));
  const open = settings.filter((name) => !fixed.has(name));
  expect(listed.trimEnd().split('\n').sort()).toEqual(open.map((name) => `  ${name}: \${${name}:-}`).sort());
});

test('compose.yaml builds the image once in each profile: two builds at once would want one name', () => {
  const services = read('compose.yaml').split(/^(?= {2}[\w-]+:)/m);
  const building = services.filter((text) => /^ {4}build: /m.test(text)).map((text) => /^ {2}([\w-]+):/.exec(text)?.[1]);
  expect(building).toEqual(['embedded', 'copy-1']);
  expect(read('compose.yaml').match(/build: /g)).toHaveLength(2);
});
