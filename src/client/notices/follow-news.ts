/** Hears what others do, for the bubbles and the dot. Loaded when the screen is there. */
import type { QueryClient } from '@tanstack/react-query';
import type { BoardChange } from '#shared/boards';
import { flameMarks } from '#shared/flame-rules';
import type { ActivityId, UserId } from '#shared/ids';
import { type ActivityNews, newsSince } from '#shared/news';
import type { News } from '#shared/notices';
import { sessionOver } from '#client/api/session.ts';
import { boardLost, changeIngested, greeted, historyReplaced, noticed, readingsMoved } from '#client/sync/replica/signals.ts';
import { ingestGreeting, ingestReadings } from '#client/sync/replica/reading.ts';
import { type FlameMark, tellUnlocked } from '#client/sync/replica/unlocked-news.ts';
import { isTakenBack, without } from './taken-back.ts';
import { isPageHidden } from '#client/ui/page-hidden.ts';
import { play } from '#client/ui/sounds.ts';
import { tellerOf } from './told-log.ts';
import { markBoard } from './mark-board.ts';
import { newsBubble } from './news.ts';
import { rainFrom } from './reaction-rain.ts';
import { ripostes, seenLogger } from './ripostes.ts';

/** News within this time make one bubble. In milliseconds. */
const gatheredMs = 300;
/** A bubble that is there already changes, and is read aloud, no more often than that. */
const changedMs = 2000;

type Greeting = Parameters<Parameters<typeof greeted.listen>[0]>[0];
type Ingested = Parameters<Parameters<typeof changeIngested.listen>[0]>[0];

/** What the person looks at. Nothing while the page is hidden. */
interface Looking {
  /** The board that is open. */
  boardId: string | null;
  /** The newest of the feed is in view. */
  isAtFeed: boolean;
}

interface Following {
  client: QueryClient;
  myId: UserId;
  looking: () => Looking;
  /** The greetings of the stream since the person is signed in, before this code was there. */
  heard: readonly Greeting[];
  /** Whether there had been one before those. */
  isGreeted: boolean;
}

/** Keeps up with what others do, as long as the person is signed in. */
export function followNews({ client, myId, looking, heard, isGreeted }: Following): () => void {
  /** Up to which revision of each board the bubble has told: what happened before the first greeting was while the person was away. */
  const told = new Map<string, number>();
  let waiting: readonly News[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tell(): void {
    timer = undefined;
    newsBubble.set([...newsBubble.get(), ...waiting]);
    waiting = [];
  }

  function take({ change, caughtUpTo }: Ingested): void {
    const { boardId, after, revision } = change;
    tellUnlocked(myId, marksIn(change));
    drop((one) => isTakenBack(one, change));
    const toldUpTo = told.get(boardId) ?? after;
    // What lies between is on its way, and brings this change once more.
    if (after > toldUpTo && caughtUpTo < revision) return;
    told.set(boardId, Math.max(toldUpTo, revision));
    const { boardId: openId, isAtFeed } = looking();
    const isUnseen = ({ kind, activityId }: ActivityNews) =>
      kind === 'reaction_added' ? reactionsInView(activityId) === undefined : !isAtFeed && boardId !== openId;
    markBoard(client, myId, change, isUnseen);
    const fresh = newsSince(change, toldUpTo, myId);
    show(fresh.filter(isUnseen));
    const log = fresh.findLast(({ kind }) => kind === 'activity_logged');
    if (log) play('other');
    if (log && !isPageHidden()) seenLogger.set({ name: tellerOf(log), avatar: log.by.userAvatar });
    const here = fresh.flatMap((one) => (one.kind === 'activity_logged' && boardId === openId ? [one] : []));
    if (here.length > 0) ripostes.set([...ripostes.get(), ...here]);
    for (const one of fresh) if (one.kind === 'reaction_added') rainFrom(reactionsInView(one.activityId)?.closest('li'), one.emoji);
  }

  function show(news: readonly News[]): void {
    // A hidden page gets no bubble: when the person comes back, the dot is there.
    if (news.length === 0 || isPageHidden()) return;
    waiting = [...waiting, ...news];
    timer ??= setTimeout(tell, newsBubble.get().length === 0 ? gatheredMs : changedMs);
  }

  function drop(which: (one: News) => boolean): void {
    waiting = without(waiting, which);
    newsBubble.set(without(newsBubble.get(), which));
    ripostes.set(without(ripostes.get(), which));
  }

  function greet({ boards, readings }: Greeting): void {
    ingestGreeting(client, { boards, readings });
    for (const [boardId, revision] of Object.entries(boards)) if (!isGreeted || !told.has(boardId)) told.set(boardId, revision);
    isGreeted = true;
  }

  for (const greeting of heard) greet(greeting);
  const stops = [
    greeted.listen(greet),
    readingsMoved.listen((readings) => ingestReadings(client, readings)),
    changeIngested.listen(take),
    noticed.listen((notice) => 'by' in notice && show([notice])),
    historyReplaced.listen(() => {
      told.clear();
      isGreeted = false;
      drop(() => true);
    }),
    boardLost.listen((lost) => drop(({ boardId }) => boardId === lost)),
    sessionOver.listen(() => newsBubble.set([])),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
    newsBubble.set([]);
    ripostes.set([]);
    seenLogger.set(null);
  };
}

/** What the flame of a board has reached by logs. */
function marksIn({ boardId, flame, activities }: BoardChange): FlameMark[] {
  const isReached = flame && activities.length > 0 && flameMarks.includes(flame.days);
  return isReached && flame.litOn !== null ? [`flame ${flame.days} ${boardId} ${flame.litOn}`] : [];
}

/** The reactions to an activity, where they can be seen: there they show themselves. */
function reactionsInView(activityId: ActivityId): Element | undefined {
  if (isPageHidden()) return undefined;
  return [...document.querySelectorAll(`[data-reactions="${activityId}"]`)].find((line) => {
    const { top, bottom, height } = line.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < innerHeight;
  });
}
