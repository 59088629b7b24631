/** Numbers of rules, wherever they stand, lead to docs/rules.md; titles of tests are sentences; no error is dropped; ids go by name. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, type VisitorObject, Visitor } from 'oxc-parser';
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

test('an error that the client drops has its reason in a comment beside it', () => {
  const files = sources(['src/client']).filter((file) => /\.(js|tsx?)$/.test(file) && !/\.test\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap((file) => silentCatches(file, text(file)).map((line) => `${file}:${line}`))).toEqual([]);
});

test.each([
  ['try { await go(); } catch {}'],
  ['try { await go(); } catch (error) {}'],
  ['// Said elsewhere.\n\ntry { await go(); } catch { back(); }'],
  ['go().catch(() => undefined);'],
  ['go().catch(() => {});'],
  ['go().then(on, () => null);'],
])('an error is dropped without a reason in: %s', (source) => {
  expect(silentCatches('one.ts', source)).toEqual([source.split('\n').length]);
});

test.each([
  ['try { await go(); } catch {\n// It may fail.\n}'],
  ["try { await go(); } catch (error) { reportUnexpected('page', error); }"],
  ["go().catch(reporting('page'));"],
  ['// It may fail.\ngo().catch(() => undefined);'],
  ['go().then(on, () => setFailed(true));'],
])('an error is heard, or dropped for a reason, in: %s', (source) => {
  expect(silentCatches('one.ts', source)).toEqual([]);
});

/** The lines of what drops an error, and has no comment in it, or beside a promise's handler, that says why. */
function silentCatches(file: string, source: string): number[] {
  const { program, comments, errors } = parseSync(file, source);
  expect(errors).toEqual([]);
  const lineAt = (at: number) => source.slice(0, at).split('\n').length;
  const found: number[] = [];
  const look = ({ start, end }: { start: number; end: number }, firstLine: number) => {
    const isBeside = comments.some(
      (comment) => (comment.start > start && comment.end < end) || (lineAt(comment.end) >= firstLine && comment.end < start),
    );
    if (!isBeside) found.push(lineAt(start));
  };
  const visitor: VisitorObject = {
    CatchClause(clause) {
      if (clause.param === null || clause.body.body.length === 0) look(clause, Number.POSITIVE_INFINITY);
    },
    CallExpression({ callee, arguments: given }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const { name } = callee.property;
      const handler = name === 'catch' ? given[0] : name === 'then' ? given[1] : undefined;
      if (handler?.type !== 'ArrowFunctionExpression' || handler.params.length > 0) return;
      const { body } = handler;
      // A call, an assignment and the like do something about it.
      const isSilent =
        body.type === 'BlockStatement' ? body.body.length === 0 : /^(Identifier|Literal|(Array|Object|Unary)Expression)$/.test(body.type);
      if (isSilent) look(handler, lineAt(handler.start) - 1);
    },
  };
  new Visitor(visitor).visit(program);
  return found;
}

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
