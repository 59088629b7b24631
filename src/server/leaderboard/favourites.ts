import type { BoardId } from '#shared/ids';
import type { Scores } from '#shared/scores';
import { countNewestLogged, listLoggedAt } from './most-logged-store.ts';
import type { Db } from '../database/database.ts';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import { readable } from '../encryption/readable.ts';

/** The number of newest activities that is read: more would not change the favourites. */
const newestCounted = 500;
const mostShown = 5;

/** Actions by how often they were logged on a board since then, each as it was when it was logged last. */
export async function readFavourites(db: Db, boardId: BoardId, since: number, secrets: BoardSecrets): Promise<Scores['favourites']> {
  const counted = await countNewestLogged(db, { boardId, since, newest: newestCounted, limit: mostShown });
  const logged = await listLoggedAt(db, boardId, counted);
  // The highest id is the newest among activities of the same moment.
  const last = new Map(logged.map((one) => [`${one.action_id} ${one.logged_at}`, one]));
  return readable(counted, ({ action_id, last_at, times }) => {
    const one = last.get(`${action_id} ${last_at}`);
    if (!one) return [];
    const title = secrets.decrypt(one.title_sealed, 'activity', 'title', one.id);
    return [{ actionId: action_id, title, emoji: one.emoji, points: one.points, times }];
  }).flat();
}
