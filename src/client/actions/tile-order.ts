/** The tiles of a board: first the actions that the person logs most, then the others in the board's order (decision D25). */
export function inTileOrder<A extends { id: string }>(actions: readonly A[], mostLogged: readonly string[] = []): A[] {
  const places = new Map(mostLogged.map((id, place) => [id, place]));
  const placeOf = ({ id }: A) => places.get(id) ?? mostLogged.length;
  return actions.toSorted((a, b) => placeOf(a) - placeOf(b));
}
