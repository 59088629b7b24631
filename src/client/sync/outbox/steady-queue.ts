import { lastWords } from '#client/sync/storage/last-words.ts';
import { StoreAway } from '#client/sync/storage/store.ts';
import { type FailedCommand, inOrder, createMemoryQueue, type Command, type Queue, without } from './queue.ts';

/**
 * A durable queue that falls back to memory while the browser's store does not answer or is full, so that no command waits for
 * it. Missed removals are repeated, and commands in memory are written, as soon as the store works again.
 */
export function createSteadyQueue(durable: Queue): Queue {
  const memory = createMemoryQueue();
  /** Of undos in memory: the sequence of the log that they undo. */
  const logSequences = new Map<string, string | null>();
  /** Sequences of commands in memory that may have been written to the store although it did not answer. */
  const maybeWritten = new Set<string>();
  /** The store's content as last seen. */
  let known = { commands: new Map<string, Command>(), failed: new Map<string, FailedCommand>() };
  /** What is still to be removed from the store, or replaced there by its failure: by its name. */
  const owed = new Map<string, () => Promise<void>>();
  let answers = true;
  let turn: Promise<unknown> = Promise.resolve();

  /** Serialises the calls: writing to the store must not overlap with removing from it. */
  function inTurn<R>(job: () => Promise<R>): Promise<R> {
    const result = turn.then(job);
    turn = result.catch(() => undefined);
    return result;
  }

  /** Runs `job` on the store, or `otherwise` when the store fails. */
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
      try {
        await tell();
      } catch (error) {
        if (error instanceof StoreAway) throw error;
        // Too full for a failure: removals go on.
        continue;
      }
      owed.delete(gone);
    }
    for (const command of waitingHere()) {
      try {
        await bring(command);
      } catch (error) {
        noteMaybeWritten(command, error);
        if (error instanceof StoreAway) throw error;
        // Probably full: its content can still be read.
        return;
      }
      logSequences.delete(command.sequence);
      memory.drop(command.sequence);
    }
  }

  async function bring(command: Command): Promise<void> {
    const logSequence = logSequences.get(command.sequence);
    if (logSequence === undefined) {
      await durable.add(command, memory.isSent(command.sequence));
      known.commands.set(command.sequence, command);
    } else noteUndo(command, logSequence, await durable.undo(command, logSequence));
  }

  /** A log that may be in the store must not simply be dropped by an undo, here or in another tab: it counts as sent. */
  function noteMaybeWritten({ sequence }: Command, error: unknown): void {
    if (logSequences.has(sequence) || !(error instanceof StoreAway && error.mayHaveHappened)) return;
    maybeWritten.add(sequence);
    memory.markSent(sequence);
    lastWords.add('sent', sequence);
  }

  /** Commands in memory, without those that were written after all and that another tab has undone there. */
  function waitingHere(): readonly Command[] {
    for (const sequence of maybeWritten) if (lastWords.has('undone', sequence)) memory.drop(sequence);
    return memory.all();
  }

  function noteUndo(undo: Command, logSequence: string | null, vanished: boolean): void {
    const log = vanished && logSequence !== null ? known.commands.get(logSequence) : undefined;
    if (!vanished) known.commands.set(undo.sequence, undo);
    if (!log) return;
    const ids = undo.items.map(({ id }) => id);
    const left = without(log, ids);
    if (left.items.length > 0) known.commands.set(log.sequence, left);
    else known.commands.delete(log.sequence);
  }

  function forget(...sequences: string[]): void {
    for (const sequence of sequences) {
      memory.drop(sequence);
      known.commands.delete(sequence);
      owed.set(commandAt(sequence), () => durable.remove(sequence));
    }
  }

  /**
   * Until the store has the failure, its command stays there: should this tab end, another one finds it, is refused as well, and can tell it.
   * Without it, what had been kept would be gone without a word.
   */
  function oweFailure(failed: FailedCommand, others: readonly string[]): void {
    const { sequence } = failed;
    memory.putFailed(failed);
    owed.delete(failedAt(sequence));
    owed.set(commandAt(sequence), async () => {
      await durable.fail(sequence, failed, others);
      known.failed.set(sequence, failed);
      memory.dropFailed(sequence);
    });
  }

  /** The failure may be in the store by now, though that did not say so. */
  function oweDismissal(sequence: string): void {
    owed.set(failedAt(sequence), () => durable.dismiss(sequence));
  }

  function nextWithoutStore(): Command | null {
    const command = firstWithoutStore();
    if (command && memory.holds(command.sequence)) memory.markSent(command.sequence);
    else if (command) lastWords.add('sent', command.sequence);
    return command;
  }

  /** What can be sent without the store: no command undone there, and no undo whose log is still there. */
  function firstWithoutStore(): Command | null {
    const stored = [...known.commands.values()];
    const heldBack = new Set(stored.filter(({ sequence }) => lastWords.has('undone', sequence)).flatMap(logsIn));
    // Sent before its log, an undo would find nothing to undo, and the log would count for good.
    const sendable = stored.filter(
      ({ sequence, items }) => !lastWords.has('undone', sequence) && !items.some(({ id }) => heldBack.has(id)),
    );
    const here = waitingHere().filter(({ sequence }) => {
      const logSequence = logSequences.get(sequence) ?? null;
      return logSequence === null || !known.commands.has(logSequence);
    });
    return merged(sendable, here)[0] ?? null;
  }

  return {
    isDurable: () => answers && memory.all().length === 0,
    handOver() {
      waitingHere();
      const logs = memory.handOver();
      for (const { sequence } of logs) lastWords.add('sent', sequence);
      return logs;
    },
    read: () =>
      inTurn(async () => {
        await orElse(
          async () => {
            await settle();
            const { commands, failed } = await durable.read();
            known = { commands: bySequence(commands.filter(({ sequence }) => !owed.has(commandAt(sequence)))), failed: bySequence(failed) };
          },
          () => undefined,
        );
        const here = await memory.read();
        return {
          commands: merged(known.commands.values(), here.commands),
          failed: merged(known.failed.values(), here.failed),
          unsafe: new Set(here.commands.map(({ sequence }) => sequence)),
        };
      }),
    add: (command) =>
      inTurn(() =>
        orElse(
          async () => {
            await durable.add(command);
            known.commands.set(command.sequence, command);
          },
          (error) => {
            memory.put(command, lastWords.has('sent', command.sequence));
            noteMaybeWritten(command, error);
          },
        ),
      ),
    undo: (undo, logSequence) =>
      inTurn(async () => {
        if (logSequence !== null && memory.holds(logSequence)) {
          // Kept with its log: another tab that found the undo alone would have nothing to undo.
          const vanished = await memory.undo(undo, logSequence);
          if (!vanished) logSequences.set(undo.sequence, logSequence);
          return vanished;
        }
        return await orElse(
          async () => {
            const vanished = await durable.undo(undo, logSequence);
            noteUndo(undo, logSequence, vanished);
            return vanished;
          },
          () => {
            if (logSequence !== null) lastWords.add('undone', logSequence);
            logSequences.set(undo.sequence, logSequence);
            memory.put(undo, false);
            return false;
          },
        );
      }),
    next: () =>
      inTurn(() =>
        orElse(async () => {
          await settle();
          const kept = await durable.next();
          if (kept && owed.has(commandAt(kept.sequence))) return nextWithoutStore();
          const here = waitingHere()[0] ?? null;
          if (!here || (kept && kept.sequence < here.sequence)) return kept;
          memory.markSent(here.sequence);
          return here;
        }, nextWithoutStore),
      ),
    remove: (sequence) =>
      inTurn(async () => {
        forget(sequence);
        await orElse(settle, () => undefined);
      }),
    fail: (sequence, failed, others) =>
      inTurn(async () => {
        const wasHere = memory.holds(sequence);
        forget(sequence, ...others);
        if (failed && wasHere) memory.putFailed(failed);
        else if (failed) oweFailure(failed, others);
        await orElse(settle, () => undefined);
      }),
    retry: (sequence) =>
      inTurn(async () => {
        if (memory.holdsFailed(sequence)) {
          owed.delete(commandAt(sequence));
          oweDismissal(sequence);
          memory.markSent(sequence);
          return await memory.retry(sequence);
        }
        const failed = known.failed.get(sequence);
        known.failed.delete(sequence);
        await orElse(
          () => durable.retry(sequence),
          () => {
            if (!failed) return;
            oweDismissal(sequence);
            owed.delete(commandAt(sequence));
            memory.put({ sequence, items: failed.items }, true);
          },
        );
      }),
    dismiss: (sequence) =>
      inTurn(async () => {
        if (memory.holdsFailed(sequence)) {
          forget(sequence);
          oweDismissal(sequence);
          await memory.dismiss(sequence);
          return await orElse(settle, () => undefined);
        }
        known.failed.delete(sequence);
        await orElse(
          () => durable.dismiss(sequence),
          () => oweDismissal(sequence),
        );
      }),
  };
}

const logsIn = ({ items }: Command) => items.flatMap(({ kind, id }) => (kind === 'log' ? [id] : []));
const commandAt = (sequence: string) => `command ${sequence}`;
const failedAt = (sequence: string) => `failed ${sequence}`;

function bySequence<P extends Command>(commands: Iterable<P>): Map<string, P> {
  return new Map([...commands].map((command) => [command.sequence, command]));
}

/** Where both have a command, the one in memory wins. */
function merged<P extends Command>(kept: Iterable<P>, here: readonly P[]): P[] {
  return inOrder(bySequence([...kept, ...here]).values());
}
