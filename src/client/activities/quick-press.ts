import type { QuickAction, QuickActions } from '#shared/actions';

/** What a press on a tile of the quick row does, since the row shows the state when the screen was opened. */
export type QuickPress = { does: 'log' | 'redraw'; action: QuickAction } | { does: 'nothing' };

/** `are` tells of which kind the shown action is; `now` is what the server offers by now. */
export function pressOn(shown: QuickAction, are: QuickActions['are'], now: QuickActions): QuickPress {
  const present = now.actions.find(({ boardId, actionId }) => boardId === shown.boardId && actionId === shown.actionId);
  if (present) return { does: isSame(present, shown) ? 'log' : 'redraw', action: present };
  // Beside favourites no habits are told: one that is missing may be as it was, and the server refuses what is not.
  return are === 'habits' && now.are === 'favourites' ? { does: 'log', action: shown } : { does: 'nothing' };
}

function isSame(one: QuickAction, other: QuickAction): boolean {
  return one.title === other.title && one.points === other.points;
}
