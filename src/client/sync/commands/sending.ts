/** How each kind of item is read from the browser's store and sent. It comes with the worker, after the first screen. */
import { changeOfActivity } from '#shared/activity-change';
import type { BodyOf } from '#shared/api';
import { doerOf } from '#shared/doer';
import type { UserId } from '#shared/ids';
import type { LiveEvent } from '#shared/live-events';
import type { RefusalCode } from '#shared/refusals';
import { tellUnlocked } from '#client/sync/replica/unlocked-news.ts';
import { api, Refused } from '#client/api/api.ts';
import { inServerTime, serverTime } from '#client/api/server-clock.ts';
import { ExpectedError } from '#client/ui/unexpected.ts';
import type { ItemOf, Kind, PendingItem } from './items.ts';
import { missedDays } from './missed-days.ts';

interface Sent<I extends PendingItem> {
  /** The fields that sending needs, and their types: an item that lacks one is of another version of the app. */
  schema: Readonly<Partial<Record<keyof I, 'string' | 'number' | 'boolean'>>>;
  /** Answers with what the stream tells the person's other browsers of it. */
  send(items: readonly [I, ...I[]], call: Call): Promise<readonly LiveEvent[]>;
  /** The refusals that say that nothing is left to be done. */
  doneBy?: readonly RefusalCode[];
}

interface Call {
  as: UserId;
  keepalive: boolean;
}

/** The session turned out to be another person's. */
export class SentAsAnother extends ExpectedError {
  override readonly name = 'SentAsAnother';
}

export const sending: { readonly [K in Kind]: Sent<ItemOf<K>> } = {
  log: {
    schema: { id: 'string', boardId: 'string', actionId: 'string', points: 'number' },
    async send([first, ...others], call) {
      const { boardId } = first;
      const post = async (shaped: (item: ItemOf<'log'>) => ReturnType<typeof plainBody>) => {
        if (others.length === 0)
          return [await api('POST /api/boards/:boardId/activities', { params: { boardId }, body: shaped(first), ...call })];
        const activities = [first, ...others].map((item) => ({ ...shaped(item), boardId: item.boardId }));
        return (await api('POST /api/activities', { body: { activities }, ...call })).logged;
      };
      const logged = await post(bodyOf).catch((error: unknown) => {
        // A copy of the server from before D49, while others are new already, knows no wait, and one from before stickers no code.
        if (error instanceof Refused && error.code === 'invalid_input' && !first.late) return post(plainBody);
        throw error;
      });
      if (logged.some(({ activity }) => doerOf(activity) !== call.as)) throw new SentAsAnother();
      for (const { unlocked, missedDay } of logged) {
        tellUnlocked(call.as, unlocked);
        if (missedDay !== undefined) missedDays.set([...missedDays.get(), missedDay]);
      }
      return logged.map((one) => ({ type: 'change', ...changeOfActivity(one.activity, one) }));
    },
  },
  undo: {
    schema: { id: 'string', boardId: 'string' },
    doneBy: ['activity_not_found'],
    async send([{ boardId, id: activityId }], call) {
      const params = { boardId, activityId };
      return [{ type: 'change', ...(await api('POST /api/boards/:boardId/activities/:activityId/undo', { params, ...call })) }];
    },
  },
  owed_loss: {
    schema: { id: 'string', boardId: 'string', actionId: 'string', points: 'number' },
    async send([{ boardId, id, actionId, points, for: credited }], call) {
      await api('POST /api/boards/:boardId/owed-losses', {
        params: { boardId },
        body: { id, actionId, points, for: credited.userId },
        ...call,
      });
      return [];
    },
  },
  avowal: {
    schema: { id: 'string', boardId: 'string', title: 'string', points: 'number' },
    async send([item], call) {
      const { logged } = await answer(item, true, call);
      if (!logged) return [{ type: 'owed' }];
      tellUnlocked(call.as, logged.unlocked);
      return [{ type: 'change', ...changeOfActivity(logged.activity, logged) }, { type: 'owed' }];
    },
  },
  denial: {
    schema: { id: 'string', boardId: 'string', title: 'string' },
    async send([item], call) {
      await answer(item, false, call);
      return [{ type: 'owed' }];
    },
  },
  note: {
    schema: { boardId: 'string', activityId: 'string', note: 'string' },
    async send([{ boardId, activityId, note }], call) {
      const params = { boardId, activityId };
      return [
        { type: 'change', ...(await api('PUT /api/boards/:boardId/activities/:activityId/note', { params, body: { note }, ...call })) },
      ];
    },
  },
  answer: {
    schema: { boardId: 'string', agreementId: 'string', yes: 'boolean' },
    doneBy: ['agreement_over', 'agreement_not_found'],
    async send([{ boardId, agreementId, yes }], call) {
      const params = { boardId, agreementId };
      return [
        { type: 'change', ...(await api('PUT /api/boards/:boardId/agreements/:agreementId/answer', { params, body: { yes }, ...call })) },
      ];
    },
  },
  reaction: {
    schema: { boardId: 'string', activityId: 'string', emoji: 'string', isOn: 'boolean' },
    async send([{ boardId, activityId, emoji, isOn }], call) {
      const endpoint = `${isOn ? 'PUT' : 'DELETE'} /api/boards/:boardId/activities/:activityId/reactions/:emoji` as const;
      return [{ type: 'change', ...(await api(endpoint, { params: { boardId, activityId, emoji }, ...call })) }];
    },
  },
  favourite: {
    schema: { boardId: 'string', actionId: 'string', isOn: 'boolean' },
    async send([{ boardId, actionId, isOn }], call) {
      const endpoint = `${isOn ? 'PUT' : 'DELETE'} /api/boards/:boardId/actions/:actionId/favourite` as const;
      return [{ type: 'favourites', boardId, ...(await api(endpoint, { params: { boardId, actionId }, ...call })) }];
    },
  },
};

/**
 * Sends a command as this person; with `keepalive`, though the page ends.
 *
 * @throws {Refused} with 401 when the session is nobody's or another person's; then nothing happened
 * @throws {Unreachable} no answer; it may have happened
 * @throws {SentAsAnother} when the reply says that somebody else logged it
 */
export async function sendCommand(
  { items: [first, ...others] }: { items: readonly PendingItem[] },
  as: UserId,
  keepalive = false,
): Promise<readonly LiveEvent[]> {
  return first ? await sentBy(first).send([first, ...others], { as, keepalive }) : [];
}

/** Whether a stored item is one that this version can send. */
export function isKnown(item: Readonly<Record<string, unknown>>): boolean {
  const { kind } = item;
  if (typeof kind !== 'string' || !Object.hasOwn(sending, kind)) return false;
  return Object.entries(sending[kind as Kind].schema).every(([field, type]) => typeof item[field] === type);
}

export function sentBy({ kind }: PendingItem): Sent<PendingItem> {
  return sending[kind];
}

function answer({ boardId, id: activityId }: ItemOf<'avowal' | 'denial'>, confess: boolean, call: Call) {
  return api('PUT /api/boards/:boardId/owed-losses/:activityId/answer', { params: { boardId, activityId }, body: { confess }, ...call });
}

function plainBody({ id, actionId, points, note, for: credited }: ItemOf<'log'>): BodyOf<'POST /api/boards/:boardId/activities'> {
  return { id, actionId, points, ...(note === undefined ? {} : { note }), ...(credited && { for: credited.userId }) };
}

function bodyOf(item: ItemOf<'log'>): ReturnType<typeof plainBody> {
  const { late, code, startedAt } = item;
  // Both times come from one device, whose clock may be wrong by a day: the difference holds.
  const waited = Math.max(0, serverTime() - inServerTime(startedAt));
  return {
    ...plainBody(item),
    ...(code !== undefined && { code }),
    ...(late && { day: late.day }),
    ...(late || waited > noWait ? { waited } : {}),
  };
}

/** In milliseconds: what is sent as quickly as this is of the day on which it arrives. */
const noWait = 2000;
