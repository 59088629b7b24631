import type { EventOf, EventType } from '#shared/events';
import type { BoardId, UserId, WebhookDeliveryId, WebhookId } from '#shared/ids';
import type { Work } from '../database/database.ts';
import { insertJobs } from '../jobs/job-store.ts';
import { countTold, insertDeliveries, listTold, type Told } from './webhook-store.ts';

interface Happened extends Told {
  boardId: BoardId;
  /** Of whom it tells: where one of them is left out, or is no member, nothing is sent. */
  people: readonly UserId[];
}

type Rules = { [Type in EventType]?: (event: EventOf<Type>) => readonly Happened[] };

/** What webhooks are told, closed: nothing that waits for an answer, that is secret for now, or that somebody wrote under a log. */
const rules: Rules = {
  activities_logged: ({ userId, by, logged }) =>
    logged.flatMap(({ boardId, activity, hooked }) =>
      hooked ? [{ boardId, type: 'activity.logged', about: activity.id, people: [...new Set([userId, by])] }] : [],
    ),
  activity_undone: ({ authorId, activityId, change: { boardId } }) => [
    { boardId, type: 'activity.undone', about: activityId, people: [authorId] },
  ],
  member_joined: ({ boardId, userId }) => [{ boardId, type: 'member.joined', about: userId, people: [userId] }],
  season_closed: ({ boardId, seasonId }) => [{ boardId, type: 'season.over', about: seasonId, people: [] }],
};

function happenedIn<Type extends EventType>(event: EventOf<Type>): readonly Happened[] {
  const rule: Rules[Type] = rules[event.type];
  return rule?.(event) ?? [];
}

/** Queues what the webhooks of boards are told of an event, in the transaction that it happened in. */
export async function queueWebhooks<Type extends EventType>(work: Work, event: EventOf<Type>): Promise<void> {
  for (const { boardId, people, ...told } of happenedIn(event)) {
    const webhookIds = await listTold(work.db, boardId);
    if (webhookIds.length === 0) continue;
    if (people.length > 0 && (await countTold(work.db, boardId, people)) < people.length) continue;
    await queueDeliveries(work, webhookIds, told);
  }
}

export async function queueDeliveries(work: Work, webhookIds: readonly WebhookId[], told: Told): Promise<WebhookDeliveryId[]> {
  const ids = await insertDeliveries(work.db, webhookIds, [told]);
  const due = Date.now();
  await insertJobs(
    work.db,
    'webhook',
    ids.map((subject) => ({ subject, due })),
  );
  work.record({ type: 'job_added', kind: 'webhook' });
  return ids;
}
