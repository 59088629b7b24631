import type { Action, NewAction } from '#shared/actions';
import type { PublicProfile } from '#shared/accounts';
import { boardTitle, defaultBoardIcon, defaultTheme } from '#shared/board-choices';
import type { CreateBoard } from '#shared/boards';
import type { Theme } from '#shared/board-choices';

/** The form of a board that is about to be created, as filled in so far. */
export interface BoardDraft {
  name: string;
  /** Ids of the catalogue, in the order in which they were chosen: the board's own. */
  chosen: readonly string[];
  own: readonly NewAction[];
  invited: readonly PublicProfile[];
  /** In the field of invitations, not added yet. */
  typedUsername: string;
  theme: Theme;
  icon: NonNullable<CreateBoard['icon']>;
}

export const emptyDraft: BoardDraft = {
  name: '',
  chosen: [],
  own: [],
  invited: [],
  typedUsername: '',
  theme: defaultTheme,
  icon: defaultBoardIcon,
};

export function hasName({ name }: BoardDraft): boolean {
  return boardTitle(name) !== '';
}

export function actionCount({ chosen, own }: BoardDraft): number {
  return chosen.length + own.length;
}

/** What the server is asked to create, under a key that makes asking again harmless. */
export function boardOf(
  idempotencyKey: string,
  { name, chosen, own, invited, theme, icon }: BoardDraft,
  catalogue: readonly Action[],
): CreateBoard {
  const byId = new Map(catalogue.map((action) => [action.id, asNewAction(action)]));
  const fromCatalogue = chosen.flatMap((id) => byId.get(id) ?? []);
  return {
    idempotencyKey,
    title: boardTitle(name),
    actions: [...own, ...fromCatalogue],
    invited: invited.map(({ username }) => username),
    theme,
    icon,
  };
}

function asNewAction({ title, points, category, emoji }: Action): NewAction {
  return { title, points, ...(category !== null && { category }), ...(emoji !== null && { emoji }) };
}
