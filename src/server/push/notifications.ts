import { defaultTimeZone, timeZoneNamed } from '#shared/calendar';
import type { BoardId, NotificationId, SessionId, UserId, UserOnBoard } from '#shared/ids';
import {
  type ChangedKinds,
  notificationKinds,
  type Notifications,
  type NotificationWords,
  type NotifiedDevice,
  type SeenBoards,
  type SubscribeDevice,
  looksFor,
} from '#shared/notifications';
import { usualQuietHours } from '#shared/quiet-hours';
import { boardToChangeFor, lockBoards } from '../boards/board-for.ts';
import { findZoneOfBoards } from '../boards/board-store.ts';
import { listReadings, saveMuted, saveSeen } from '../boards/news-store.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import type { SessionCaller } from '../identity/callers.ts';
import { noteSeen } from '../identity/sessions/session-store.ts';
import { type Content, findContent } from './composing.ts';
import { hasDevice, listSaid, markTold } from './push-store.ts';
import { isPoint } from './encryption.ts';
import { queueAnew } from './queueing.ts';
import { wordsFor } from './wording.ts';
import { mayBeCalled, networksOf } from '../outgoing/addresses.ts';
import {
  deleteDevice,
  deleteLook,
  deleteReminders,
  deleteToasted,
  type Device,
  endpointHash,
  findDevice,
  findKinds,
  findZoneOfDevice,
  listBoardsOf,
  markHeard,
  saveDevice,
  saveKinds,
  saveLook,
} from './device-store.ts';

export async function showNotifications(deps: Deps, { personId, sessionId }: SessionCaller): Promise<Notifications> {
  const db = deps.database.read;
  const [kinds, readings, device] = [await findKinds(db, personId), await listReadings(db, personId), await findDevice(db, sessionId)];
  return {
    publicKey: canPush(deps) ? deps.vapid.publicKey : null,
    kinds,
    mutedBoards: readings.flatMap(({ boardId, isMuted }) => (isMuted ? [boardId] : [])),
    device: device ? shown(device) : null,
    news: readings.flatMap(({ boardId, hasNews }) => (hasNews ? [boardId] : [])),
  };
}

/** Push services want to know whom they send for, and take no other address for that (RFC 8292, 2.1). */
export function canPush({ origin }: Pick<Deps, 'origin'>): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || hostname === 'localhost';
}

function shown({ endpoint_hash, details, time_zone, quiet_from, quiet_to }: Device): NotifiedDevice {
  return { endpointHash: endpoint_hash, details: details === 1, timeZone: time_zone, quietFrom: quiet_from, quietTo: quiet_to };
}

export async function changeKinds({ database }: Deps, userId: UserId, change: ChangedKinds): Promise<void> {
  await database.unitOfWork(async ({ db }) => {
    await database.lockPeople(db, [userId]);
    const kinds = await findKinds(db, userId);
    for (const kind of notificationKinds) kinds[kind] = change[kind] ?? kinds[kind];
    await saveKinds(db, userId, kinds);
  });
}

/** Throws `push_unavailable`, `push_address_refused`. */
export async function subscribe(deps: Deps, { personId, sessionId }: SessionCaller, wanted: SubscribeDevice): Promise<NotifiedDevice> {
  if (!canPush(deps)) throw refuse('push_unavailable');
  if (!isAccepted(wanted.endpoint, deps.config)) throw refuse('push_address_refused');
  if (!isPoint(wanted.p256dh)) throw refuse('invalid_input');
  return await deps.database.unitOfWork(async (work) => {
    const { db } = work;
    const boards = new Set(await listBoardsOf(db, personId));
    // A job that looks for listeners at this moment waits for this subscription.
    await lockBoards(deps, db, boards);
    await deps.database.lockPeople(db, [personId]);
    // Joining a board finds this subscription from now on.
    const late = (await listBoardsOf(db, personId)).filter((id) => !boards.has(id));
    await lockBoards(deps, db, late);
    const heard = [...boards, ...late];
    await noteSeen(db, sessionId, 0);
    const before = await findDevice(db, sessionId);
    const device = {
      session_id: sessionId,
      user_id: personId,
      endpoint: wanted.endpoint,
      endpoint_hash: endpointHash(wanted.endpoint),
      p256dh: wanted.p256dh,
      auth: wanted.auth,
      details: Number(wanted.details ?? before?.details === 1),
      time_zone: timeZoneNamed(wanted.timeZone ?? '') ?? before?.time_zone ?? (await likelyZone(db, personId)),
      quiet_from: wanted.quietFrom ?? before?.quiet_from ?? usualQuietHours.quietFrom,
      quiet_to: wanted.quietTo ?? before?.quiet_to ?? usualQuietHours.quietTo,
      subscribed_at: before?.subscribed_at ?? Date.now(),
    };
    await saveDevice(db, device);
    if (before && !isQuietAlike(before, device)) await queueAnew(work, device);
    if (heard.length > 0) await markHeard(db, heard);
    if (!before) await markTold(db, { userId: personId, sessionId });
    return shown(device);
  });
}

/** The time zone of a device whose browser names none: the one of another device of the person, or of a board. */
async function likelyZone(db: Db, userId: UserId): Promise<string> {
  return (await findZoneOfDevice(db, userId)) ?? (await findZoneOfBoards(db, userId)) ?? defaultTimeZone;
}

function isQuietAlike(one: Device, other: Device): boolean {
  return one.time_zone === other.time_zone && one.quiet_from === other.quiet_from && one.quiet_to === other.quiet_to;
}

/** A name is looked up when something is sent to it: by then it may lead elsewhere. */
function isAccepted(endpoint: string, { pushServices, outgoingNetworks }: Config): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, origin, hostname, username } = new URL(endpoint);
  if (pushServices.includes(origin)) return true;
  return protocol === 'https:' && username === '' && mayBeCalled(hostname, networksOf(outgoingNetworks));
}

export async function unsubscribe({ database }: Deps, sessionId: SessionId): Promise<void> {
  await database.unitOfWork(({ db }) => deleteDevice(db, sessionId));
}

/** In milliseconds: a page that is open says every minute that it is. */
const seenNotedEvery = 60 * 60 * 1000;

/**
 * Moves the reading cursor of a person on each of these boards that is theirs. With a device, their looking is noted too: meanwhile no push tells of the
 * board. `notified`: whether they have a device.
 */
export async function markSeen(
  { database }: Deps,
  { personId: userId, sessionId }: SessionCaller,
  boards: SeenBoards['boards'],
): Promise<{ notified: boolean }> {
  const notified = await hasDevice(database.read, userId);
  if (boards.length === 0) return { notified };
  await database.unitOfWork(async (work) => {
    const { db } = work;
    if (notified) await noteSeen(db, sessionId, seenNotedEvery);
    const told = new Map(boards.map((board) => [board.boardId, board]));
    const ids = [...told.keys()];
    const moved: BoardId[] = [];
    for (const { boardId, revision: reached } of await listReadings(db, userId, ids)) {
      const { revision = 0, looking } = told.get(boardId) ?? {};
      // Nobody has seen what has not happened yet.
      if (await saveSeen(db, { userId, boardId }, Math.min(revision, reached))) moved.push(boardId);
      if (looking === undefined || !notified) continue;
      const look = { userId, boardId, sessionId };
      await deleteToasted(db, look);
      if (looking) await deleteReminders(db, look);
      await (looking ? saveLook(db, look, Date.now() + looksFor) : deleteLook(db, look));
    }
    if (moved.length > 0) work.record({ type: 'boards_read', userId, readings: await listReadings(db, userId, moved) });
  });
  return { notified };
}

export async function muteBoard(deps: Deps, member: UserOnBoard, muted: boolean): Promise<void> {
  await deps.database.unitOfWork(async (work) => {
    await boardToChangeFor(deps, work.db, member);
    await saveMuted(work.db, member, muted);
    work.record({ type: 'boards_read', userId: member.userId, readings: await listReadings(work.db, member.userId, [member.boardId]) });
  });
}

/**
 * What a push that this device received was about. Throws `notification_not_found` when it is not true any more, not wanted, or was seen since; to any
 * other device; and to one whose owner has not switched names on (decision D32).
 */
export async function wordsOf(
  { database, boardKeys }: Deps,
  { personId, sessionId }: SessionCaller,
  id: NotificationId,
): Promise<NotificationWords> {
  const words = await database.snapshot(async (db) => {
    const kinds = await findKinds(db, personId);
    const contents: Content[] = [];
    for (const said of await listSaid(db, { sessionId, id })) {
      const content = await findContent(db, said, (kind) => kinds[kind]);
      if (content) contents.push(content);
    }
    return await wordsFor(db, boardKeys, contents);
  });
  if (!words) throw refuse('notification_not_found');
  return words;
}
