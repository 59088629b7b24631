/** What this tab shows of the outbox, and how it changes. Pure: keeping and sending is the worker's. */
import type { BoardChange } from '#shared/boards';
import type { LiveEvent } from '#shared/live-events';
import type { PendingItem } from '#client/sync/commands/items.ts';
import { keyOf, registered } from '#client/sync/commands/registry.ts';
import type { Command, Earlier, FailedCommand, QueueContent } from './queue.ts';

/** A command as this tab knows it. */
interface ShownCommand extends Command {
  /** Whether the queue has it, or had it. */
  kept: boolean;
  /** Given in this tab, and the person was not told yet that it is kept for later. */
  untold: boolean;
  /** Whether it is lost with the tab: the store of the browser has not taken it. */
  unsafe: boolean;
}

export interface ShownOutbox {
  commands: readonly ShownCommand[];
  /** Sent items that some cached view does not contain yet. */
  unsettled: readonly PendingItem[];
  /** What was refused or never reached the server, until the person dismisses it. Oldest first. */
  failed: readonly FailedCommand[];
  /** Item → the revision that contains it, and whether every cached view has reached it. */
  confirmations: ReadonlyMap<string, { revision: number; done: boolean }>;
  /** The stamp of the newest command that this tab has seen. */
  lastStamp: number;
  /** All pending items; the same array until something changes. */
  pending: readonly PendingItem[];
  /** How many of them the queue has taken, and no change has brought: only these can be said to wait. */
  waiting: number;
  /** How many of them would be lost with the tab. */
  unsafe: number;
  /** How many commands of another version of the app are kept. */
  unknown: number;
}

export type OutboxEvent =
  /** The person gave a command, at `now`. */
  | { type: 'given'; items: readonly [PendingItem, ...PendingItem[]]; now: number }
  /** The person was told that what is kept waits. */
  | { type: 'told' }
  /** The queue as it is now; `taken`: the command that it took last, which may have vanished with an earlier one. */
  | { type: 'read'; queue: QueueContent; taken?: string | undefined }
  /** The server carried a command out. */
  | { type: 'answered'; sequence: string; events: readonly LiveEvent[] }
  /** A change is in the caches; `caughtUpTo`: as far as every cached view of its board has come. */
  | { type: 'ingested'; change: BoardChange; caughtUpTo: number }
  /** The server went back to an earlier state, in which nothing of what is on its way was confirmed. */
  | { type: 'historyReplaced' }
  /** The person decided what becomes of a failure. */
  | { type: 'settled'; sequence: string }
  /** The person signed out, or somebody else signed in. */
  | { type: 'left' };

export const nothingShown: ShownOutbox = {
  commands: [],
  unsettled: [],
  failed: [],
  confirmations: new Map(),
  lastStamp: 0,
  pending: [],
  waiting: 0,
  unsafe: 0,
  unknown: 0,
};

/** Returns the same object when the event changes nothing. */
export function reduce(state: ShownOutbox, event: OutboxEvent): ShownOutbox {
  switch (event.type) {
    case 'given': {
      const lastStamp = Math.max(event.now, state.lastStamp + 1);
      // With its kind: a yes and a no to one loss have the same id, and two tabs may give them at one moment.
      const sequence = `${String(lastStamp).padStart(15, '0')}-${keyOf(event.items[0])}`;
      const command = { sequence, items: event.items, kept: false, untold: true, unsafe: false };
      return shown({ ...state, lastStamp, commands: [...state.commands, command] });
    }
    case 'told':
      return { ...state, commands: state.commands.map((command) => (mayBeTold(command) ? { ...command, untold: false } : command)) };
    case 'read':
      return shown(afterReading(state, event.queue, event.taken));
    case 'answered':
      return afterAnswer(state, event.sequence, event.events);
    case 'ingested':
      return afterChange(state, event.change, event.caughtUpTo);
    case 'historyReplaced':
      // The server confirmed these in a history that is no more: no change will ever bring them.
      return shown({ ...state, confirmations: new Map(), unsettled: [] });
    case 'settled':
      return { ...state, failed: state.failed.filter(({ sequence }) => sequence !== event.sequence) };
    case 'left':
      return { ...nothingShown, lastStamp: state.lastStamp };
    default:
      event satisfies never;
      return state;
  }
}

/** Whether something is kept that the person has not been told of. */
export function hasUntold({ commands }: ShownOutbox): boolean {
  return commands.some(mayBeTold);
}

export function isConfirmed({ confirmations }: ShownOutbox, item: Pick<PendingItem, 'kind' | 'id'>): boolean {
  return confirmations.has(keyOf(item));
}

/** Sequence of the command that does this; null when none waits. */
export function sequenceOf({ commands }: ShownOutbox, item: Pick<PendingItem, 'kind' | 'id'>): string | null {
  return commands.find(({ items }) => items.some((other) => keyOf(other) === keyOf(item)))?.sequence ?? null;
}

/** What the item makes void of what waits: the item that it takes back, or the last one that sets what it sets. */
export function earlierOf({ commands }: ShownOutbox, item: PendingItem): Earlier | null {
  const { cancels, setsKey } = registered(item);
  for (const { sequence, items } of commands.toReversed()) {
    for (const other of items) {
      if (cancels && cancels === other.kind && item.id === other.id) return { sequence, ids: [other.id], both: true };
      if (setsKey && item.kind === other.kind && setsKey(item) === setsKey(other)) return { sequence, ids: [other.id], both: false };
    }
  }
  return null;
}

function mayBeTold({ kept, untold, unsafe }: ShownCommand): boolean {
  return kept && untold && !unsafe;
}

function afterReading(state: ShownOutbox, queue: QueueContent, taken: string | undefined): ShownOutbox {
  const known = new Map(state.commands.map((command) => [command.sequence, command]));
  const waiting = queue.commands.map((command) => ({
    ...command,
    kept: true,
    untold: known.get(command.sequence)?.untold ?? false,
    unsafe: queue.unsafe?.has(command.sequence) ?? false,
  }));
  const there = new Set(waiting.map(({ sequence }) => sequence));
  const missing = state.commands.filter(({ sequence }) => !there.has(sequence));
  const unwritten = missing.filter(({ sequence, kept }) => !kept && sequence !== taken);
  const gone = missing.filter((command) => !unwritten.includes(command)).flatMap(({ items }) => items);
  const commands = [...waiting, ...unwritten].toSorted((a, b) => (a.sequence < b.sequence ? -1 : 1));
  return {
    ...state,
    commands,
    unsettled: [...state.unsettled, ...gone.filter((item) => state.confirmations.get(keyOf(item))?.done === false)],
    lastStamp: Math.max(state.lastStamp, ...commands.map(({ sequence }) => Number.parseInt(sequence, 10))),
    failed: sameOnes(state.failed, queue.failed),
    unknown: queue.unknown ?? 0,
  };
}

/** Keeps the objects already known, since notices refer to them by identity. */
function sameOnes(before: readonly FailedCommand[], now: readonly FailedCommand[]): readonly FailedCommand[] {
  const known = new Map(before.map((failure) => [failure.sequence, failure]));
  const failed = now.map((failure) => known.get(failure.sequence) ?? failure);
  return failed.length === before.length && failed.every((failure, index) => failure === before[index]) ? before : failed;
}

/** The revision of the reply holds the item, whatever else the change says. What has no revision is in the caches by now. */
function afterAnswer(state: ShownOutbox, sequence: string, events: readonly LiveEvent[]): ShownOutbox {
  const confirmations = new Map(state.confirmations);
  for (const item of state.commands.find((command) => command.sequence === sequence)?.items ?? []) {
    const change = events.find((event) => event.type === 'change' && event.boardId === item.boardId);
    const revision = change?.type === 'change' ? (registered(item).confirmedBy?.(item, change) ?? change.revision) : 0;
    if (!confirmations.has(keyOf(item))) confirmations.set(keyOf(item), { revision, done: change === undefined });
  }
  return shown({ ...state, confirmations });
}

function afterChange(state: ShownOutbox, change: BoardChange, caughtUpTo: number): ShownOutbox {
  const confirmations = new Map(state.confirmations);
  let isNews = false;
  for (const item of state.pending) {
    if (item.boardId !== change.boardId) continue;
    const revision = confirmations.get(keyOf(item))?.revision ?? registered(item).confirmedBy?.(item, change) ?? null;
    if (revision === null) continue;
    confirmations.set(keyOf(item), { revision, done: revision <= caughtUpTo });
    isNews = true;
  }
  if (!isNews) return state;
  return shown({ ...state, confirmations, unsettled: state.unsettled.filter((item) => !confirmations.get(keyOf(item))?.done) });
}

function shown(state: ShownOutbox): ShownOutbox {
  const { commands, unsettled, confirmations } = state;
  const next = [...unsettled, ...commands.flatMap(({ items }) => items)]
    .filter((item) => !confirmations.get(keyOf(item))?.done)
    .map((item) => ({ ...item, confirmedRevision: confirmations.get(keyOf(item))?.revision ?? null }));
  return {
    ...state,
    pending: isSame(state.pending, next) ? state.pending : next,
    ...countsOf(state, commands),
  };
}

/** Counts the items that no change has brought. */
function countsOf({ confirmations }: ShownOutbox, commands: readonly ShownCommand[]): Pick<ShownOutbox, 'waiting' | 'unsafe'> {
  const count = (of: readonly ShownCommand[]) => of.flatMap(({ items }) => items.filter((item) => !confirmations.has(keyOf(item)))).length;
  return { waiting: count(commands.filter(({ kept }) => kept)), unsafe: count(commands.filter(({ unsafe }) => unsafe)) };
}

function isSame(before: readonly PendingItem[], next: readonly PendingItem[]): boolean {
  return before.length === next.length && next.every((item, index) => isSameItem(before[index], item));
}

function isSameItem(before: PendingItem | undefined, item: PendingItem): boolean {
  return before !== undefined && keyOf(before) === keyOf(item) && before.confirmedRevision === item.confirmedRevision;
}
