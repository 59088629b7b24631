import type { SelectQueryBuilder } from 'kysely';
import { noId } from '../ids/ids.ts';

/** The ids that one statement asks about. */
export type Slots<Id extends string> = Record<`slot${number}`, Id>;

const slotCount = 31;

/** Splits any number of ids into slots. */
export function* inSlots<Id extends string>(ids: readonly Id[]): Iterable<Slots<Id>> {
  for (let start = 0; start < ids.length; start += slotCount) yield slotsOf(ids.slice(start, start + slotCount));
}

/** Asks about the id in each slot by one statement, a union. */
export function unionOfSlots<DB, TB extends keyof DB, Row, Id extends string>(
  slots: Slots<Id>,
  ask: (id: Id) => SelectQueryBuilder<DB, TB, Row>,
): SelectQueryBuilder<DB, TB, Row> {
  const [first, ...others] = Array.from({ length: slotCount }, (_, index) => ask(slots[`slot${index}`] ?? noId));
  if (!first) throw new Error('no slots');
  return others.reduce((all, next) => all.unionAll(next), first);
}

/** The number of slots never changes, so the statement is built and planned once. An empty slot finds nothing. */
function slotsOf<Id extends string>(ids: readonly Id[]): Slots<Id> {
  const slots: Slots<Id> = {};
  for (let index = 0; index < slotCount; index++) slots[`slot${index}`] = ids[index] ?? noId;
  return slots;
}
