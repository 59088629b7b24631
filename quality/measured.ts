/** What is recorded of what was measured, and when something newer takes its place. */
import type { Point } from '../bench/report.ts';

/** What stood around a run. */
export interface Circumstances {
  /** ISO, in UTC. */
  date: string;
  /** With a + where something was not committed. Left out outside of a checkout. */
  commit?: string | undefined;
  factor?: number;
}

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

export interface Measurement extends Circumstances {
  command: string;
  /** Others used the machine. */
  busy?: true;
  figures: readonly Figure[];
  /** Of the test files that prove it. */
  tests?: { passed: number; failed: number; skipped: number };
}

/** By the id of a row, then by the name of a proof. */
export type Quality = Record<string, Record<string, Measurement>>;

export interface Curve extends Circumstances {
  busy?: true;
  points: readonly Point[];
}

/** The curves of docs/performance.md, by the name of the part of the bench. */
export type Curves = Record<string, Curve>;

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
