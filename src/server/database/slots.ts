import type { SelectQueryBuilder } from 'kysely';

/** The ids that one statement asks about. */
export type Slots = Record<`slot${number}`, string>;

const slotCount = 31;

/** For any number of ids, so many at a time. */
export function* inSlots(ids: readonly string[]): Iterable<Slots> {
  for (let start = 0; start < ids.length; start += slotCount) yield slotsOf(ids.slice(start, start + slotCount));
}

/** The same question about the id in each slot, as one statement. */
export function unionOfSlots<DB, TB extends keyof DB, Row>(
  slots: Slots,
  ask: (id: string) => SelectQueryBuilder<DB, TB, Row>,
): SelectQueryBuilder<DB, TB, Row> {
  const [first, ...others] = Array.from({ length: slotCount }, (_, index) => ask(slots[`slot${index}`] ?? ''));
  if (!first) throw new Error('no slots');
  return others.reduce((all, next) => all.unionAll(next), first);
}

/** Always as many, so that the statement is built, and planned, once: an empty one finds nothing. */
function slotsOf(ids: readonly string[]): Slots {
  const slots: Slots = {};
  for (let index = 0; index < slotCount; index++) slots[`slot${index}`] = ids[index] ?? '';
  return slots;
}
