import type { AchievementId } from '#shared/achievement-rules';
import type { UserId } from '#shared/ids';
import { createObservable } from '#client/ui/observable.ts';

interface Unlocked {
  /** A reply can come when somebody else is signed in. */
  userId: UserId;
  id: AchievementId;
}

/** What was just unlocked and not told yet; some of it perhaps twice, by a reply and by the stream. */
export const unlockedNews = createObservable<readonly Unlocked[]>([]);

export function tellUnlocked(userId: UserId, ids: readonly AchievementId[] = []): void {
  if (ids.length > 0) unlockedNews.set([...unlockedNews.get(), ...ids.map((id) => ({ userId, id }))]);
}

/** The first that this person has not been told of. */
export function firstUntold(news: readonly Unlocked[], myId: UserId, told: ReadonlySet<AchievementId>): AchievementId | undefined {
  return news.find(({ userId, id }) => userId === myId && !told.has(id))?.id;
}
