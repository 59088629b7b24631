import type { Action, OfferedAction } from './actions.ts';

const byTitle = new Intl.Collator('fr');

/** Tells actions apart: the same title and points are one action, whatever the case. */
export function actionKey({ title, points }: Pick<Action, 'title' | 'points'>): string {
  return `${points} ${title.toLocaleLowerCase('fr')}`;
}

/** Unites equal actions of several boards into one (decision D4), sorted by title. */
export function uniteActions(actions: Iterable<OfferedAction>): OfferedAction[] {
  const united = new Map<string, OfferedAction>();
  for (const action of actions) {
    const key = actionKey(action);
    const known = united.get(key);
    if (known) known.boards.push(...action.boards);
    else united.set(key, { ...action, boards: [...action.boards] });
  }
  return [...united.values()].sort((a, b) => byTitle.compare(a.title, b.title));
}
