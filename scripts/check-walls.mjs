// @ts-check
// npm run check:walls: holds every import of src against the tables of walls.mjs. With `-- report` it also prints the rooms in floors, the
// imports that run upward, and the circles between files of different rooms.
import { posix } from 'node:path';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { importsIn, sourcesIn } from './imports.mjs';
import { command, Stop } from './commands.mjs';
import { clockReadsIn } from './device-clock.mjs';
import { deviceClock, rooms, upward, walls } from './walls.mjs';

const sides = new Set(['server', 'client']);

/** @typedef {import('./imports.mjs').Import} Import */
/** @typedef {import('./device-clock.mjs').ClockRead} ClockRead */

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href) await command(main);

async function main() {
  const imports = importsIn('src');
  if (argv.includes('report')) report(imports);
  const reads = clockReadsIn('src/client');
  const faults = [
    ...brokenWalls(imports),
    ...newUpward(imports),
    ...staleEntries(imports),
    ...circlesBetweenRooms(imports),
    ...newClockReads(reads),
    ...staleClockReads(reads),
  ];
  if (faults.length > 0) throw new Stop(`${faults.join('\n')}\n${faults.length} to mend. The tables are in scripts/walls.mjs.`);
}

/** @param {Import[]} imports @returns {string[]} each import that a wall refuses, and why */
export function brokenWalls(imports) {
  return imports.flatMap((one) =>
    walls
      .filter(({ of, except, refuse, names, typesPass }) => {
        if (!of.test(one.from) || except?.test(one.from) || !refuse.test(one.to)) return false;
        if (typesPass && one.type) return false;
        return !names || names.some((name) => one.names.includes(name));
      })
      .map(({ because }) => `${where(one)}: ${because}`),
  );
}

/** @param {ClockRead[]} reads @returns {string[]} each reading of the device's clock by a file that is not listed */
export function newClockReads(reads) {
  return reads
    .filter(({ file }) => file.startsWith('src/client/') && !deviceClock.some((one) => one.file === file))
    .map(
      ({ file, line }) =>
        `${file}:${line} reads the clock of the device, which may be a day fast or slow: what the server dates is compared with serverTime, inServerTime or useServerTime.`,
    );
}

/** @param {ClockRead[]} reads @returns {string[]} */
export function staleClockReads(reads) {
  return deviceClock
    .filter(({ file }) => !reads.some((one) => one.file === file))
    .map(({ file }) => `${file} no longer reads the clock of the device: take it out of the list.`);
}

/** @param {Import[]} imports @returns {string[]} */
export function newUpward(imports) {
  return findUpward(imports)
    .filter((one) => !upward.some(({ from, to }) => from === one.from && to === one.to))
    .map(
      (one) =>
        `${where(one)}: ${roomOf(one.from)} stands above ${roomOf(one.to)} in the list of rooms. What both need moves into a room above them.`,
    );
}

/** @param {Import[]} imports @returns {string[]} what the tables say and the code no longer does */
export function staleEntries(imports) {
  const found = findUpward(imports);
  const files = sourcesIn('src');
  return [
    ...upward
      .filter(({ from, to }) => !found.some((one) => one.from === from && one.to === to))
      .map(({ from, to }) => `${from} no longer imports ${to} upward: take it out of the list of exceptions.`),
    ...rooms.filter((room) => !files.some((file) => roomOf(file) === room)).map((room) => `There is no ${room} any more.`),
    ...files.filter((file) => isRun(file) && !roomOf(file)).map((file) => `${file} is in no room: say in the list where it stands.`),
  ];
}

/**
 * Here types count too: whoever reads one file of a circle has to read them all. Within a room that may be.
 * @param {Import[]} imports @returns {string[]}
 */
export function circlesBetweenRooms(imports) {
  return circles(imports.filter(({ from, to }) => isRun(from) && isRun(to)))
    .filter((files) => new Set(files.map(roomOf)).size > 1)
    .map((files) => `${files.toSorted().join(', ')}: a circle between rooms.`);
}

/** @param {Import[]} imports */
function findUpward(imports) {
  return imports.filter(({ from, to, type }) => {
    if (type || !isRun(from) || !isRun(to)) return false;
    return rooms.indexOf(roomOf(from) ?? '') < rooms.indexOf(roomOf(to) ?? '');
  });
}

/** @param {Import[]} imports */
function report(imports) {
  console.log('Rooms, each on the first floor above all that it imports:');
  for (const [floor, names] of floors(imports).entries()) console.log(`  ${floor}  ${names.join('  ')}`);
  const found = findUpward(imports);
  console.log(`\n${found.length} imports run upward:`);
  for (const one of found) {
    const known = upward.find(({ from, to }) => from === one.from && to === one.to);
    console.log(`  ${where(one)}: ${known?.because ?? 'new'}`);
  }
  const found2 = circlesBetweenRooms(imports);
  console.log(`\n${found2.length} circles between files of different rooms${found2.map((circle) => `\n  ${circle}`).join('')}\n`);
}

/** @param {Import[]} imports @returns {string[][]} */
function floors(imports) {
  /** @type {Map<string, number>} */
  const floorOf = new Map();
  for (const room of rooms) {
    const below = imports.filter(({ from, to, type }) => !type && isRun(from) && isRun(to) && roomOf(from) === room && roomOf(to) !== room);
    floorOf.set(room, Math.max(-1, ...below.map(({ to }) => floorOf.get(roomOf(to) ?? '') ?? -1)) + 1);
  }
  /** @type {string[][]} */
  const all = Array.from({ length: Math.max(...floorOf.values()) + 1 }, () => []);
  for (const [room, floor] of floorOf) all[floor]?.push(room);
  return all;
}

/** @param {string} file @returns {string | undefined} the line of the list that it belongs to */
function roomOf(file) {
  const folder = posix.dirname(file.slice('src/'.length));
  const room = rooms.filter((one) => `${folder}/`.startsWith(`${one}/`)).toSorted((a, b) => b.length - a.length)[0];
  // A new folder is not of the files beside it.
  return room !== undefined && sides.has(room) && folder !== room ? undefined : room;
}

/** Tests may know every room. @param {string} path */
function isRun(path) {
  return /^src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path);
}

/** @param {Import} one */
function where({ from, line, to }) {
  return `${from}:${line} imports ${to}`;
}

/** The files of each circle, by Tarjan's algorithm. @param {Import[]} imports @returns {string[][]} */
function circles(imports) {
  /** @type {Map<string, string[]>} */
  const targets = new Map();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  /** @type {Map<string, { index: number, low: number, open: boolean }>} */
  const seen = new Map();
  /** @type {string[]} */
  const stack = [];
  /** @type {string[][]} */
  const found = [];
  /** @param {string} file */
  function visit(file) {
    const own = { index: seen.size, low: seen.size, open: true };
    seen.set(file, own);
    stack.push(file);
    for (const target of targets.get(file) ?? []) {
      const other = seen.get(target) ?? visit(target);
      if (other.open) own.low = Math.min(own.low, other.low);
    }
    if (own.low < own.index) return own;
    const circle = stack.splice(stack.indexOf(file));
    for (const member of circle) {
      const state = seen.get(member);
      if (state) state.open = false;
    }
    if (circle.length > 1) found.push(circle);
    return own;
  }
  for (const file of targets.keys()) if (!seen.has(file)) visit(file);
  return found;
}
