/** What was measured last, for each row and each of its proofs: docs/quality.json, which is committed. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/commands.mjs';

export interface Figure {
  what?: string;
  figure: string;
  /** As it was judged, the machine factor included. */
  goal?: string;
  met?: boolean;
  /** Of less than the goal says. */
  whole?: false;
  /** Does not depend on how busy the machine is. */
  steady?: true;
}

export interface Measurement {
  command: string;
  /** ISO, in UTC. */
  date: string;
  /** With a + where something was not committed. Left out outside of a checkout. */
  commit?: string;
  factor?: number;
  /** Others used the machine. */
  busy?: true;
  figures: readonly Figure[];
  /** Of the test files that prove it. */
  tests?: { passed: number; failed: number; skipped: number };
}

/** By the id of a row, then by the name of a proof. */
export type Quality = Record<string, Record<string, Measurement>>;

const file = join(root, 'docs/quality.json');

export function readQuality(): Quality {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Quality) : {};
}

export function writeQuality(quality: Quality): void {
  writeFileSync(file, `${JSON.stringify(quality, null, 2)}\n`);
}

/** What is newer replaces what there is: a failure always, a quick look and what others disturbed only their like. */
export function replaces(found: Measurement, known: Measurement | undefined): boolean {
  if (!known) return true;
  if (found.date <= known.date) return false;
  if (found.tests && found.tests.failed > 0) return true;
  return (!found.busy || known.busy === true) && (isWhole(found) || !isWhole(known));
}

export function isWhole({ figures }: Measurement): boolean {
  return figures.every(({ whole }) => whole !== false);
}
