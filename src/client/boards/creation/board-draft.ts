import type { Action, NewAction } from '#shared/actions';
import type { PublicProfile } from '#shared/accounts';
import { defaultBoardIcon, defaultTheme } from '#shared/board-choices';
import { boardTitle } from '#shared/board-title';
import type { CreateBoard } from '#shared/boards';
import type { Theme } from '#shared/board-choices';
import type { PlayMode } from '#shared/play-modes';
import { actionKey } from '#shared/offered-actions';
import { inOrderOf } from '#client/ui/hand-order.ts';
import { ownZone } from '#client/ui/own-zone.ts';
import { type Kit, kits } from './kits.fr.ts';

/** The form of a board that is about to be created, as filled in so far. */
export interface BoardDraft {
  name: string;
  /** Ids of the catalogue, in the order in which they were chosen: the board's own. */
  chosen: readonly string[];
  own: readonly NewAction[];
  /** Keys of actions, as they were ordered by hand; what was added since comes after them. */
  order: readonly string[] | null;
  invited: readonly PublicProfile[];
  /** In the field of invitations, not added yet. */
  typedUsername: string;
  theme: Theme;
  icon: NonNullable<CreateBoard['icon']>;
  /** Null, and left out of a draft of before, where nothing is chosen. */
  playMode?: PlayMode | null;
}

export const emptyDraft: BoardDraft = {
  name: '',
  chosen: [],
  own: [],
  order: null,
  invited: [],
  typedUsername: '',
  theme: defaultTheme,
  icon: defaultBoardIcon,
  playMode: null,
};

export function hasName({ name }: BoardDraft): boolean {
  return boardTitle(name) !== '';
}

export function actionCount({ chosen, own }: BoardDraft): number {
  return chosen.length + own.length;
}

/** The kit first, in its own order; what the person named, wrote, chose and whom they invited before stays. */
export function withKit(draft: BoardDraft, { name, theme, icon, actions }: Kit): BoardDraft {
  const ofKits = new Set(kits.flatMap((kit) => kit.actions).map(asText));
  const fromKit = new Set(actions.map(actionKey));
  const own = draft.own.filter((action) => !ofKits.has(asText(action)) && !fromKit.has(actionKey(action)));
  const isNamed = hasName(draft) && kits.every((kit) => boardTitle(draft.name) !== kit.name);
  return { ...draft, name: isNamed ? draft.name : name, theme, icon, own: [...actions, ...own], order: null };
}

/** The actions of the new board: the person's own first, then the chosen ones of the catalogue, unless the person has ordered them. */
export function orderedActions({ chosen, own, order }: Pick<BoardDraft, 'chosen' | 'own' | 'order'>, catalogue: readonly Action[]) {
  const byId = new Map<string, NewAction>(catalogue.map((action) => [action.id, asNewAction(action)]));
  const written = new Set(own.map(actionKey));
  const fromCatalogue = chosen.flatMap((id) => byId.get(id) ?? []).filter((action) => !written.has(actionKey(action)));
  return inOrderOf(
    [...own, ...fromCatalogue].map((action) => ({ id: actionKey(action), action })),
    order,
  ).map(({ action }) => action);
}

/** The body of the call that creates the board, with a key that makes repeating it harmless. */
export function boardOf(idempotencyKey: string, draft: BoardDraft, catalogue: readonly Action[]): CreateBoard {
  const { name, invited, theme, icon, playMode } = draft;
  const timeZone = ownZone();
  return {
    idempotencyKey,
    title: boardTitle(name),
    actions: orderedActions(draft, catalogue),
    invited: invited.map(({ username }) => username),
    theme,
    icon,
    ...(playMode && { playMode }),
    ...(timeZone !== undefined && { timeZone }),
  };
}

/** Equal for equal actions: a draft that outlived a reload holds copies of a kit's. */
function asText({ title, points, category, emoji }: NewAction): string {
  return JSON.stringify([title, points, category, emoji]);
}

function asNewAction({ title, points, category, emoji }: Action): NewAction {
  return { title, points, ...(category !== null && { category }), ...(emoji !== null && { emoji }) };
}
