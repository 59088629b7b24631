import type { BoardId, NotificationId, UserOnBoard } from '#shared/ids';
import type { Pushed, PushTopic } from '#shared/notices';
import type { Work } from '../database/database.ts';
import { newId } from '../ids/ids.ts';
import { insertJob } from '../jobs/job-store.ts';
import { markAllSeen, markHeard } from './device-store.ts';
import { hasDevice, insertPushes, insertTelling, listDevicesOf, listDevicesOn, type NewPush } from './push-store.ts';
import { quietUntil } from './quiet-hours.ts';

/** Has somebody look soon who is to hear of what happened on these boards. Each waits once, however much happens. */
export async function queueTelling(work: Work, boardIds: readonly BoardId[]): Promise<void> {
  const now = Date.now();
  let isNew = false;
  for (const subject of boardIds) {
    const job = { id: newId(), kind: 'tell_board', subject, due: now, attempts: 0, last_failure: null, created_at: now } as const;
    if (await insertTelling(work.db, job)) isNew = true;
  }
  if (isNew) work.record({ type: 'job_added', kind: 'tell_board' });
}

/** In milliseconds: so long it waits for more of its kind, as the recaps of a morning or several proposals, to be told in one push. */
const gathersFor: { [Topic in PushTopic]?: number } = {
  recap: 60_000,
  proposal: 60_000,
  proposal_answer: 60_000,
  agreement: 60_000,
  all_agreed: 60_000,
  season_closed: 60_000,
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
  for (const push of await insertPushes(work.db, pushes)) await insertJob(work.db, { kind: 'push', subject: push.id, due: dueOf(push) });
  work.record({ type: 'job_added', kind: 'push' });
}

/** From now on what happens on a board is looked at, if somebody who has come to it wants to be told. What happened before they have seen. */
export async function hearIfSubscribed({ db }: Work, { userId, boardId }: UserOnBoard): Promise<void> {
  if (!(await hasDevice(db, userId))) return;
  await markHeard(db, [boardId]);
  await markAllSeen(db, userId);
}
