import type { OfferedAction } from '#shared/actions';
import { matchesSearch } from '#shared/action-search';
import { actionKey } from '#shared/offered-actions';

/** The actions that answer a search, those that answer most of its words first. */
export function answersTo(actions: readonly OfferedAction[], search: string): OfferedAction[] {
  const searched = search.split(/\s+/).filter(Boolean);
  const found = actions.filter((action) => matchesSearch(action, search));
  const matches = new Map(found.map((action) => [action, searched.filter((word) => matchesSearch(action, word)).length]));
  return found.toSorted((a, b) => (matches.get(b) ?? 0) - (matches.get(a) ?? 0));
}

/** Keys of the actions that are suggested: those drawn before that are still offered, and others at random until there are `count`. */
export function drawnOf(actions: readonly OfferedAction[], before: ReadonlySet<string>, count: number): ReadonlySet<string> {
  const keys = actions.map(actionKey);
  const stillOffered = keys.filter((key) => before.has(key));
  const others = keys.filter((key) => !before.has(key));
  return new Set([...stillOffered, ...someOf(others, count - stillOffered.length)]);
}

/** Some of them at random, at most `count`, in their own order. */
function someOf<T>(all: readonly T[], count: number): T[] {
  const indices = all.map((_, index) => index);
  for (let taken = 0; taken < Math.min(count, indices.length); taken += 1) {
    const other = taken + Math.floor(Math.random() * (indices.length - taken));
    [indices[taken], indices[other]] = [indices[other] ?? 0, indices[taken] ?? 0];
  }
  const taken = new Set(indices.slice(0, count));
  return all.filter((_, index) => taken.has(index));
}

/** About as many as one sees at once. */
const manyBoards = 12;

/** Sorts a long list of boards: the preferred ones first, then the others that have the action. */
export function inOrderOfUse<B extends { id: string }>(
  boards: readonly B[],
  having: ReadonlySet<string> | undefined,
  preferred: ReadonlySet<string>,
): readonly B[] {
  if (boards.length <= manyBoards) return boards;
  const rankOf = ({ id }: B) => (having && !having.has(id) ? 2 : preferred.has(id) ? 0 : 1);
  return boards.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** The chosen boards that offered the action when the person chose it and no longer do. */
export function lostBoards(
  chosen: OfferedAction | null,
  now: OfferedAction | null | undefined,
  chosenBoards: ReadonlySet<string>,
): string[] {
  const left = new Set(now?.boards.map(({ boardId }) => boardId));
  return (chosen?.boards ?? []).map(({ boardId }) => boardId).filter((id) => chosenBoards.has(id) && !left.has(id));
}
