import type { SelectQueryBuilder } from 'kysely';

/** The ids that one statement asks about. */
export type Slots = Record<`slot${number}`, string>;

const slotCount = 31;

/** Splits any number of ids into slots. */
export function* inSlots(ids: readonly string[]): Iterable<Slots> {
  for (let start = 0; start < ids.length; start += slotCount) yield slotsOf(ids.slice(start, start + slotCount));
}

/** Asks about the id in each slot by one statement, a union. */
export function unionOfSlots<DB, TB extends keyof DB, Row>(
  slots: Slots,
  ask: (id: string) => SelectQueryBuilder<DB, TB, Row>,
): SelectQueryBuilder<DB, TB, Row> {
  const [first, ...others] = Array.from({ length: slotCount }, (_, index) => ask(slots[`slot${index}`] ?? ''));
  if (!first) throw new Error('no slots');
  return others.reduce((all, next) => all.unionAll(next), first);
}

/** The number of slots never changes, so the statement is built and planned once. An empty slot finds nothing. */
function slotsOf(ids: readonly string[]): Slots {
  const slots: Slots = {};
  for (let index = 0; index < slotCount; index++) slots[`slot${index}`] = ids[index] ?? '';
  return slots;
}
