/** The records in docs, which are committed, and what is written from them. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/commands.mjs';
import type { Curves, Quality } from './measured.ts';
import { drawCurves, renderPerformance } from './performance.ts';
import { render as renderQuality } from './table.ts';

export function readQuality(): Quality {
  return read('quality.json') as Quality;
}

export function readCurves(): Curves {
  return read('performance.json') as Curves;
}

/** Writes the records, and what is rendered from them. */
export function writeRecords(quality: Quality, curves: Curves): void {
  write('quality.json', `${JSON.stringify(quality, null, 2)}\n`);
  write('quality.md', renderQuality(quality));
  write('performance.json', `${JSON.stringify(curves, null, 2)}\n`);
  write('performance.md', renderPerformance(curves));
  mkdirSync(join(docs, 'curves'), { recursive: true });
  for (const [name, drawn] of Object.entries(drawCurves(curves))) write(join('curves', name), drawn);
}

const docs = join(root, 'docs');

function read(name: string): unknown {
  const file = join(docs, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

function write(name: string, text: string): void {
  writeFileSync(join(docs, name), text);
}
