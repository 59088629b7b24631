// @ts-check
// Where a file reads the clock of the device it runs on: what check-walls.mjs holds against the list `deviceClock` of walls.mjs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { root } from './commands.mjs';
import { sourcesIn } from './imports.mjs';

/** @typedef {{ file: string, line: number }} ClockRead */

/** The reads in a folder, without those of tests, which set clocks. @param {string} folder @returns {ClockRead[]} */
export function clockReadsIn(folder) {
  const files = sourcesIn(folder).filter((file) => !/\.test\.tsx?$|\/testing\//.test(file));
  return files.flatMap((file) => clockReadsOf(file, readFileSync(join(root, file), 'utf8')));
}

/** The reads in a text, as if that file had it. @param {string} file @param {string} text @returns {ClockRead[]} */
export function clockReadsOf(file, text) {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  /** @type {ClockRead[]} */
  const found = [];
  /** @param {{ start: number }} node */
  const add = ({ start }) => void found.push({ file, line: text.slice(0, start).split('\n').length });
  new Visitor({
    MemberExpression(node) {
      const name = nameOf(node);
      if ((name === 'now' && isDate(node.object)) || name === 'timeOrigin') add(node);
    },
    NewExpression(node) {
      if (isDate(node.callee) && node.arguments.length === 0) add(node);
    },
    // Without `new` it tells the time whatever it is given.
    CallExpression(node) {
      if (isDate(node.callee)) add(node);
    },
    VariableDeclarator(node) {
      if (node.init && isDate(node.init)) add(node);
    },
  }).visit(program);
  return found;
}

/** `Date`, or `globalThis.Date`. @param {import('oxc-parser').Node} node */
function isDate(node) {
  return node.type === 'Identifier' ? node.name === 'Date' : node.type === 'MemberExpression' && nameOf(node) === 'Date';
}

/** @param {import('oxc-parser').MemberExpression} node @returns {unknown} */
function nameOf({ property, computed }) {
  if (property.type === 'Literal') return property.value;
  return property.type === 'Identifier' && !computed ? property.name : undefined;
}
