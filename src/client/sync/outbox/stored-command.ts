/**
 * Commands under the names that earlier versions of the app stored them by, and that tabs still running those versions use: renaming
 * them would lose queues at an update.
 */
import type { PendingItem } from '#client/sync/commands/items.ts';
import type { Label } from '#client/sync/storage/vault.ts';
import type { Command } from './queue.ts';

type StoredItem = PendingItem extends infer Item
  ? Item extends PendingItem
    ? Omit<Item, 'confirmedRevision'> & { landedAt: number | null }
    : never
  : never;

export type Stored<C extends Command> = Omit<C, 'sequence' | 'items'> & { place: string; items: readonly StoredItem[] };

/**
 * The first version sends whatever is no undo as a log. What it does not know is encrypted under another label: it cannot open that, and
 * leaves it alone. Such a record is marked.
 */
const firstKinds: ReadonlySet<string> = new Set(['log', 'undo'] satisfies PendingItem['kind'][]);
const laterLabels = { press: 'command', failed: 'failed command' } as const satisfies Record<string, Label>;

export function labelOf(kind: 'press' | 'failed', record: { isLater?: boolean }): Label {
  return record.isLater ? laterLabels[kind] : kind;
}

export function isLater({ items }: Command): boolean {
  return items.some(({ kind }) => !firstKinds.has(kind));
}

export function toStored<C extends Command>({ sequence, items, ...rest }: C): Stored<C> {
  return { ...rest, place: sequence, items: items.map(({ confirmedRevision, ...item }) => ({ ...item, landedAt: confirmedRevision })) };
}

export function fromStored<C extends Command>({ place, items, ...rest }: Stored<C>): C {
  return {
    ...rest,
    sequence: place,
    items: items.map(({ landedAt, ...item }) => ({ ...item, confirmedRevision: landedAt })),
  } as unknown as C;
}
