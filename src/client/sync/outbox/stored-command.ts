/**
 * Commands under the names that earlier versions of the app stored them by, and that tabs still running those versions use: renaming
 * them would lose queues at an update.
 */
import type { Command, PendingItem } from './queue.ts';

type StoredItem = PendingItem extends infer Item
  ? Item extends PendingItem
    ? Omit<Item, 'confirmedRevision'> & { landedAt: number | null }
    : never
  : never;

export type Stored<C extends Command> = Omit<C, 'sequence' | 'items'> & { place: string; items: readonly StoredItem[] };

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
