// @ts-check
// npm run check:styles: counts what the style sheets hold and refuses what `docs/architecture.md` says they may not do. With `-- report` it
// prints the counts, each condition and each length.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import postcss from 'postcss';
import { command, root, Stop } from './commands.mjs';
import { mostOf, styleExceptions } from './walls.mjs';

/** @typedef {{ file: string, text: string }} Sheet */
/** @typedef {{ lines: number, queries: number, conditions: Map<string, number>, lengths: Map<string, number> }} Counts */

const frames = /^\(--(narrow|wide|large|low)\)$/;
const media = new Set(['(prefers-reduced-motion: reduce)', '(forced-colors: active)', '(hover: hover)', 'print', '(scripting: none)']);
const containers = new Set(['room (width < 22rem)', 'room (width >= 40rem)']);

/** What each kind of property takes its value from. */
const scales = [
  {
    of: /^(margin|padding|gap|row-gap|column-gap|inset)(-|$)/,
    from: /--(s[1-7]|gutter|gap|safe-bottom|bottom-bar|top-bar)\b/,
    called: 'space',
  },
  { of: /^font-size$/, from: /--fs-/, called: 'size of type' },
  { of: /^border(-[a-z]+)*-radius$/, from: /--r-|^inherit$|%/, called: 'radius' },
];
const length = /(?<![\w-])-?\d*\.?\d+(px|r?em|ch|ex|[sld]?v(?:w|h|min|max)|cq(?:w|h|i|b|min|max)|pt|cm|mm|in)\b/g;
const colour = /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|lch|lab)\(\s*[\d.]/i;

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href) await command(main);

async function main() {
  const sheets = sheetsIn('src/client');
  const counts = countsOf(sheets);
  if (argv.includes('report')) report(counts);
  const faults = [...tooMuch(counts), ...refused(sheets, styleExceptions), ...staleExceptions(sheets, styleExceptions)];
  if (faults.length > 0) throw new Stop(`${faults.join('\n')}\n${faults.length} to mend. The table is in scripts/walls.mjs.`);
}

/** @param {string} folder @returns {Sheet[]} */
function sheetsIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .sort()
    .map((name) => ({ file: `${folder}/${name}`, text: readFileSync(join(root, folder, name), 'utf8') }));
}

/** @param {Sheet[]} sheets @returns {Counts} */
export function countsOf(sheets) {
  /** @type {Counts} */
  const counts = { lines: 0, queries: 0, conditions: new Map(), lengths: new Map() };
  for (const { file, text } of sheets) {
    counts.lines += text.trimEnd().split('\n').length;
    const sheet = postcss.parse(text, { from: file });
    sheet.walkAtRules(/^(media|container)$/, ({ name, params }) => {
      counts.queries += 1;
      add(counts.conditions, `@${name} ${params}`);
    });
    if (file.endsWith('/tokens.css')) continue;
    sheet.walkDecls(({ value }) => {
      for (const [found] of value.matchAll(length)) if (Number.parseFloat(found) !== 0) add(counts.lengths, found.replace('-', ''));
    });
  }
  return counts;
}

/** @param {Map<string, number>} counts @param {string} key */
function add(counts, key) {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** @param {Counts} counts @returns {string[]} */
function tooMuch({ lines, conditions, lengths }) {
  const found = { lines, conditions: conditions.size, lengths: lengths.size };
  return /** @type {(keyof typeof mostOf)[]} */ (Object.keys(mostOf))
    .filter((key) => found[key] > mostOf[key])
    .map((key) => `The style sheets have ${found[key]} ${key}; ${mostOf[key]} are the most.`);
}

/**
 * @param {Sheet[]} sheets @param {readonly { file: string, rule: string, because: string }[]} exceptions
 * @returns {string[]} each place that breaks a rule, and how
 */
export function refused(sheets, exceptions) {
  return sheets.flatMap((sheet) =>
    faultsOf(sheet)
      .filter(({ rule }) => !exceptions.some((one) => one.file === sheet.file && one.rule === rule))
      .map(({ line, rule, said }) => `${sheet.file}:${line} ${said} (${rule})`),
  );
}

/** @param {Sheet[]} sheets @param {readonly { file: string, rule: string }[]} exceptions @returns {string[]} */
export function staleExceptions(sheets, exceptions) {
  return exceptions
    .filter(({ file, rule }) => !sheets.some((sheet) => sheet.file === file && faultsOf(sheet).some((fault) => fault.rule === rule)))
    .map(({ file, rule }) => `${file} no longer needs its exception from ${rule}: take it out of the list.`);
}

/** @param {Sheet} sheet @returns {{ line: number, rule: string, said: string }[]} */
function faultsOf({ file, text }) {
  /** @type {{ line: number, rule: string, said: string }[]} */
  const faults = [];
  /** @param {import('postcss').Node} node @param {string} rule @param {string} said */
  const refuse = ({ source }, rule, said) => void faults.push({ line: source?.start?.line ?? 0, rule, said });
  const isScale = file.includes('/ui/styles/');
  const sheet = postcss.parse(text, { from: file });
  sheet.walkAtRules((rule) => {
    const { name, params } = rule;
    const known = name === 'media' ? frames.test(params) || media.has(params) : name !== 'container' || containers.has(params);
    if (!known) refuse(rule, 'condition', `asks for '${params}', which no other sheet may ask for`);
  });
  sheet.walkRules((rule) => {
    if (depthOf(rule) > 2) refuse(rule, 'nesting', 'nests a rule more than two deep');
    if (/:global\((?!\[data-(theme|board-theme))/.test(rule.selector)) refuse(rule, 'global', 'reaches into another room by :global()');
    if (!isScale && /:has\(\s*>/.test(rule.selector))
      refuse(rule, 'has', 'asks by :has(> …) what stands inside a part that another sheet owns');
  });
  sheet.walkDecls((declaration) => {
    const { prop, value, important } = declaration;
    if (important) refuse(declaration, 'important', 'says !important');
    if (prop === 'content' && !/^(''|""|none|normal|counter\(.*\))$/.test(value))
      refuse(declaration, 'content', 'writes text, which React writes');
    if (isScale || prop.startsWith('--')) return;
    if (colour.test(value) && !/oklch\((0|100)% 0 0/.test(value)) refuse(declaration, 'colour', `has a colour of its own: '${value}'`);
    for (const { of, from, called } of scales) {
      if (!of.test(prop) || from.test(value)) continue;
      // In em it goes with the letters that it stands beside.
      const own = [...value.matchAll(length)].some(
        ([found, unit]) => unit !== 'em' && (unit !== 'px' || Math.abs(Number.parseFloat(found)) > 3),
      );
      if (own) refuse(declaration, called, `has a ${called} of its own: '${value}'`);
    }
  });
  return faults;
}

/** @param {import('postcss').Node} rule */
function depthOf(rule) {
  let depth = 0;
  for (let node = rule.parent; node; node = node.parent) if (node.type === 'rule') depth += 1;
  return depth;
}

/** @param {Counts} counts */
function report({ lines, queries, conditions, lengths }) {
  const listed = (/** @type {Map<string, number>} */ found) =>
    [...found].sort(([, one], [, other]) => other - one).map(([name, times]) => `${String(times).padStart(5)}  ${name}`);
  console.log([`${lines} lines`, `${queries} queries under ${conditions.size} conditions`, ...listed(conditions)].join('\n'));
  console.log([`${lengths.size} lengths`, ...listed(lengths)].join('\n'));
}
