import { readTime } from '#shared/clock-rules';
import type { BoardId, NotificationId, UserOnBoard } from '#shared/ids';
import type { Pushed, PushTopic } from '#shared/notices';
import type { Work } from '../database/database.ts';
import { newId } from '../ids/ids.ts';
import { insertJobs, moveJob } from '../jobs/job-store.ts';
import { type Device as SubscribedDevice, markHeard } from './device-store.ts';
import { hasDevice, insertPushes, listDevicesOf, listDevicesOn, listUnsent, type NewPush } from './push-store.ts';
import { quietUntil } from './quiet-hours.ts';

/**
 * Queues a look at who is to hear of what happened on these boards. Each board has one job, however much happens: the job sees all that was committed
 * until it looks.
 */
export async function queueTelling(work: Work, boardIds: readonly BoardId[]): Promise<void> {
  const due = Date.now();
  const jobs = boardIds.map((subject) => ({ subject, due }));
  if (await insertJobs(work.db, 'tell_board', jobs)) work.record({ type: 'job_added', kind: 'tell_board' });
}

/** In milliseconds: so long it waits for more of its kind, as the recaps of a morning, flames of an evening or several proposals, to be told in one push. */
const gathersFor: { [Topic in PushTopic]?: number } = {
  recap: 60_000,
  film: 60_000,
  proposal: 60_000,
  proposal_answer: 60_000,
  agreement: 60_000,
  all_agreed: 60_000,
  season_closed: 60_000,
  flame: 60_000,
  gesture: 60_000,
  contest_over: 60_000,
  owed_loss: 15_000,
  owed_loss_answer: 15_000,
};

/** Has all devices of these people told, each once its quiet hours are over. */
export async function queuePushes(work: Work, pushed: readonly Pushed[]): Promise<void> {
  for (const { to, ...told } of pushed) {
    const devices = await (typeof to === 'string' ? listDevicesOf(work.db, to) : listDevicesOn(work.db, to.membersOf));
    await queueFor(work, devices, told);
  }
}

type Device = Awaited<ReturnType<typeof listDevicesOf>>[number];

/** Has these devices told, each once its quiet hours are over. */
export async function queueFor(work: Work, devices: readonly Device[], { topic, about, after }: Omit<Pushed, 'to'>): Promise<void> {
  const now = Date.now();
  const pushes = devices.map(({ session_id }) => ({ id: newId<NotificationId>(), session_id, topic, about, from_revision: after ?? 0 }));
  const due = new Map(devices.map((device) => [device.session_id, quietUntil(device, now + (gathersFor[topic] ?? 0))]));
  await queue(work, pushes, ({ session_id }) => due.get(session_id) ?? now);
}

/** Writes pushes with the job of each. What waits already stays as it is. */
export async function queue(work: Work, pushes: readonly NewPush[], dueOf: (push: Pick<NewPush, 'session_id'>) => number): Promise<void> {
  if (pushes.length === 0) return;
  const jobs = (await insertPushes(work.db, pushes)).map((push) => ({ subject: push.id, due: dueOf(push) }));
  await insertJobs(work.db, 'push', jobs);
  work.record({ type: 'job_added', kind: 'push' });
}

/**
 * Moves what waits for a device to the end of its quiet hours as they are now: it was queued for their end as they were, perhaps in another zone. A push
 * that its push service has refused keeps its turn.
 */
export async function queueAnew(work: Work, device: SubscribedDevice): Promise<void> {
  const now = Date.now();
  for (const { id, topic, created_at } of await listUnsent(work.db, device.session_id)) {
    const gathers = gathersFor[topic] ?? 0;
    const due = quietUntil(device, Math.max(now, readTime(created_at + gathers, now, gathers)));
    await moveJob(work.db, { kind: 'push', subject: id, due });
  }
  work.record({ type: 'job_added', kind: 'push' });
}

/** Has a board looked at from now on, if the person who joined it has a device. */
export async function hearIfSubscribed({ db }: Work, { userId, boardId }: UserOnBoard): Promise<void> {
  if (await hasDevice(db, userId)) await markHeard(db, [boardId]);
}
