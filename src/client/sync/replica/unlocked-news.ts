import type { AchievementId } from '#shared/achievement-rules';
import { createObservable } from '#client/ui/observable.ts';

interface Unlocked {
  /** A reply can come when somebody else is signed in. */
  userId: string;
  id: AchievementId;
}

/** What was just unlocked and not told yet; some of it perhaps twice, by a reply and by the stream. */
export const unlockedNews = createObservable<readonly Unlocked[]>([]);

export function tellUnlocked(userId: string, ids: readonly AchievementId[] = []): void {
  if (ids.length > 0) unlockedNews.set([...unlockedNews.get(), ...ids.map((id) => ({ userId, id }))]);
}

/** The first that this person has not been told of. */
export function firstUntold(news: readonly Unlocked[], myId: string, told: ReadonlySet<AchievementId>): AchievementId | undefined {
  return news.find(({ userId, id }) => userId === myId && !told.has(id))?.id;
}
