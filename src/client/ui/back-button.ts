/**
 * What the browser's Back closes before it leads to another screen: the dialog, menu or question that lies on top, and only that.
 *
 * Each of them has an entry of its own in the history as long as it is open, above the one of its screen and with its address. Back then
 * leads to the entry below, which closes it; closed otherwise, its entry is left again. `CloseWatcher` would be simpler, but it knows no
 * Back outside of Android, and only Chromium has it.
 */
import { useEffectEvent, useLayoutEffect } from 'react';

type Listener = (event: Event) => void;
type Close = () => unknown;

/** The part of a window that the router's history uses. */
export interface HistoryWindow {
  history: Pick<History, 'pushState' | 'replaceState' | 'go' | 'back' | 'forward' | 'state' | 'length'>;
  location: Location;
  document: Document;
  addEventListener(type: string, listener: Listener, options?: AddEventListenerOptions): void;
  removeEventListener(type: string, listener: Listener, options?: EventListenerOptions): void;
}

export interface BackButton {
  /** The window for the router: it writes no entry beside those of what is open, and hears only of what leads to another screen. */
  routerWindow: HistoryWindow;
  /** Has Back call `close` until what is returned is called. What does not close stays in the way; false: so does all that lies under it. */
  open(close: Close): () => void;
  /** Has `ask` called when Back or Forward would lead to another screen, until what is returned is called. `leave` goes there after all. */
  guard(ask: (leave: () => void) => void): () => void;
}

/** An entry of the history: its place among the others, and how many entries of what is open lie between it and its screen's own. */
interface Entry {
  place: number;
  depth: number;
}

const key = 'backButton';
const longestJourneyMs = 1000;
const longestStrayMs = 10_000;

/** For each window once. */
export function createBackButton(win: HistoryWindow): BackButton {
  const { history } = win;
  const routerListeners = new Set<Listener>();
  /** `left`: the app goes to another screen, and the layer closes together with the screen under it. */
  const layers: { close: Close; left: boolean }[] = [];
  /** Work that waits until the screen's own entry is reached. */
  let jobs: (() => void)[] = [];
  let guards: ((leave: () => void) => void)[] = [];
  let journey: { to: number; timer: ReturnType<typeof setTimeout>; onArrival: () => void } | null = null;
  /** A journey that took longer than anything may wait. Its end is no press of Back. `isLeft`: the app went to another screen meanwhile. */
  let overdue: { to: number; steps: number; isLeft?: boolean } | null = null;
  let here = entryOf(history.state) ?? { place: 1, depth: 0 };

  if (!entryOf(history.state)) history.replaceState(marked(history.state, here), '');
  win.addEventListener('popstate', onPop);
  // A page that was loaded anew has nothing open any more.
  settleSoon();

  function onPop(event: Event): void {
    const from = here;
    // Without a mark: from before this was there.
    here = entryOf(history.state) ?? { place: screenOf(from) - 1, depth: 0 };
    const isSameScreen = screenOf(from) === screenOf(here);
    const isArrival = journey?.to === here.place;
    const late = journey ? null : overdue;
    overdue = null;
    // Depending on the browser, steps count from the entry that the journey began on, or from the one pushed since.
    const isLate = late !== null && [late.to, from.place + late.steps].includes(here.place);
    if (isArrival) return arrive();
    if (isLate && late.isLeft && !isSameScreen) return travel(from.place - here.place);
    if (isLate && isSameScreen) return settleSoon();
    const ask = guards.at(-1);
    if (!isSameScreen && ask) {
      const steps = here.place - from.place;
      travel(-steps, () => ask(() => onScreensEntry(() => history.go(steps))));
      return;
    }
    (isSameScreen ? standing().slice(here.depth) : layers).toReversed().some(({ close }) => close() === false);
    if (!isSameScreen) for (const listener of routerListeners) listener(event);
    settleSoon();
  }

  function pushScreen(state: unknown, unused: string, url?: string | URL | null): void {
    const before = [...layers];
    onScreensEntry(() => {
      here = { place: here.place + 1, depth: 0 };
      if (overdue) overdue.isLeft = true;
      history.pushState(marked(state, here), unused, url);
      for (const layer of before) layer.left = true;
      settleSoon();
    });
  }

  /** Now, or after the way back to it. */
  function onScreensEntry(job: () => void): void {
    if (journey === null && here.depth === 0) return job();
    jobs.push(job);
    if (journey === null) travel(-here.depth);
  }

  function travel(steps: number, onArrival: () => void = () => undefined): void {
    const to = here.place + steps;
    // A browser that ignores it must not keep everything else waiting.
    const giveUp = () => {
      const late = { to, steps };
      overdue = late;
      // It may also drop one, once the app went on: then the next press of Back is the person's.
      setTimeout(() => {
        if (overdue !== late) return;
        overdue = null;
        settleSoon();
      }, longestStrayMs);
      arrive();
    };
    const isUnderWay = overdue?.to === to && !overdue.isLeft;
    journey = { to, timer: setTimeout(giveUp, longestJourneyMs), onArrival };
    // A second journey beside a late one would lead too far: the late one is waited for again.
    if (isUnderWay) overdue = null;
    else history.go(steps);
  }

  function arrive(): void {
    if (!journey) return;
    const { timer, onArrival } = journey;
    clearTimeout(timer);
    journey = null;
    onArrival();
    const due = jobs;
    jobs = [];
    for (const job of due) job();
    settleSoon();
  }

  /** Not before what was closed is gone, and what comes in its place is there: it takes over the entry. */
  function settleSoon(): void {
    queueMicrotask(settle);
  }

  /** What has, or is to have, an entry above that of this screen. */
  function standing(): typeof layers {
    return layers.filter(({ left }) => !left);
  }

  /** Adds or removes history entries until there is one for each open dialog or menu. */
  function settle(): void {
    if (journey) return;
    const surplus = here.depth - standing().length;
    // A browser that dropped it would be waited for again and again.
    if (surplus > 0) return !overdue || overdue.isLeft ? travel(-surplus) : undefined;
    for (let missing = -surplus; missing > 0; missing -= 1) {
      const above = { place: here.place + 1, depth: here.depth + 1 };
      try {
        history.pushState(marked(history.state, above), '');
      } catch {
        // Safari takes a hundred in half a minute.
        return;
      }
      here = above;
    }
  }

  return {
    routerWindow: {
      location: win.location,
      document: win.document,
      history: {
        pushState: pushScreen,
        replaceState: (state: unknown, unused, url) => onScreensEntry(() => history.replaceState(marked(state, here), unused, url)),
        go: (steps) => history.go(steps),
        back: () => history.back(),
        forward: () => history.forward(),
        get state(): unknown {
          return history.state;
        },
        get length() {
          return history.length;
        },
      },
      addEventListener(type, listener, options) {
        if (type === 'popstate') routerListeners.add(listener);
        else win.addEventListener(type, listener, options);
      },
      removeEventListener(type, listener, options) {
        if (type === 'popstate') routerListeners.delete(listener);
        else win.removeEventListener(type, listener, options);
      },
    },
    open(close) {
      const layer = { close, left: false };
      layers.push(layer);
      settleSoon();
      return () => {
        layers.splice(layers.indexOf(layer), 1);
        settleSoon();
      };
    },
    guard(ask) {
      guards = [...guards, ask];
      return () => {
        guards = guards.filter((other) => other !== ask);
      };
    },
  };
}

function screenOf({ place, depth }: Entry): number {
  return place - depth;
}

function marked(state: unknown, entry: Entry): object {
  return { ...(state as object | null), [key]: entry };
}

function entryOf(state: unknown): Entry | null {
  return (state as Record<string, Entry | undefined> | null)?.[key] ?? null;
}

let ofThisWindow: BackButton | null = null;

/** The window for the router. */
export function startBackButton(): HistoryWindow {
  ofThisWindow ??= createBackButton(window);
  return ofThisWindow.routerWindow;
}

/** While it is open Back calls `close`, unless something opened later is in the way. */
export function useClosedByBack(isOpen: boolean, close: Close): void {
  const onBack = useEffectEvent(close);
  useLayoutEffect(() => (isOpen ? ofThisWindow?.open(() => onBack()) : undefined), [isOpen]);
}

/** While `isOn`, asks before Back or Forward leaves the screen. */
export function useAskedBeforeBack(isOn: boolean, ask: (leave: () => void) => void): void {
  const onLeave = useEffectEvent(ask);
  useLayoutEffect(() => (isOn ? ofThisWindow?.guard((leave) => onLeave(leave)) : undefined), [isOn]);
}
