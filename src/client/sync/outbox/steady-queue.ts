import { lastWords } from '#client/sync/storage/last-words.ts';
import { StoreAway } from '#client/sync/storage/store.ts';
import { type FailedPress, inOrder, memoryQueue, type Press, type Queue, without } from './queue.ts';

/**
 * A lasting queue for which memory stands in while the store of the browser is away or full: nothing that is pressed waits for
 * it. What it could not be told is told, and what waits in memory is brought to it, as soon as it takes it.
 */
export function steadyQueue(lasting: Queue): Queue {
  const memory = memoryQueue();
  /** Of undos in memory: where the log waits that they take back. */
  const logPlaces = new Map<string, string | null>();
  /** Places of what waits in memory and may have come into the store all the same. */
  const inDoubt = new Set<string>();
  /** What lies in the store, as far as is known. */
  let known = { presses: new Map<string, Press>(), failed: new Map<string, FailedPress>() };
  /** What the store is still to be told, by what is gone from it. */
  const owed = new Map<string, () => Promise<void>>();
  let answers = true;
  let turn: Promise<unknown> = Promise.resolve();

  /** One after the other: what is brought to the store must not meet what is taken from it. */
  function inTurn<R>(job: () => Promise<R>): Promise<R> {
    const result = turn.then(job);
    turn = result.catch(() => undefined);
    return result;
  }

  /** Does it in the store, or the other where the store does not. */
  async function orElse<R>(job: () => Promise<R>, otherwise: (error: unknown) => R): Promise<R> {
    try {
      const result = await job();
      answers = true;
      return result;
    } catch (error) {
      answers = false;
      return otherwise(error);
    }
  }

  async function settle(): Promise<void> {
    for (const [gone, tell] of [...owed]) {
      await tell();
      owed.delete(gone);
    }
    for (const press of waitingHere()) {
      try {
        await bring(press);
      } catch (error) {
        noteDoubt(press, error);
        if (error instanceof StoreAway) throw error;
        // Full, say: what lies there can be read all the same.
        return;
      }
      logPlaces.delete(press.place);
      memory.drop(press.place);
    }
  }

  async function bring(press: Press): Promise<void> {
    const logPlace = logPlaces.get(press.place);
    if (logPlace === undefined) {
      await lasting.add(press, memory.isSent(press.place));
      known.presses.set(press.place, press);
    } else noteUndo(press, logPlace, await lasting.takeBack(press, logPlace));
  }

  /** A log that may have come into the store all the same must not vanish by an undo, here or in another tab: it is sent. */
  function noteDoubt({ place }: Press, error: unknown): void {
    if (logPlaces.has(place) || !(error instanceof StoreAway && error.inDoubt)) return;
    inDoubt.add(place);
    memory.markSent(place);
    lastWords.add('sent', place);
  }

  /** What waits in memory, without what another tab took back where it was written all the same. */
  function waitingHere(): readonly Press[] {
    for (const place of inDoubt) if (lastWords.has('undone', place)) memory.drop(place);
    return memory.all();
  }

  function noteUndo(undo: Press, logPlace: string | null, vanished: boolean): void {
    const log = vanished && logPlace !== null ? known.presses.get(logPlace) : undefined;
    if (!vanished) known.presses.set(undo.place, undo);
    if (!log) return;
    const ids = undo.items.map(({ id }) => id);
    const left = without(log, ids);
    if (left.items.length > 0) known.presses.set(log.place, left);
    else known.presses.delete(log.place);
  }

  function forget(...places: string[]): void {
    for (const place of places) {
      memory.drop(place);
      known.presses.delete(place);
      owed.set(pressAt(place), () => lasting.remove(place));
    }
  }

  /** What can be sent without the store: never what was taken back there, nor what takes back what still lies there. */
  function firstWithoutStore(): Press | null {
    const sendable = [...known.presses.values()].filter(({ place }) => !lastWords.has('undone', place));
    const here = waitingHere().filter(({ place }) => {
      const logPlace = logPlaces.get(place) ?? null;
      return logPlace === null || !known.presses.has(logPlace);
    });
    return merged(sendable, here)[0] ?? null;
  }

  return {
    keeps: () => answers && memory.all().length === 0,
    handOver() {
      waitingHere();
      const logs = memory.handOver();
      for (const { place } of logs) lastWords.add('sent', place);
      return logs;
    },
    read: () =>
      inTurn(async () => {
        await orElse(
          async () => {
            await settle();
            const { presses, failed } = await lasting.read();
            known = { presses: byPlace(presses), failed: byPlace(failed) };
          },
          () => undefined,
        );
        const here = await memory.read();
        return {
          presses: merged(known.presses.values(), here.presses),
          failed: merged(known.failed.values(), here.failed),
          unsafe: new Set(here.presses.map(({ place }) => place)),
        };
      }),
    add: (press) =>
      inTurn(() =>
        orElse(
          async () => {
            await lasting.add(press);
            known.presses.set(press.place, press);
          },
          (error) => {
            memory.put(press, lastWords.has('sent', press.place));
            noteDoubt(press, error);
          },
        ),
      ),
    takeBack: (undo, logPlace) =>
      inTurn(async () => {
        if (logPlace !== null && memory.holds(logPlace)) {
          // Beside its log: another tab that found it alone would have nothing to undo.
          const vanished = await memory.takeBack(undo, logPlace);
          if (!vanished) logPlaces.set(undo.place, logPlace);
          return vanished;
        }
        return await orElse(
          async () => {
            const vanished = await lasting.takeBack(undo, logPlace);
            noteUndo(undo, logPlace, vanished);
            return vanished;
          },
          () => {
            if (logPlace !== null) lastWords.add('undone', logPlace);
            logPlaces.set(undo.place, logPlace);
            memory.put(undo, false);
            return false;
          },
        );
      }),
    next: () =>
      inTurn(() =>
        orElse(
          async () => {
            await settle();
            const kept = await lasting.next();
            const here = waitingHere()[0] ?? null;
            if (!here || (kept && kept.place < here.place)) return kept;
            memory.markSent(here.place);
            return here;
          },
          () => {
            const press = firstWithoutStore();
            if (press && memory.holds(press.place)) memory.markSent(press.place);
            else if (press) lastWords.add('sent', press.place);
            return press;
          },
        ),
      ),
    remove: (place) =>
      inTurn(async () => {
        forget(place);
        await orElse(settle, () => undefined);
      }),
    fail: (place, failed, others) =>
      inTurn(async () => {
        const wasHere = memory.holds(place);
        forget(place, ...others);
        const keepHere = () => {
          if (failed) memory.putFailed(failed);
        };
        if (wasHere) keepHere();
        else
          await orElse(async () => {
            await lasting.fail(place, failed, others);
            if (failed) known.failed.set(place, failed);
          }, keepHere);
        await orElse(settle, () => undefined);
      }),
    retry: (place) =>
      inTurn(async () => {
        if (memory.holdsFailed(place)) return await memory.retry(place);
        const failed = known.failed.get(place);
        known.failed.delete(place);
        await orElse(
          () => lasting.retry(place),
          () => {
            if (!failed) return;
            owed.set(failedAt(place), () => lasting.dismiss(place));
            owed.delete(pressAt(place));
            memory.put({ place, items: failed.items }, true);
          },
        );
      }),
    dismiss: (place) =>
      inTurn(async () => {
        if (memory.holdsFailed(place)) return await memory.dismiss(place);
        known.failed.delete(place);
        await orElse(
          () => lasting.dismiss(place),
          () => void owed.set(failedAt(place), () => lasting.dismiss(place)),
        );
      }),
  };
}

const pressAt = (place: string) => `press ${place}`;
const failedAt = (place: string) => `failed ${place}`;

function byPlace<P extends Press>(presses: Iterable<P>): Map<string, P> {
  return new Map([...presses].map((press) => [press.place, press]));
}

/** What is in both counts as it is in memory. */
function merged<P extends Press>(kept: Iterable<P>, here: readonly P[]): P[] {
  return inOrder(byPlace([...kept, ...here]).values());
}
