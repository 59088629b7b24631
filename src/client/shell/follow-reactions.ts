import type { QueryClient } from '@tanstack/react-query';
import { changeIngested, greeted } from '#client/sync/cache/signals.ts';
import { syncStateOf } from '#client/sync/cache/state.ts';
import { live } from '#client/sync/stream/live.ts';
import { furtherNews, newsBubble } from './news.ts';
import { type NewsMemory, without } from './others-logs.ts';
import { isTakenBack, reactionsOfOthers } from './reaction-news.ts';

/** Makes news of what others put on this person's activities. Apart from what others log, so that the first screen does not load it. */
export function followReactions(client: QueryClient, myId: string): () => void {
  // It may begin after the greeting: where the boards stood then is known all the same.
  let isGreeted = live.connection() === 'live';
  const memory: NewsMemory = { from: new Map(isGreeted ? syncStateOf(client).newestRevisions : []), seen: new Set() };
  const stops = [
    greeted.listen(({ boards }) => {
      for (const [boardId, revision] of Object.entries(boards))
        if (!isGreeted || !memory.from.has(boardId)) memory.from.set(boardId, revision);
      isGreeted = true;
    }),
    changeIngested.listen(({ change }) => {
      newsBubble.set(without(newsBubble.get(), (news) => isTakenBack(news, change)));
      const news = reactionsOfOthers(memory, change, myId).filter(({ id }) => !isInView(id));
      if (news.length > 0) furtherNews.announce(news);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Whether its reactions can be seen: then they show themselves. */
function isInView(activityId: string): boolean {
  if (document.visibilityState === 'hidden') return false;
  return [...document.querySelectorAll(`[data-reactions="${activityId}"]`)].some((line) => {
    const { top, bottom, height } = line.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < innerHeight;
  });
}
