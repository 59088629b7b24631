import { type JobKind, jobKinds } from '#shared/events';

/** What is counted as it happens, each by one addition: so it costs nothing where nobody asks for the metrics. Since the start. */
export interface Tallies {
  /** Activities, each once however often it was sent. */
  logs: number;
  /** Attempts, by what came of them. */
  jobs: Record<JobKind, { done: number; postponed: number; given_up: number }>;
  /** Recurring backups that were not made, or in which the doctor found something. */
  backupFailures: number;
}

export function createTallies(): Tallies {
  const jobs = Object.fromEntries(jobKinds.map((kind) => [kind, { done: 0, postponed: 0, given_up: 0 }]));
  // Each kind has its own: the list of the kinds made it.
  return { logs: 0, jobs: jobs as Tallies['jobs'], backupFailures: 0 };
}
