/**
 * What is on its way to the server: activities, and activities taken back. Screens show the server's snapshot plus these
 * (`projection.ts`).
 *
 * This is what is shown of it. Where each press is kept in the browser, and how it is sent, in order, by one tab at a time,
 * as its person and nobody else, until the server has taken or refused it, is in the worker and its queue, which come after the first screen.
 */
import { useSyncExternalStore } from 'react';
import type { Action } from '#shared/actions';
import type { Activity } from '#shared/activities';
import type { BoardChange } from '#shared/boards';
import { newId } from '#client/api/new-id.ts';
import { changeReceived } from '#client/api/signals.ts';
import { receive } from '#client/sync/cache/ingest.ts';
import { queryClient } from '#client/sync/cache/query-client.ts';
import type { Counter, Desk } from './worker.ts';
import type { FailedPress, PendingActivity, PendingItem, PendingUndo, Press, QueueContent } from './queue.ts';

export type LoggedAction = Pick<Action, 'id' | 'title' | 'points' | 'emoji'>;

export interface Outbox {
  /** Logs an action on one board; returns the activity's id. */
  logActivity(log: { boardId: string; action: LoggedAction }): string;
  /** Logs on several boards, all or nothing. The action's id is each board's own. */
  logOnBoards(log: { boards: readonly { boardId: string; actionId: string }[]; action: Omit<LoggedAction, 'id'> }): string[];
  /** Takes an activity back, wherever it is: still here, on its way, or on the server. */
  undoActivity(undo: { boardId: string; activity: Pick<Activity, 'id' | 'title' | 'points' | 'userId'> }): void;
  /** Whose presses these are. Those of whoever was here before stay kept for that person, and are neither shown nor sent. */
  belongTo(userId: string | null): void;
  /** Gives up all that waits, as a person does who signs out all the same. Settles when nothing more is being written. */
  drop(): Promise<void>;
  /** Something makes it likely that the server answers again. */
  hurry(): void;
  /** All that is on its way: the same list as long as nothing about it moves. */
  pending(): readonly PendingItem[];
  /** What the server refused, or never got, until the person says that it was seen. The oldest first. */
  failed(): readonly FailedPress[];
  /** Sends a failed press again, under the same ids. */
  retry(place: string): void;
  dismiss(place: string): void;
  /** Whether what is pressed now outlives the tab, if the server can't be reached. */
  keeps(): boolean;
  /** How much of what is on its way ends with the tab. */
  unsafe(): number;
  /** Told when what was done in this tab is kept for later, as the server can't be reached now. */
  onKept(listener: () => void): () => void;
  subscribe(listener: () => void): () => void;
}

export interface OutboxParts {
  openDesk(userId: string, counter: Counter): Promise<Desk>;
  receive(change: BoardChange): void;
}

/** A press as this tab knows it. */
interface ShownPress extends Press {
  /** Whether the queue has it, or had it. */
  kept: boolean;
  /** Made in this tab, and not said to be kept for later. */
  untold: boolean;
  /** Whether it ends with the tab: the store of the browser has not taken it. */
  unsafe: boolean;
}

/** One person's time at this tab. */
interface Stay {
  userId: string;
  desk: Promise<Desk>;
  /** Once it is there. */
  opened?: Desk;
}

const deskAgainMs = 5000;

export function createOutbox(parts: OutboxParts): Outbox {
  let stay: Stay | null = null;
  let presses: readonly ShownPress[] = [];
  /** Items that left the queue and are still missing in a cached view. */
  let lingering: readonly PendingItem[] = [];
  let items: readonly PendingItem[] = [];
  let unsafe = 0;
  let failures: readonly FailedPress[] = [];
  let lastStamp = 0;
  /** By item: the revision that holds it, and whether every cached view has come as far. */
  const landings = new Map<string, { revision: number; done: boolean }>();
  const watchers = new Set<() => void>();
  const keptListeners = new Set<() => void>();

  changeReceived.listen(({ change, caughtUpTo }) => {
    let moved = false;
    for (const item of items) {
      if (item.boardId !== change.boardId) continue;
      const revision = landings.get(keyOf(item))?.revision ?? landingOf(item, change);
      if (revision === null) continue;
      landings.set(keyOf(item), { revision, done: revision <= caughtUpTo });
      moved = true;
    }
    if (!moved) return;
    lingering = lingering.filter((item) => !landings.get(keyOf(item))?.done);
    show();
  });

  function show(): void {
    const next = [...lingering, ...presses.flatMap((press) => press.items)]
      .filter((item) => !landings.get(keyOf(item))?.done)
      .map((item) => ({ ...item, landedAt: landings.get(keyOf(item))?.revision ?? null }));
    if (!isSame(items, next)) items = next;
    unsafe = presses
      .filter((press) => press.unsafe)
      .flatMap((press) => press.items)
      .filter((item) => !landings.has(keyOf(item))).length;
    for (const watcher of [...watchers]) watcher();
  }

  function enter(userId: string): Stay {
    const counter: Counter = {
      show: (queue) => {
        if (stay === entered) showQueue(queue);
      },
      receive: parts.receive,
      hasLanded: (item) => landings.has(keyOf(item)),
      onPause: () => tellKept(entered),
    };
    const entered: Stay = { userId, desk: Promise.resolve().then(() => openPatiently(entered, counter)) };
    return entered;
  }

  /** Without the code for it nothing can be sent, only shown: it is asked for until it comes. */
  async function openPatiently(entered: Stay, counter: Counter): Promise<Desk> {
    for (;;) {
      try {
        entered.opened = await parts.openDesk(entered.userId, counter);
        if (stay !== entered) entered.opened.close();
        return entered.opened;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, deskAgainMs));
      }
    }
  }

  function leave(): void {
    stay?.opened?.close();
    stay = null;
    presses = [];
    lingering = [];
    failures = [];
    landings.clear();
    show();
  }

  function showQueue(queue: QueueContent): void {
    const known = new Map(presses.map((press) => [press.place, press]));
    const waiting = queue.presses.map((press) => ({
      ...press,
      kept: true,
      untold: known.get(press.place)?.untold ?? false,
      unsafe: queue.unsafe?.has(press.place) ?? false,
    }));
    const there = new Set(waiting.map(({ place }) => place));
    const gone = presses.filter(({ place, kept }) => kept && !there.has(place)).flatMap((press) => press.items);
    lingering = [...lingering, ...gone.filter((item) => landings.get(keyOf(item))?.done === false)];
    presses = [...waiting, ...presses.filter(({ place, kept }) => !kept && !there.has(place))].toSorted(byPlace);
    for (const { place } of presses) lastStamp = Math.max(lastStamp, Number.parseInt(place, 10));
    // The very same objects as long as they say the same: a notice is about one of them.
    const before = new Map(failures.map((failure) => [failure.place, failure]));
    const failed = queue.failed.map((failure) => before.get(failure.place) ?? failure);
    if (failed.length !== failures.length || failed.some((failure, index) => failure !== failures[index])) failures = failed;
    show();
  }

  /** Shows what was pressed at once, and has it kept and sent. */
  function take(pressed: readonly PendingItem[], keep: (desk: Desk, made: Press, onKept: () => void) => void): void {
    const [here, first] = [stay, pressed[0]];
    if (!here || !first) return;
    lastStamp = Math.max(Date.now(), lastStamp + 1);
    const place = `${String(lastStamp).padStart(15, '0')}-${first.id}`;
    const made: ShownPress = { place, items: pressed, kept: false, untold: true, unsafe: false };
    presses = [...presses, made];
    show();
    const onKept = () => {
      made.kept = true;
      made.unsafe = !here.opened?.keeps();
      tellKept(here);
    };
    void here.desk.then((desk) => keep(desk, { place: made.place, items: pressed }, onKept));
  }

  function tellKept(here: Stay): void {
    if (here !== stay || !here.opened?.isWaiting()) return;
    const told = presses.filter((press) => press.kept && press.untold && !press.unsafe);
    for (const one of told) one.untold = false;
    if (told.length > 0) for (const listener of [...keptListeners]) listener();
  }

  function settleFailure(place: string, settle: (desk: Desk) => void): void {
    failures = failures.filter((failure) => failure.place !== place);
    show();
    void stay?.desk.then(settle);
  }

  function ownerId(): string {
    if (!stay) throw new Error('nobody is signed in');
    return stay.userId;
  }

  function log(boardId: string, actionId: string, { title, points, emoji }: Omit<LoggedAction, 'id'>): PendingActivity {
    const userId = ownerId();
    return { kind: 'log', id: newId(), boardId, actionId, userId, title, points, emoji, startedAt: Date.now(), landedAt: null };
  }

  return {
    logActivity({ boardId, action }) {
      const item = log(boardId, action.id, action);
      take([item], (desk, made, onKept) => desk.add(made, onKept));
      return item.id;
    },
    logOnBoards({ boards, action }) {
      const batch = boards.map(({ boardId, actionId }) => log(boardId, actionId, action));
      take(batch, (desk, made, onKept) => desk.add(made, onKept));
      return batch.map(({ id }) => id);
    },
    undoActivity({ boardId, activity: { id, title, points, userId: authorId } }) {
      const [userId, startedAt] = [ownerId(), Date.now()];
      const undo: PendingUndo = { kind: 'undo', id, boardId, userId, authorId, title, points, startedAt, landedAt: null };
      if (placeOf(presses, 'undo', id) !== null) return;
      const logPlace = placeOf(presses, 'log', id);
      take([undo], (desk, made, onKept) => desk.takeBack(made, logPlace, onKept));
    },
    belongTo(userId) {
      if (userId === (stay?.userId ?? null)) return;
      leave();
      if (userId !== null) stay = enter(userId);
    },
    async drop() {
      const desk = stay?.desk;
      leave();
      await (await desk)?.drop();
    },
    hurry: () => stay?.opened?.hurry(),
    pending: () => items,
    failed: () => failures,
    retry: (place) => settleFailure(place, (desk) => desk.retry(place)),
    dismiss: (place) => settleFailure(place, (desk) => desk.dismiss(place)),
    keeps: () => stay?.opened?.keeps() ?? false,
    unsafe: () => unsafe,
    onKept(listener) {
      keptListeners.add(listener);
      return () => keptListeners.delete(listener);
    },
    subscribe(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

export const outbox = createOutbox({
  openDesk: async (userId, counter) => await (await import('#client/sync/storage/this-browser.ts')).openDeskOf(userId, counter),
  receive: (change) => receive(queryClient, change),
});

/** What is on its way, for the selectors of `projection.ts`. */
export function usePending(): readonly PendingItem[] {
  return useSyncExternalStore(outbox.subscribe, outbox.pending);
}

/** How much of what is on its way ends with the tab. */
export function useUnsafe(): number {
  return useSyncExternalStore(outbox.subscribe, outbox.unsafe);
}

/** What failed and was not seen yet. */
export function useFailedPresses(): readonly FailedPress[] {
  return useSyncExternalStore(outbox.subscribe, outbox.failed);
}

/** The revision at which a change holds the item; null when it does not tell. */
function landingOf({ kind, id }: PendingItem, change: BoardChange): number | null {
  const told = [...change.activities, ...(change.undone ?? [])].find((activity) => activity.id === id);
  if (!told) return null;
  if (kind === 'log') return told.revision;
  return told.undone === null ? null : change.revision;
}

function placeOf(presses: readonly Press[], kind: PendingItem['kind'], id: string): string | null {
  return presses.find((press) => press.items.some((item) => item.kind === kind && item.id === id))?.place ?? null;
}

function byPlace(a: Press, b: Press): number {
  return a.place < b.place ? -1 : 1;
}

function isSame(shown: readonly PendingItem[], next: readonly PendingItem[]): boolean {
  return shown.length === next.length && next.every((item, index) => isSameItem(shown[index], item));
}

function isSameItem(shown: PendingItem | undefined, item: PendingItem): boolean {
  return shown !== undefined && keyOf(shown) === keyOf(item) && shown.landedAt === item.landedAt;
}

function keyOf({ kind, id }: PendingItem): string {
  return `${kind} ${id}`;
}
