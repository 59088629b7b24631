import type { JobKind } from '#shared/events';
import type { Database } from '../database/database.ts';
import type { Tallies } from '../metrics/tallies.ts';
import { createRunner, type Log, type Worker } from './runner.ts';

/** Does what waits in the table `job`: each worker one job after the other, until nothing is due. */
export interface Jobs {
  /** From now on; also what waits from before the last stop. */
  start(log: Log): void;
  /** Says that a job of this kind may be due. */
  look(kind: JobKind): void;
  /** Resolves once no job of these kinds is under way: none is due, the last one failed, or {@link Jobs.stop} was called. */
  idle(...kinds: JobKind[]): Promise<void>;
  /** Lets what is under way finish if it does so soon. The rest waits for the next start. */
  stop(): Promise<void>;
}

export type Workers = Record<JobKind, Worker>;

interface JobsOptions {
  database: Pick<Database, 'read' | 'unitOfWork' | 'classify'>;
  /** The worker of each kind. One that does several kinds does one job at a time. */
  workers: Partial<Workers>;
  tallies: Pick<Tallies, 'jobs'>;
}

export function createJobs({ database, workers, tallies }: JobsOptions): Jobs {
  const kindsOf = new Map<Worker, JobKind[]>();
  for (const [kind, worker] of Object.entries(workers) as [JobKind, Worker][]) kindsOf.set(worker, [...(kindsOf.get(worker) ?? []), kind]);
  const runners = Array.from(kindsOf, ([worker, kinds]) => ({ kinds, ...createRunner({ database, worker, kinds, tallies }) }));
  const runnersOf = (kind: JobKind) => runners.filter(({ kinds }) => kinds.includes(kind));
  return {
    start(log) {
      for (const runner of runners) runner.start(log);
    },
    look(kind) {
      for (const runner of runnersOf(kind)) runner.look();
    },
    async idle(...kinds) {
      for (const runner of kinds.flatMap(runnersOf)) await runner.idle();
    },
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
}
