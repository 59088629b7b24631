import { registered } from '#client/sync/commands/registry.ts';
import { lastWords } from '#client/sync/storage/last-words.ts';
import { StoreAway } from '#client/sync/storage/store.ts';
import { reportUnexpected } from '#client/ui/unexpected.ts';
import { type Command, createMemoryQueue, type FailedCommand, inOrder, type Queue } from './queue.ts';

/**
 * A durable queue that falls back to memory while the browser's store does not answer or is full, so that no command waits for
 * it. Missed removals are repeated, and commands in memory are written, as soon as the store works again.
 */
export function createFallbackQueue(durable: Queue): Queue {
  const memory = createMemoryQueue();
  /** Sequences of commands in memory that may have been written to the store although it did not answer. */
  const maybeWritten = new Set<string>();
  /** What is still to be removed from the store, or replaced there by its failure: by its name. */
  const pendingStoreWrites = new Map<string, { write: () => Promise<void>; isFailure?: boolean }>();
  let answers = true;
  let turn: Promise<unknown> = Promise.resolve();

  /** Serialises the calls: writing to the store must not overlap with removing from it. */
  function inTurn<R>(job: () => Promise<R>): Promise<R> {
    const result = turn.then(job);
    // The caller gets the failure; the next call only waits for the end.
    turn = result.catch(() => undefined);
    return result;
  }

  /** Runs `job` on the store, or `otherwise` when the store fails. */
  async function tryStore<R>(job: () => Promise<R>, otherwise: (error: unknown) => R): Promise<R> {
    try {
      const result = await job();
      answers = true;
      return result;
    } catch (error) {
      answers = false;
      reportUnexpected('storage', error);
      return otherwise(error);
    }
  }

  async function flushToStore(): Promise<void> {
    for (const [name, { write, isFailure }] of [...pendingStoreWrites]) {
      try {
        await write();
      } catch (error) {
        if (error instanceof StoreAway) throw error;
        reportUnexpected('storage', error);
        // Too full for a failure: removals go on, but one never before another.
        if (isFailure) continue;
        return;
      }
      pendingStoreWrites.delete(name);
    }
    for (const command of waitingHere()) {
      const { sequence } = command;
      try {
        await durable.add(command, { sent: memory.sent.has(sequence), earlier: memory.earlierOnes.get(sequence) });
      } catch (error) {
        noteMaybeWritten(command, error);
        if (error instanceof StoreAway) throw error;
        reportUnexpected('storage', error);
        // Probably full: its content can still be read.
        return;
      }
      memory.waiting.delete(sequence);
    }
  }

  /** A command that may be in the store must not simply be dropped by a later one, here or in another tab: it counts as sent. */
  function noteMaybeWritten({ sequence }: Command, error: unknown): void {
    if (memory.earlierOnes.get(sequence) || !(error instanceof StoreAway && error.mayHaveHappened)) return;
    maybeWritten.add(sequence);
    memory.sent.add(sequence);
    lastWords.add('sent', sequence);
  }

  /** Commands in memory, without those that were written after all and that another tab has undone there. */
  function waitingHere(): readonly Command[] {
    for (const sequence of maybeWritten) if (lastWords.has('undone', sequence)) memory.waiting.delete(sequence);
    return memory.latest().commands;
  }

  /** What was last seen of the store, without what is over. */
  function stored() {
    const { commands, failed, unknown = 0 } = durable.latest();
    return {
      commands: commands.filter(({ sequence }) => !pendingStoreWrites.has(commandAt(sequence))),
      failed: failed.filter(({ sequence }) => !pendingStoreWrites.has(failedAt(sequence))),
      unknown,
    };
  }

  function latest() {
    const there = stored();
    const here = memory.latest();
    return {
      commands: merged(there.commands, here.commands),
      failed: merged(there.failed, here.failed),
      unknown: there.unknown,
      unsafe: new Set(here.commands.map(({ sequence }) => sequence)),
    };
  }

  function forget(...sequences: string[]): void {
    for (const sequence of sequences) {
      memory.waiting.delete(sequence);
      pendingStoreWrites.set(commandAt(sequence), { write: () => durable.remove(sequence) });
    }
  }

  /**
   * Until the store has the failure, its command stays there: should this tab end, another one finds it, is refused as well, and can tell it.
   * Without it, what had been kept would be gone without a word.
   */
  function replaceByFailure(failed: FailedCommand, others: readonly string[]): void {
    const { sequence } = failed;
    memory.failures.set(sequence, failed);
    pendingStoreWrites.delete(failedAt(sequence));
    pendingStoreWrites.set(commandAt(sequence), {
      isFailure: true,
      write: async () => {
        await durable.fail(sequence, failed, others);
        memory.failures.delete(sequence);
      },
    });
  }

  /** The failure may be in the store by now, though that did not say so. */
  function removeFailure(sequence: string): void {
    pendingStoreWrites.set(failedAt(sequence), { write: () => durable.dismiss(sequence) });
  }

  function nextWithoutStore(mayBeSent: (command: Command) => boolean): Command | null {
    const command = firstWithoutStore(mayBeSent);
    if (command && memory.waiting.has(command.sequence)) memory.sent.add(command.sequence);
    else if (command) lastWords.add('sent', command.sequence);
    return command;
  }

  /** What can be sent without the store: no command made void there, and none whose earlier one is still there. */
  function firstWithoutStore(mayBeSent: (command: Command) => boolean): Command | null {
    const there = stored().commands;
    const isThere = new Set(there.map(({ sequence }) => sequence));
    const heldBack = new Set(there.filter(({ sequence }) => lastWords.has('undone', sequence)).flatMap(idsOf));
    // Sent before its log, an undo would find nothing to undo, and the log would count for good.
    const sendable = there.filter(
      (command) => mayBeSent(command) && !lastWords.has('undone', command.sequence) && !command.items.some(({ id }) => heldBack.has(id)),
    );
    const here = waitingHere().filter(({ sequence }) => !isThere.has(memory.earlierOnes.get(sequence)?.sequence ?? ''));
    return merged(sendable, here)[0] ?? null;
  }

  return {
    isDurable: () => answers && memory.waiting.size === 0,
    handOver() {
      waitingHere();
      const commands = memory.handOver();
      for (const { sequence } of commands) lastWords.add('sent', sequence);
      return commands;
    },
    latest,
    read: () =>
      inTurn(async () => {
        await tryStore(
          async () => {
            await flushToStore();
            await durable.read();
          },
          () => undefined,
        );
        return latest();
      }),
    add: (command, adding = {}) =>
      inTurn(async () => {
        const { earlier } = adding;
        // Kept with the one before it: another tab that found it alone would have nothing to undo.
        if (earlier && memory.waiting.has(earlier.sequence)) return await memory.add(command, adding);
        return await tryStore(
          () => durable.add(command, adding),
          (error) => {
            if (earlier) lastWords.add('undone', earlier.sequence);
            memory.put(command, { ...adding, sent: adding.sent === true || lastWords.has('sent', command.sequence) });
            noteMaybeWritten(command, error);
            return false;
          },
        );
      }),
    next: (isCurrent) =>
      inTurn(() =>
        tryStore(
          async () => {
            await flushToStore();
            const kept = await durable.next(isCurrent);
            // It is over, but the store would not remove it. All that lies behind it was seen just now.
            if (kept && pendingStoreWrites.has(commandAt(kept.sequence))) return nextWithoutStore(() => true);
            const here = waitingHere()[0] ?? null;
            if (!here || (kept && kept.sequence < here.sequence)) return kept;
            memory.sent.add(here.sequence);
            return here;
          },
          () => nextWithoutStore(isRepeatable),
        ),
      ),
    remove: (sequence) =>
      inTurn(async () => {
        forget(sequence);
        await tryStore(flushToStore, () => undefined);
      }),
    fail: (sequence, failed, others) =>
      inTurn(async () => {
        const wasHere = memory.waiting.has(sequence);
        forget(sequence, ...others);
        if (failed && wasHere) memory.failures.set(sequence, failed);
        else if (failed) replaceByFailure(failed, others);
        await tryStore(flushToStore, () => undefined);
      }),
    retry: (sequence) =>
      inTurn(async () => {
        if (memory.failures.has(sequence)) {
          pendingStoreWrites.delete(commandAt(sequence));
          removeFailure(sequence);
          memory.sent.add(sequence);
          return await memory.retry(sequence);
        }
        const failed = stored().failed.find((one) => one.sequence === sequence);
        await tryStore(
          () => durable.retry(sequence),
          () => {
            if (!failed) return;
            removeFailure(sequence);
            pendingStoreWrites.delete(commandAt(sequence));
            memory.put({ sequence, items: failed.items }, { sent: true });
          },
        );
      }),
    dismiss: (sequence) =>
      inTurn(async () => {
        if (memory.failures.has(sequence)) {
          forget(sequence);
          removeFailure(sequence);
          await memory.dismiss(sequence);
          return await tryStore(flushToStore, () => undefined);
        }
        await tryStore(
          () => durable.dismiss(sequence),
          () => removeFailure(sequence),
        );
      }),
  };
}

/** Whether it does no harm to send it once more after later ones: another tab may have sent it, and those, by now. */
function isRepeatable({ items }: Command): boolean {
  return items.every((item) => !registered(item).setsKey);
}

const idsOf = ({ items }: Command) => items.map(({ id }) => id);
const commandAt = (sequence: string) => `command ${sequence}`;
const failedAt = (sequence: string) => `failed ${sequence}`;

/** Where both have a command, the one in memory wins. */
function merged<P extends Command>(kept: Iterable<P>, here: readonly P[]): P[] {
  return inOrder(new Map([...kept, ...here].map((command) => [command.sequence, command])).values());
}
