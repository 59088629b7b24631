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
/** Jobs read at once: each look for a job reads one page, so that whoever has thousands before the others keeps them waiting for little. */
const pageLength = 200;
/** Of one owner, no more are held here. The rest is read again once these are done. */
const heldOfOwner = 100;
/** In milliseconds: then the queue is read anew from its beginning, since a job may have come before what was read. */
const readAgainAfter = 5 * second;

const nobody: Parties = { owner: '', host: '' };

interface Held {
  job: Job;
  parties: Parties;
}

/** `list`: the jobs that are due after that one, in the order of their turns. */
export function createJobLine({ places, partiesOf }: Sharing, list: (page: Page) => Promise<Job[]>, read: Db): JobLine {
  // Maps each owner to their jobs. Owners and jobs stand in the order of their turns.
  const lines = new Map<string, Held[]>();
  // The owners of whom not all that was read is held.
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
      // Nobody's jobs do not wait for each other.
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
      // The others come before this one's next.
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
        // Where nobody of a long queue has a place, all of it is read: everybody else has their turn in between.
        await nextTurn();
      }
    },
    isWaiting: () => isFull || lines.size > 0,
  };
}

/** The same for a worker that does one job after the other: the first that is due. */
export function createPlainLine(list: (page: Page) => Promise<Job[]>): JobLine {
  return {
    async next(now) {
      const [job] = await list({ now, after: undefined, limit: 1 });
      return job && { job, leave: () => undefined };
    },
    isWaiting: () => false,
  };
}
