/** The tiles of a board: first the actions that the person logs most, then the others in the board's order (decision D25). */
export function inTileOrder<A extends { id: string }>(actions: readonly A[], mostLogged: readonly string[] = []): A[] {
  const ranks = new Map(mostLogged.map((id, rank) => [id, rank]));
  const rankOf = ({ id }: A) => ranks.get(id) ?? mostLogged.length;
  return actions.toSorted((a, b) => rankOf(a) - rankOf(b));
}
