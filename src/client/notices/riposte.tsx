import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Activity } from '#shared/activities';
import type { OpenedBoard } from '#shared/boards';
import type { UserId } from '#shared/ids';
import { reactionItems } from '#client/activities/reactions.tsx';
import { reactionsMessages } from '#client/activities/reactions-messages.fr.ts';
import { mayThank, thank } from '#client/activities/thanks.ts';
import { newId } from '#client/api/new-id.ts';
import { scoresMessages } from '#client/leaderboard/leaderboard-messages.fr.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { flyPointsTo } from '#client/ui/flight.ts';
import { passFocusOn } from '#client/ui/focus-after-removal.ts';
import { Menu } from '#client/ui/menu.tsx';
import { useObserved } from '#client/ui/observable.ts';
import { useAnyDialogOpen } from '#client/ui/open-dialogs.ts';
import { signed } from '#client/ui/signed.ts';
import { Pill } from '#client/ui/surface/surface.tsx';
import { useHold } from '#client/ui/toast-hold.ts';
import { newsBubbleMessages as texts } from './news-bubble-messages.fr.ts';
import styles from './riposte.module.css';
import { ripostes } from './ripostes.ts';
import { loggedSentence, tellerOf } from './told-log.ts';
import { wantsStillness } from '#client/ui/stillness.ts';

/** In milliseconds. */
const shownFor = 4000;
const holdKey = 'riposte';

/**
 * What another member logs on the open board: their face in the header hops, the points drop into the score, and a bubble in the bar above
 * says what it was. A press on it offers the reactions.
 */
export function Riposte({ opened: { board, activities, members }, myId }: { opened: OpenedBoard; myId: UserId }) {
  const told = useObserved(ripostes).filter(({ boardId }) => boardId === board.id);
  const last = told.at(-1);
  const leader = told.find(({ takesTheLead, by }) => takesTheLead && by.userId === last?.by.userId)?.by;
  const { heldKeys, eventsOf, release } = useHold();
  const isHeld = heldKeys.length > 0;
  const isUnderDialog = useAnyDialogOpen();
  const saidId = useId();
  const count = told.length;

  useEffect(() => {
    if (count === 0 || isHeld || isUnderDialog) return;
    const timer = setTimeout(() => ripostes.set([]), shownFor);
    return () => clearTimeout(timer);
  }, [count, isHeld, isUnderDialog]);

  const isShown = last !== undefined;
  useEffect(() => {
    if (isShown) return () => release(holdKey);
  }, [isShown, release]);
  // Another board tells of its own.
  useEffect(() => () => ripostes.set([]), []);

  const activityId = last?.activityId;
  const by = last?.by.userId;
  const points = last?.points ?? 0;
  const activity = activities.activities.find(({ id }) => id === activityId);
  const emoji = activity?.emoji;
  const isForTwo = members.length === 2;
  const seenBy = isForTwo && last?.forYou ? last.notedBy : undefined;
  useLayoutEffect(() => {
    if (activityId === undefined || by === undefined) return;
    const face = faceInSight(by);
    if (!face) return;
    hop(face);
    const score = scoreOf(by);
    if (score) flyPointsTo(score, points, face);
  }, [activityId, by, points]);

  const root = document.querySelector('[data-top-slot]') ?? document.body;
  const sentence = last && sentenceOf(told.map(tellerOf), last);
  return (
    <>
      {/* What comes later is read without what was read before. */}
      <p id={saidId} role="status" aria-live="polite" aria-atomic="false" className="visually-hidden">
        {sentence} {leader ? <span>{scoresMessages.takesTheLead({ name: leader.username })}</span> : null}
      </p>
      {last && !isUnderDialog
        ? createPortal(
            <div key={last.activityId} className={styles.riposte} data-riposte="" data-board-theme={board.theme} {...eventsOf(holdKey)}>
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
                    leave();
                  },
                )}
              >
                {(trigger) => (
                  <button type="button" {...trigger} className={styles.bubble} aria-label={reactionsMessages.add} aria-describedby={saidId}>
                    {seenBy === undefined ? <Avatar emoji={last.by.userAvatar} size="sm" /> : null}
                    <span aria-hidden="true" className={styles.words}>
                      <span className={styles.title}>
                        {signed(last.points)} {emoji ? <span className={styles.emoji}>{emoji}</span> : null}
                        {last.title}
                      </span>
                      {leader ? (
                        <span className={styles.also}>
                          <span>{leader.username}</span> {texts.takesTheLead} <span className={styles.emoji}>👑</span>
                        </span>
                      ) : count > 1 || seenBy !== undefined ? (
                        <span className={styles.also}>
                          {count > 1 ? texts.more({ count: count - 1 }) : texts.seenBy({ by: seenBy ?? '' })}
                        </span>
                      ) : null}
                    </span>
                  </button>
                )}
              </Menu>
              {seenBy !== undefined && activity && mayThank(activity, myId) ? (
                <Pill
                  aria-label={reactionsMessages.thankFor({ name: seenBy, title: last.title })}
                  onClick={() => {
                    thank({ boardId: board.id, activityId: last.activityId });
                    leave();
                  }}
                >
                  {reactionsMessages.thank}
                </Pill>
              ) : null}
            </div>,
            root,
          )
        : null}
    </>
  );

  /** The bubble goes with the focus. */
  function leave(): void {
    passFocusOn([document.querySelector<HTMLElement>('h1')]);
    ripostes.set([]);
  }

  // What is said of it: several are counted.
  function sentenceOf(names: readonly string[], log: NonNullable<typeof last>): string {
    if (names.length > 1) return texts.several({ names: [...new Set(names.toReversed())], count: names.length });
    return `${loggedSentence(log, isForTwo)} ${signed(log.points)}`;
  }
}

/** Among accomplices one's own face hops, too, with what is logged for oneself. Draws nothing. */
export function OwnHop({ activities, myId }: { activities: readonly Pick<Activity, 'userId' | 'loggedAt'>[]; myId: UserId }) {
  const newest = Math.max(0, ...activities.flatMap(({ userId, loggedAt }) => (userId === myId ? [loggedAt] : [])));
  const known = useRef(newest);
  useLayoutEffect(() => {
    const face = newest > known.current && faceInSight(myId);
    known.current = Math.max(newest, known.current);
    if (face) hop(face);
  }, [newest, myId]);
  return null;
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
