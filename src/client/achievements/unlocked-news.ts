import type { AchievementId } from '#shared/achievement-rules';
import { createObservable } from '#client/ui/observable.ts';

/** What the person has just unlocked and not been told of yet; some of it perhaps twice, by a reply and by the stream. */
export const unlockedNews = createObservable<readonly AchievementId[]>([]);

export function tellUnlocked(ids: readonly AchievementId[] = []): void {
  unlockedNews.set([...unlockedNews.get(), ...ids]);
}
