/** An order as somebody wants it, over the actions as they are by now: one that came meanwhile stands at the end, one that went is gone. */
export function inOrderOf<One extends { id: string }>(actions: readonly One[], order: readonly One['id'][] | null): readonly One[] {
  if (order === null) return actions;
  const byId = new Map<One['id'], One>(actions.map((action) => [action.id, action]));
  const known = new Set(order);
  return [...order.flatMap((id) => byId.get(id) ?? []), ...actions.filter(({ id }) => !known.has(id))];
}

/** The ids with one moved up (-1) or down (1) by one position; unchanged at the end of the list. */
export function movedBy<Id extends string>(ids: readonly Id[], id: Id, by: -1 | 1): readonly Id[] {
  const from = ids.indexOf(id);
  const to = from + by;
  if (from === -1 || to < 0 || to >= ids.length) return ids;
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, to), id, ...others.slice(to)];
}
