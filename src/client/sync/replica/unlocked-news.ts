import type { AchievementId } from '#shared/achievement-rules';
import type { BoardId, UserId } from '#shared/ids';
import { createObservable } from '#client/ui/observable.ts';

/** A mark that the flame of a board has reached: the number of days, the board and the day. */
export type FlameMark = `flame ${number} ${BoardId} ${string}`;
export type UnlockedId = AchievementId | FlameMark;

interface Unlocked {
  /** A reply can come when somebody else is signed in. */
  userId: UserId;
  id: UnlockedId;
}

/** What was just unlocked and not told yet; some of it perhaps twice, by a reply and by the stream. */
export const unlockedNews = createObservable<readonly Unlocked[]>([]);

export function tellUnlocked(userId: UserId, ids: readonly UnlockedId[] = []): void {
  if (ids.length > 0) unlockedNews.set([...unlockedNews.get(), ...ids.map((id) => ({ userId, id }))]);
}

/** The first that this person has not been told of. */
export function firstUntold(news: readonly Unlocked[], myId: UserId, told: ReadonlySet<UnlockedId>): UnlockedId | undefined {
  return news.find(({ userId, id }) => userId === myId && !told.has(id))?.id;
}
