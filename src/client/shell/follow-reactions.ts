import type { QueryClient } from '@tanstack/react-query';
import type { BoardChange } from '#shared/boards';
import { changeIngested, greeted, historyReplaced } from '#client/sync/cache/signals.ts';
import { type SyncState, syncStateOf } from '#client/sync/cache/state.ts';
import { live } from '#client/sync/stream/live.ts';
import { furtherNews, newsBubble } from './news.ts';
import { type NewsMemory, without } from './others-logs.ts';
import { isTakenBack, reactionsOfOthers } from './reaction-news.ts';

/** Makes news of what others put on this person's activities. Apart from what others log, so that the first screen does not load it. */
export function followReactions(client: QueryClient, myId: string): () => void {
  const sync = syncStateOf(client);
  // It may begin after the greeting: where the boards stood then is known all the same.
  let isGreeted = live.connection() === 'live';
  const memory: NewsMemory = { from: new Map(isGreeted ? sync.newestRevisions : []), seen: new Set() };

  function take(change: BoardChange): void {
    followed.set(sync, sync.lastNumber);
    const { news, isMissed } = reactionsOfOthers(memory, change, myId);
    const unseen = news.filter(({ id }) => !isInView(id));
    if (unseen.length > 0) furtherNews.announce({ news: unseen, isMissed });
  }

  const missed = sync.recent.filter(({ number }) => number > (followed.get(sync) ?? 0));
  for (const { change } of missed) take(change);
  const stops = [
    greeted.listen(({ boards }) => {
      for (const [boardId, revision] of Object.entries(boards))
        if (!isGreeted || !memory.from.has(boardId)) memory.from.set(boardId, revision);
      isGreeted = true;
    }),
    historyReplaced.listen(() => {
      memory.from.clear();
      isGreeted = false;
    }),
    changeIngested.listen(({ change }) => {
      newsBubble.set(without(newsBubble.get(), (news) => isTakenBack(news, change)));
      take(change);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Up to which of the changes that a cache took they were followed: what came before this was loaded is made up for, once. */
const followed = new WeakMap<SyncState, number>();

/** Whether its reactions can be seen: then they show themselves. */
function isInView(activityId: string): boolean {
  if (document.visibilityState === 'hidden') return false;
  return [...document.querySelectorAll(`[data-reactions="${activityId}"]`)].some((line) => {
    const { top, bottom, height } = line.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < innerHeight;
  });
}
