import type { Action } from '#shared/actions';
import type { Deps } from '../deps.ts';
import { newId } from '../ids.ts';
import { emojiSets, predefinedActions } from './catalogue.ts';
import { hasCatalogue, insertCatalogue, listEmojis, listPredefinedActions } from './catalogue-store.ts';

/** Plants the catalogue once. What was changed in the tables since is left alone. */
export async function seedCatalogue({ unitOfWork }: Deps['database']): Promise<void> {
  await unitOfWork(async ({ db }) => {
    if (await hasCatalogue(db)) return;
    const created_at = Date.now();
    await insertCatalogue(
      db,
      predefinedActions.map((action) => ({ id: newId(), ...action, created_at })),
      Object.entries(emojiSets).flatMap(([category, symbols]) =>
        symbols.map((symbol, position) => ({ id: newId(), symbol, category, position, created_at })),
      ),
    );
  });
}

/** The catalogue by title, as French sorts. */
export async function readCatalogue({ database }: Deps): Promise<Action[]> {
  const rows = await listPredefinedActions(database.read);
  const byTitle = new Intl.Collator('fr');
  return rows
    .map(({ id, title, points, category, emoji }) => ({ id, title, points, category, emoji }))
    .toSorted((a, b) => byTitle.compare(a.title, b.title));
}

export function readEmojis({ database }: Deps, category: string | undefined) {
  return listEmojis(database.read, category);
}
