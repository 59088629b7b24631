/** The people who have joined a board of the person: noted from its members, until it is said on this device (decision D65). */
import type { Activity } from '#shared/activities';
import type { ToldMember } from '#shared/boards';
import type { BoardId, UserId } from '#shared/ids';
import { arrivalIn, type NoticeOf } from '#shared/notices';
import { serverTime } from '#client/api/server-clock.ts';
import { store, stored } from '#client/ui/browser-storage.ts';
import { createObservable } from '#client/ui/observable.ts';

export type Arrival = NoticeOf<'member_joined'>;

/** One for each board at most: whoever joins while it waits is said with it. */
export const arrivals = createObservable<readonly Arrival[]>([]);

/** Takes the members of a board as they are now. */
export function noteMembers(
  myId: UserId,
  { boardId, ...seen }: { boardId: BoardId; members: readonly ToldMember[]; activities: readonly Activity[] },
): void {
  const told = toldTo(myId);
  const arrival = arrivalIn(
    { boardId, ...seen },
    myId,
    (member) => member.joinedAt > told.from && !told.keys.includes(keyOf(boardId, member)),
  );
  const before = arrivals.get().find((one) => one.boardId === boardId);
  if (keysOf(before).join() === keysOf(arrival).join()) return;
  arrivals.set([...arrivals.get().filter((one) => one !== before), ...(arrival ? [arrival] : [])]);
}

/** Takes an arrival out of the queue to say it. Null where another tab has said it. */
export function takeArrival(myId: UserId, arrival: Arrival): Arrival | null {
  arrivals.set(arrivals.get().filter((one) => one !== arrival));
  const told = toldTo(myId);
  const joined = arrival.joined.filter((member) => !told.keys.includes(keyOf(arrival.boardId, member)));
  if (joined.length === 0) return null;
  keep(myId, { ...told, keys: [...told.keys, ...keysOf({ ...arrival, joined })].slice(-keysKept) });
  return { ...arrival, joined };
}

interface Told {
  /** A time of the server's clock: a member who joined before the first visit with this browser is no news there. */
  from: number;
  keys: readonly string[];
}

const keysKept = 100;
const storageKey = (userId: UserId) => `arrivals ${userId}`;
/** Where nothing is stored, this tab remembers. */
const remembered = new Map<UserId, string>();

function toldTo(myId: UserId): Told {
  const [from, ...keys] = (stored(storageKey(myId)) ?? remembered.get(myId) ?? '').split('\n');
  if (from) return { from: Number(from), keys };
  const first = { from: serverTime() - performance.now(), keys: [] };
  keep(myId, first);
  return first;
}

function keep(myId: UserId, { from, keys }: Told): void {
  const note = [from, ...keys].join('\n');
  remembered.set(myId, note);
  store(storageKey(myId), note);
}

function keysOf(arrival: Arrival | null | undefined): string[] {
  return arrival ? arrival.joined.map((member) => keyOf(arrival.boardId, member)) : [];
}

/** Somebody who left and came back arrives anew. */
function keyOf(boardId: BoardId, { userId, joinedAt }: ToldMember): string {
  return `${boardId} ${userId} ${joinedAt}`;
}
