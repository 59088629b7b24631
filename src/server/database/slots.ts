import type { SelectQueryBuilder } from 'kysely';
import { noId } from '../ids/ids.ts';

/** The ids that one statement asks about. */
export type Slots<Id extends string> = Record<`slot${number}`, Id>;

const slotCount = 31;

/** For any number of ids, so many at a time. */
export function* inSlots<Id extends string>(ids: readonly Id[]): Iterable<Slots<Id>> {
  for (let start = 0; start < ids.length; start += slotCount) yield slotsOf(ids.slice(start, start + slotCount));
}

/** The same question about the id in each slot, as one statement. */
export function unionOfSlots<DB, TB extends keyof DB, Row, Id extends string>(
  slots: Slots<Id>,
  ask: (id: Id) => SelectQueryBuilder<DB, TB, Row>,
): SelectQueryBuilder<DB, TB, Row> {
  const [first, ...others] = Array.from({ length: slotCount }, (_, place) => ask(slots[`slot${place}`] ?? noId));
  if (!first) throw new Error('no slots');
  return others.reduce((all, next) => all.unionAll(next), first);
}

/** Always as many, so that the statement is built, and planned, once: an empty one finds nothing. */
function slotsOf<Id extends string>(ids: readonly Id[]): Slots<Id> {
  const slots: Slots<Id> = {};
  for (let place = 0; place < slotCount; place++) slots[`slot${place}`] = ids[place] ?? noId;
  return slots;
}
