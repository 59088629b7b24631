interface Played<A> {
  actions: readonly A[];
  favourites?: readonly string[] | undefined;
  mostLogged?: readonly string[] | undefined;
}

/** The actions that this person most likely logs next: favourites first, then what they log most there, then the board's own order. */
export function likelyActions<A extends { id: string }>({ actions, favourites = [], mostLogged = [] }: Played<A>, count: number): A[] {
  return inTileOrder(actions, [...new Set([...favourites, ...mostLogged])]).slice(0, count);
}

/** The tiles of a board: first the actions that the person logs most, then the others in the board's order (decision D25). */
export function inTileOrder<A extends { id: string }>(actions: readonly A[], mostLogged: readonly string[] = []): A[] {
  const ranks = new Map(mostLogged.map((id, rank) => [id, rank]));
  const rankOf = ({ id }: A) => ranks.get(id) ?? mostLogged.length;
  return actions.toSorted((a, b) => rankOf(a) - rankOf(b));
}
