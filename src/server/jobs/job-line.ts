import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../database/database.ts';
import type { Job } from './job-store.ts';
import type { Parties, Places } from './places.ts';

/** How the jobs of a worker share its places. */
export interface Sharing {
  places: Places;
  /** Maps each of the subjects of some jobs to its parties. A subject of which nothing is known may be missing. */
  partiesOf(db: Db, subjects: readonly string[]): Promise<ReadonlyMap<string, Parties>>;
}

/** A job that is due, and its place, which the caller gives back. */
export interface Placed {
  job: Job;
  leave: () => void;
}

/** The jobs of a queue that are due, in an order in which their owners take turns. */
export interface JobLine {
  /** The next one that has a place; undefined while there is none. */
  next(now: number): Promise<Placed | undefined>;
  /** Whether jobs that are due may wait for a place. */
  isWaiting(): boolean;
}

export interface Page {
  now: number;
  after: Job | undefined;
  limit: number;
}

const second = 1000;
/** Jobs read at once. Each look for a job reads one page, so that one owner's thousands of jobs delay those behind them little. */
const pageLength = 200;
/** The most jobs of one owner that are held here. The rest is read again once these are done. */
const heldOfOwner = 100;
/** In milliseconds: after so long the queue is read again from its beginning, since a new job may stand before what was read. */
const readAgainAfter = 5 * second;

const nobody: Parties = { owner: '', host: '' };

interface Held {
  job: Job;
  parties: Parties;
}

/** `list` reads the jobs that are due, after a given one, in the order of their turns. */
export function createJobLine({ places, partiesOf }: Sharing, list: (page: Page) => Promise<Job[]>, read: Db): JobLine {
  // Maps each owner to their jobs. Owners and jobs stand in the order of their turns.
  const lines = new Map<string, Held[]>();
  // The owners some of whose jobs were read and not held.
  const cut = new Set<string>();
  let last: Job | undefined;
  let begun = 0;
  let isCutDone = false;
  let isFull = false;

  function restart(now: number): void {
    lines.clear();
    cut.clear();
    last = undefined;
    begun = now;
    isCutDone = false;
  }

  async function readPage(now: number): Promise<boolean> {
    const jobs = await list({ now, after: last, limit: pageLength });
    const subjects = jobs.map(({ subject }) => subject);
    const known = subjects.length > 0 ? await partiesOf(read, subjects) : undefined;
    for (const job of jobs) {
      const parties = known?.get(job.subject) ?? nobody;
      // Jobs without an owner do not wait for each other.
      const key = parties.owner === '' ? job.id : parties.owner;
      const line = lines.get(key);
      if (!line) lines.set(key, [{ job, parties }]);
      else if (line.length < heldOfOwner) line.push({ job, parties });
      else cut.add(key);
    }
    last = jobs.at(-1) ?? last;
    return jobs.length === pageLength;
  }

  function pick(): Placed | undefined {
    for (const [key, line] of lines) {
      const index = line.findIndex(({ parties }) => places.hasRoom(parties));
      const [held] = index < 0 ? [] : line.splice(index, 1);
      if (!held) continue;
      // The other owners come before the next job of this one.
      lines.delete(key);
      if (line.length > 0) lines.set(key, line);
      else if (cut.has(key)) isCutDone = true;
      return { job: held.job, leave: places.take(held.parties) };
    }
    return undefined;
  }

  return {
    async next(now) {
      isFull = !places.hasRoom(nobody);
      if (isFull) return undefined;
      if (lines.size === 0 || isCutDone || now < begun || now >= begun + readAgainAfter) restart(now);
      for (;;) {
        const isMore = await readPage(now);
        const placed = pick();
        if (placed || !isMore) return placed;
        // If no job has a place, the whole of a long queue is read: other work gets its turn in between.
        await nextTurn();
      }
    },
    isWaiting: () => isFull || lines.size > 0,
  };
}

/** The jobs of a worker that does one at a time, the first that is due. */
export function createPlainLine(list: (page: Page) => Promise<Job[]>): JobLine {
  return {
    async next(now) {
      const [job] = await list({ now, after: undefined, limit: 1 });
      return job && { job, leave: () => undefined };
    },
    isWaiting: () => false,
  };
}
