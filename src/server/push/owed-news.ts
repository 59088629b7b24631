/** What pushes tell of losses that one member noted for another one (decision D38). */
import type { ActivityId, BoardId, UserId } from '#shared/ids';
import type { PushTopic } from '#shared/notices';
import { owedLossLimits } from '#shared/owed-losses';
import { findUser } from '../accounts/account-store.ts';
import { findActivity } from '../activities/activity-store.ts';
import { decryptOwedTitle } from '../activities/owed-losses.ts';
import { findOwedLoss, isWaiting } from '../activities/owed-loss-store.ts';
import type { Db } from '../database/database.ts';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import { readable } from '../encryption/readable.ts';
import { findLogged } from '../activities/log-store.ts';
import { pushMessages } from './push-messages.fr.ts';

const owedTopics = ['owed_loss', 'owed_loss_answer'] as const satisfies PushTopic[];
type OwedTopic = (typeof owedTopics)[number];

export function isOfOwed(topic: PushTopic): topic is OwedTopic {
  return owedTopics.some((one) => one === topic);
}

export interface OwedNews {
  topic: OwedTopic;
  boardId: BoardId;
  /** `title_sealed` is sealed as the title of an owed loss, and once it is avowed as that of an activity. */
  owed: { id: ActivityId; title_sealed: string; isAvowed: boolean };
  /** The person who noted the loss, or who answered. */
  by: UserId;
}

interface Hearing {
  userId: UserId;
  topic: OwedTopic;
  about: string;
}

/** Undefined once the loss was answered, has lapsed or went with a member; an answer is undefined once it was undone. */
export async function findOwedNews(db: Db, { userId, topic, about }: Hearing, now = Date.now()): Promise<OwedNews | undefined> {
  const id = about as ActivityId;
  const loss = await findOwedLoss(db, id);
  const isOpen = loss !== undefined && isWaiting(loss, now);
  if (topic === 'owed_loss') {
    if (!isOpen || loss.to_user !== userId) return undefined;
    return { topic, boardId: loss.board_id, by: loss.from_user, owed: { id, title_sealed: loss.title_sealed, isAvowed: false } };
  }
  if (loss) {
    // A loss that lapsed by itself was not answered.
    const isDenied = !isOpen && loss.lapses_at < loss.made_at + owedLossLimits.lasts;
    if (!isDenied || loss.from_user !== userId) return undefined;
    return { topic, boardId: loss.board_id, by: loss.to_user, owed: { id, title_sealed: loss.title_sealed, isAvowed: false } };
  }
  const [known] = await findLogged(db, { id });
  if (known?.noted_by !== userId) return undefined;
  const activity = await findActivity(db, { boardId: known.board_id, activityId: id });
  if (!activity || activity.undone_at !== null) return undefined;
  return { topic, boardId: known.board_id, by: known.user_id, owed: { id, title_sealed: activity.title_sealed, isAvowed: true } };
}

/** The loss in a sentence; none where it cannot be read. */
export async function owedLines(db: Db, { topic, owed, by }: OwedNews, secrets: BoardSecrets): Promise<string[]> {
  const user = await findUser(db, by);
  if (!user) return [];
  const { username } = user;
  return readable([owed], ({ id, title_sealed, isAvowed }) => {
    const title = isAvowed ? secrets.decrypt(title_sealed, 'activity', 'title', id) : decryptOwedTitle({ id, title_sealed }, secrets);
    if (topic === 'owed_loss') return pushMessages.owedLoss({ username, title });
    return (isAvowed ? pushMessages.avowed : pushMessages.denied)({ username, title });
  });
}
