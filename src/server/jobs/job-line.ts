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
/**
 * The most jobs of one owner that are held here; the rest is read again once those of a host are done. One of each host is held all the same: however
 * many wait for a host that hangs, they keep no other host of this owner waiting.
 */
const mostHeld = { ofHost: 20, ofOwner: 200 };
/** In milliseconds: after so long the queue is read again from its beginning, since a new job may stand before what was read. */
const readAgainAfter = 5 * second;

const nobody: Parties = { owner: '', host: '' };

/** The jobs of one owner. Hosts and the jobs of each stand in the order of their turns. */
interface Line {
  hosts: Map<string, { parties: Parties; jobs: Job[]; isCut: boolean }>;
  held: number;
}

/** `list` reads the jobs that are due, after a given one, in the order of their turns. */
export function createJobLine({ places, partiesOf }: Sharing, list: (page: Page) => Promise<Job[]>, read: Db): JobLine {
  // Maps each owner to their jobs. The owners stand in the order of their turns.
  const lines = new Map<string, Line>();
  let last: Job | undefined;
  let begun = 0;
  // Whether the queue was read to its end.
  let isRead = false;
  // Whether a host is without jobs here, and some were read and not held.
  let isCutDone = false;
  let isFull = false;

  function restart(now: number): void {
    lines.clear();
    last = undefined;
    begun = now;
    isCutDone = false;
  }

  function hold(job: Job, parties: Parties): void {
    // Jobs without an owner do not wait for each other.
    const key = parties.owner === '' ? job.id : parties.owner;
    const line = lines.get(key) ?? { hosts: new Map(), held: 0 };
    lines.set(key, line);
    const host = line.hosts.get(parties.host) ?? { parties, jobs: [], isCut: false };
    line.hosts.set(parties.host, host);
    host.isCut ||= host.jobs.length >= mostHeld.ofHost || (host.jobs.length > 0 && line.held >= mostHeld.ofOwner);
    if (host.isCut) return;
    host.jobs.push(job);
    line.held += 1;
  }

  async function readPage(now: number): Promise<void> {
    const jobs = await list({ now, after: last, limit: pageLength });
    const subjects = jobs.map(({ subject }) => subject);
    const known = subjects.length > 0 ? await partiesOf(read, subjects) : undefined;
    for (const job of jobs) hold(job, known?.get(job.subject) ?? nobody);
    last = jobs.at(-1) ?? last;
    isRead = jobs.length < pageLength;
  }

  function pick(): Placed | undefined {
    for (const [key, line] of lines) {
      for (const [name, host] of line.hosts) {
        const [job] = places.hasRoom(host.parties) ? host.jobs.splice(0, 1) : [];
        if (!job) continue;
        line.held -= 1;
        // The other owners, and the other hosts of this one, come before the next job of this host.
        line.hosts.delete(name);
        if (host.jobs.length > 0) line.hosts.set(name, host);
        else if (host.isCut) isCutDone = true;
        lines.delete(key);
        if (line.held > 0) lines.set(key, line);
        return { job, leave: places.take(host.parties) };
      }
    }
    return undefined;
  }

  return {
    async next(now) {
      isFull = !places.hasRoom(nobody);
      if (isFull) return undefined;
      if (lines.size === 0 || now < begun || now >= begun + readAgainAfter) restart(now);
      for (;;) {
        // Not before the end, or the jobs that stand behind thousands of one host would not be reached.
        if (isCutDone && isRead) restart(now);
        await readPage(now);
        const placed = pick();
        if (placed || (isRead && !isCutDone)) return placed;
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
