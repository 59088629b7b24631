import type { Database } from '../database/database.ts';
import type { JobKind } from '#shared/events';
import type { Tallies } from '../metrics/tallies.ts';
import { createRunner, type Log, type Worker } from './runner.ts';

/** Does what waits in the table `job`, each kind of worker one job after the other, until all is done. */
export interface Jobs {
  /** From now on; also what waits from before the last stop. */
  start(log: Log): void;
  /** There may be something to do. */
  look(kind: JobKind): void;
  /** Resolves once nothing of these kinds is due, or {@link Jobs.stop} was called. */
  idle(...kinds: JobKind[]): Promise<void>;
  /** Lets what is under way finish if it does so soon. The rest waits for the next start. */
  stop(): Promise<void>;
}

interface JobsOptions {
  database: Pick<Database, 'read' | 'unitOfWork'>;
  workers: readonly Worker[];
  tallies: Pick<Tallies, 'jobs'>;
}

export function createJobs({ database, workers, tallies }: JobsOptions): Jobs {
  const runners = workers.map((worker) => ({ kinds: worker.kinds, ...createRunner({ database, worker, tallies }) }));
  const of = (kind: JobKind) => runners.filter(({ kinds }) => kinds.includes(kind));
  return {
    start(log) {
      for (const runner of runners) runner.start(log);
    },
    look(kind) {
      for (const runner of of(kind)) runner.look();
    },
    async idle(...kinds) {
      for (const runner of kinds.flatMap(of)) await runner.idle();
    },
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
}
