import type { AppEvent } from '#shared/events';
import type { Database, Transaction, UnitOfWork, Work } from '../database/database.ts';

/** The database as use cases see it: their units of work record what happens. */
export interface Recording extends Omit<Database, 'unitOfWork'> {
  unitOfWork: UnitOfWork<Work>;
}

interface EventTables {
  /** Does what follows from an event, in its transaction. */
  followUp(work: Work, event: AppEvent): Promise<void>;
  /** Tells who is to hear of an event, after the commit. */
  deliver(event: AppEvent): void;
}

/** A database whose units of work record events, which are delivered in the order of the commits. */
export function createRecording(database: Database, { followUp, deliver }: EventTables): Recording {
  return {
    ...database,
    unitOfWork: (change, options) =>
      database.unitOfWork(async (transaction) => {
        const { work, events, isFollowed } = createWork(transaction, followUp);
        const value = await change(work);
        if (!isFollowed()) await work.followUp();
        for (const event of events) transaction.afterCommit(() => deliver(event));
        return value;
      }, options),
  };
}

interface Recorder {
  work: Work;
  /** In the order of their delivery. */
  events: readonly AppEvent[];
  /** Whether all that follows from them is done. */
  isFollowed(): boolean;
}

function createWork({ db, afterCommit }: Transaction, followUp: EventTables['followUp']): Recorder {
  const events: AppEvent[] = [];
  let waiting: AppEvent[] = [];
  const work: Work = {
    db,
    afterCommit,
    record: (event) => void waiting.push(event),
    async followUp() {
      const [known, causes] = [events.length, waiting];
      waiting = [];
      for (const cause of causes) {
        events.push(cause);
        await followUp(work, cause);
        if (waiting.length > 0) await work.followUp();
      }
      return events.slice(known);
    },
  };
  return { work, events, isFollowed: () => waiting.length === 0 };
}
