import type { Action } from '#shared/actions';
import type { Database, Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { newId } from '../ids/ids.ts';
import { emojiSets, predefinedActions, replacedActions, successorOf } from './catalogue.ts';
import { insertCatalogue, listEmojis, listPredefinedActions, replacePredefinedAction } from './catalogue-store.ts';

/** Plants the catalogue once, and then replaces what this release replaces. What was changed in the tables is left alone. */
export async function seedCatalogue(database: Database): Promise<void> {
  await database.unitOfWork(async ({ db }) => {
    await database.takeTurns(db, 'catalogue');
    const planted = await listPredefinedActions(db);
    await (planted.length === 0 ? plant(db) : renew(db, planted));
  });
}

async function plant(db: Db): Promise<void> {
  const created_at = Date.now();
  await insertCatalogue(
    db,
    predefinedActions.map((action) => ({ id: newId(), ...action, created_at })),
    Object.entries(emojiSets).flatMap(([category, symbols]) =>
      symbols.map((symbol, position) => ({ id: newId(), symbol, category, position, created_at })),
    ),
  );
}

async function renew(db: Db, planted: Awaited<ReturnType<typeof listPredefinedActions>>): Promise<void> {
  for (const former of replacedActions) {
    const untouched = planted.find(
      ({ title, points, emoji }) => title === former.title && points === former.points && emoji === former.emoji,
    );
    const successor = successorOf(former);
    if (!untouched || !successor || planted.some(({ id, title }) => title === successor.title && id !== untouched.id)) continue;
    await replacePredefinedAction(db, untouched.id, { id: newId(), ...successor, created_at: Date.now() });
  }
}

/** The catalogue by title, as French sorts. */
export async function readCatalogue({ database }: Deps): Promise<Action[]> {
  const rows = await listPredefinedActions(database.read);
  const byTitle = new Intl.Collator('fr', { ignorePunctuation: true });
  return rows
    .map(({ id, title, points, category, emoji }) => ({ id, title, points, category, emoji }))
    .toSorted((a, b) => byTitle.compare(a.title, b.title));
}

export function readEmojis({ database }: Deps, category: string | undefined) {
  return listEmojis(database.read, category);
}
