import type { Scores } from '#shared/scores';
import type { listNewestLogged } from '../activities/activity-store.ts';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import { readable } from '../encryption/readable.ts';

const mostShown = 5;

type Logged = Awaited<ReturnType<typeof listNewestLogged>>[number];

/** Actions by how often they were logged, as each was when it was logged last; as often, the one logged last. `newest` comes newest first. */
export function favouritesOf(newest: readonly Logged[], secrets: BoardSecrets): Scores['favourites'] {
  const actions = new Map<string, { last: Logged; times: number }>();
  for (const logged of newest) {
    const known = actions.get(logged.action_id);
    if (known) known.times += 1;
    else actions.set(logged.action_id, { last: logged, times: 1 });
  }
  const most = [...actions.values()].toSorted((a, b) => b.times - a.times).slice(0, mostShown);
  return readable(most, ({ last: { id, action_id, title_sealed, emoji, points }, times }) => ({
    actionId: action_id,
    title: secrets.decrypt(title_sealed, 'activity', 'title', id),
    emoji,
    points,
    times,
  }));
}
