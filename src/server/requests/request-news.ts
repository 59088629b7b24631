import type { Work } from '../database/database.ts';
import type { LiveFeed } from '../live/live-feed.ts';
import { countPendingReceived } from './request-store.ts';

/** Tells a person's screens, once the change is durable, that their requests moved. */
export async function tellRequests({ db, afterCommit }: Work, liveFeed: LiveFeed, userId: string): Promise<void> {
  const pendingRequests = await countPendingReceived(db, userId);
  afterCommit(() => liveFeed.tell(userId, { type: 'requests', pendingRequests }));
}
