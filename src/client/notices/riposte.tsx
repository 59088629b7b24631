import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { OpenedBoard } from '#shared/boards';
import type { UserId } from '#shared/ids';
import { reactionItems } from '#client/activities/reactions.tsx';
import { reactionsMessages } from '#client/activities/reactions-messages.fr.ts';
import { newId } from '#client/api/new-id.ts';
import { scoresMessages } from '#client/leaderboard/leaderboard-messages.fr.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { flyPointsTo } from '#client/ui/flight.ts';
import { passFocusOn } from '#client/ui/focus-after-removal.ts';
import { Menu } from '#client/ui/menu.tsx';
import { useObserved } from '#client/ui/observable.ts';
import { useAnyDialogOpen } from '#client/ui/open-dialogs.ts';
import { PointsPill } from '#client/ui/points-pill.tsx';
import { signed } from '#client/ui/signed.ts';
import { useHold } from '#client/ui/toast-hold.ts';
import { newsBubbleMessages as texts } from './news-bubble-messages.fr.ts';
import styles from './riposte.module.css';
import { ripostes } from './ripostes.ts';
import { loggedSentence, tellerOf } from './told-log.ts';
import { wantsStillness } from '#client/ui/stillness.ts';

interface RiposteProps {
  opened: OpenedBoard;
  /** Whose face it is needs no name: there is one other. */
  isDuel: boolean;
}

/** In milliseconds. */
const shownFor = 4000;
const holdKey = 'riposte';

/**
 * What another member logs on the open board: their face in the header hops, and a bubble grows from it; the points drop into the score. A
 * press offers the reactions. Where the header is scrolled away, the bubble stands in the bar at the top.
 */
export function Riposte({ opened: { board, activities }, isDuel }: RiposteProps) {
  const told = useObserved(ripostes).filter(({ boardId }) => boardId === board.id);
  const last = told.at(-1);
  const leader = told.find(({ takesTheLead, by }) => takesTheLead && by.userId === last?.by.userId)?.by;
  const { heldKeys, eventsOf, release } = useHold();
  const isHeld = heldKeys.length > 0;
  const isUnderDialog = useAnyDialogOpen();
  const bubble = useRef<HTMLDivElement>(null);
  const saidId = useId();
  const [isAtFace, setAtFace] = useState(true);
  const count = told.length;

  useEffect(() => {
    if (count === 0 || isHeld || isUnderDialog) return;
    const timer = setTimeout(() => ripostes.set([]), shownFor);
    return () => clearTimeout(timer);
  }, [count, isHeld, isUnderDialog]);

  useEffect(
    () =>
      ripostes.subscribe(() => {
        const newest = ripostes.get().at(-1);
        const face = newest && faceInSight(newest.by.userId);
        if (newest) setAtFace(face !== undefined && sideWithRoom(face) !== null);
      }),
    [],
  );

  const isShown = last !== undefined;
  useEffect(() => {
    if (isShown) return () => release(holdKey);
  }, [isShown, release]);
  // Another board tells of its own.
  useEffect(() => () => ripostes.set([]), []);

  const activityId = last?.activityId;
  const by = last?.by.userId;
  const points = last?.points ?? 0;
  const emoji = activities.activities.find(({ id }) => id === activityId)?.emoji;
  useLayoutEffect(() => {
    if (activityId === undefined || by === undefined) return;
    const face = faceInSight(by);
    if (!face) return;
    hop(face);
    const score = scoreOf(by);
    if (score) flyPointsTo(score, points, face);
  }, [activityId, by, points]);

  useLayoutEffect(() => {
    const { current } = bubble;
    if (activityId === undefined || by === undefined || !isAtFace || !current) return;
    const place = () => placeOver(current, faceInSight(by));
    place();
    // The emoji comes with the board, and the count with the next.
    const observer = new ResizeObserver(place);
    observer.observe(current);
    addEventListener('resize', place);
    return () => {
      observer.disconnect();
      removeEventListener('resize', place);
    };
  }, [activityId, by, isAtFace]);

  const root = (isAtFace ? headerOf() : null) ?? document.querySelector('[data-top-slot]') ?? document.body;
  const sentence = last && sentenceOf(told.map(tellerOf), last);
  return (
    <>
      {/* What comes later is read without what was read before. */}
      <p id={saidId} role="status" aria-live="polite" aria-atomic="false" className="visually-hidden">
        {sentence} {leader ? <span>{scoresMessages.takesTheLead({ name: leader.username })}</span> : null}
      </p>
      {last && !isUnderDialog
        ? createPortal(
            <div
              ref={bubble}
              key={`${last.activityId} ${isAtFace}`}
              className={styles.riposte}
              data-at-face={isAtFace || undefined}
              data-riposte=""
              data-board-theme={board.theme}
              {...eventsOf(holdKey)}
            >
              {/* Said in the live region, once. */}
              <div aria-hidden="true" className={styles.bubble}>
                {isAtFace ? null : <Avatar emoji={last.by.userAvatar} size="sm" />}
                {isDuel && !last.forYou ? null : <span className={styles.who}>{tellerOf(last)} : </span>}
                <span className={styles.words}>
                  {emoji ? <span className={styles.emoji}>{emoji}</span> : null}
                  {last.title}
                  {leader ? (
                    <span className={styles.lead}>
                      <span className={styles.leader}>{leader.username}</span>
                      <span>
                        {texts.takesTheLead} <span className={styles.crown}>👑</span>
                      </span>
                    </span>
                  ) : null}
                </span>
                <PointsPill points={last.points} />
                {count > 1 ? <span className={styles.count}>{texts.more({ count: count - 1 })}</span> : null}
              </div>
              <Menu
                label={reactionsMessages.addTo({ title: last.title })}
                columns={4}
                items={reactionItems(
                  () => false,
                  (reaction) => {
                    outbox.enqueue({
                      kind: 'reaction',
                      id: newId(),
                      boardId: board.id,
                      activityId: last.activityId,
                      emoji: reaction,
                      isOn: true,
                    });
                    // The bubble goes with the focus.
                    passFocusOn([document.querySelector<HTMLElement>('h1')]);
                    ripostes.set([]);
                  },
                )}
              >
                {(trigger) => (
                  <button
                    type="button"
                    {...trigger}
                    className={styles.press}
                    aria-label={reactionsMessages.add}
                    title={reactionsMessages.add}
                    aria-describedby={saidId}
                  />
                )}
              </Menu>
            </div>,
            root,
          )
        : null}
    </>
  );

  // What is said of it: several are counted.
  function sentenceOf(names: readonly string[], log: NonNullable<typeof last>): string {
    if (names.length > 1) return texts.several({ names: [...new Set(names.toReversed())], count: names.length });
    return `${loggedSentence(log)} ${signed(log.points)}`;
  }
}

function headerOf(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main [data-board-header]');
}

/** The face of a member in the header; undefined when it is not in sight. */
function faceInSight(userId: UserId): HTMLElement | undefined {
  const face = [...document.querySelectorAll<HTMLElement>('[data-face]')].find(({ dataset }) => dataset.face === userId);
  if (!face?.checkVisibility()) return undefined;
  const above = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const { top, bottom } = face.getBoundingClientRect();
  return top > above - 16 && bottom < innerHeight ? face : undefined;
}

/** The score that the points of a member move: their own in a duel, else the board's. */
function scoreOf(userId: UserId): HTMLElement | undefined {
  const header = headerOf();
  const side = [...(header?.querySelectorAll<HTMLElement>('[data-member]') ?? [])].find(({ dataset }) => dataset.member === userId);
  return (side ?? header?.querySelector('[data-total]'))?.querySelector<HTMLElement>('[data-score]') ?? undefined;
}

/** Where a bubble hides neither the buttons of the header nor the score of the face. */
function sideWithRoom(face: HTMLElement): 'above' | 'below' | null {
  const header = headerOf();
  if (!header) return null;
  const around = header.getBoundingClientRect();
  const needed = bubbleHeight + gap;
  const buttonsEnd = header.querySelector('button')?.getBoundingClientRect().bottom ?? around.top;
  if (face.getBoundingClientRect().top - buttonsEnd >= needed) return 'above';
  return around.bottom - sideOf(face).getBoundingClientRect().bottom >= needed ? 'below' : null;
}

/** In a duel a member has a side: the face, the name and the score. */
function sideOf(face: HTMLElement): Element {
  return face.closest('[data-member]') ?? face;
}

/** Beside the face, in the room there is; its tail points to it. */
function placeOver(bubble: HTMLElement, face: HTMLElement | undefined): void {
  const header = bubble.parentElement?.getBoundingClientRect();
  if (!header || !face) return;
  const { left, top, width } = face.getBoundingClientRect();
  const middle = left + width / 2 - header.left;
  const { offsetWidth, offsetHeight } = bubble;
  const most = header.width - offsetWidth - edge;
  const x = Math.max(edge, Math.min(middle - 26, most));
  bubble.style.left = `${x}px`;
  const isBelow = sideWithRoom(face) === 'below';
  bubble.toggleAttribute('data-below', isBelow);
  const y = isBelow ? sideOf(face).getBoundingClientRect().bottom + gap : top - offsetHeight - gap;
  bubble.style.top = `${y - header.top}px`;
  bubble.style.setProperty('--tail', `${middle - x}px`);
}

/** In pixels: between the bubble and the edge of the header, and between it and the face. */
const edge = 10;
const gap = 6;
const bubbleHeight = 44;

function hop(face: HTMLElement): void {
  if (wantsStillness()) return;
  const frames = [
    { translate: '0 0', scale: '1.1 0.9', easing: 'cubic-bezier(0.2, 0.8, 0.4, 1)' },
    { translate: '0 -10px', scale: '0.96 1.06', offset: 0.3, easing: 'cubic-bezier(0.6, 0, 0.8, 0.4)' },
    { translate: '0 0', scale: '1.1 0.92', offset: 0.56, easing: 'cubic-bezier(0.2, 0.8, 0.4, 1)' },
    { translate: '0 -4px', scale: '1 1', offset: 0.76, easing: 'cubic-bezier(0.6, 0, 0.8, 0.4)' },
    { translate: '0 0', scale: '1 1' },
  ];
  face.animate(frames, { duration: 620 });
}
