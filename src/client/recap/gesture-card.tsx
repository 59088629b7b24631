import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { thanksEmoji } from '#shared/reaction-choices';
import type { UserId } from '#shared/ids';
import type { Recap } from '#shared/recap';
import { newId } from '#client/api/new-id.ts';
import { outbox, useOutbox } from '#client/sync/outbox/outbox.ts';
import { focusNew } from '#client/play/focus-new.ts';
import { Button } from '#client/ui/button.tsx';
import { Hyphenated } from '#client/ui/hyphenated.tsx';
import type { ChosenGesture } from './cards.ts';
import styles from './recap-dialog.module.css';
import { recapMessages } from './recap-messages.fr.ts';
import { recapQuery } from './recap-queries.ts';

const { gestures: texts } = recapMessages;

interface GestureCardProps {
  recap: Recap;
  /** One, or the others together. */
  gestures: readonly ChosenGesture[];
  myId: UserId;
}

/** What members chose as the gesture of the week: who did, with their words (decision D50). Whoever did not is not named. */
export function GestureCard({ recap, gestures, myId }: GestureCardProps) {
  const [gesture, ...others] = gestures;
  if (!gesture) return null;
  if (others.length > 0) return <SharedCard {...{ recap, gestures, myId }} />;
  const { title, emoji, of } = gesture;
  return (
    <>
      <p className={styles.eyebrow}>{texts.title}</p>
      <p aria-hidden="true" className={styles.emoji}>
        {emoji ?? '🌿'}
      </p>
      <p className={styles.unit}>{texts.chose(chosersOf(gesture, myId))}</p>
      <p className={styles.title}>
        <Hyphenated>{title}</Hyphenated>
      </p>
      <p className={styles.aside}>{texts.of({ name: of.username, isMe: of.userId === myId })}</p>
      <Words gesture={gesture} />
      <Thanks {...{ recap, gesture, myId }} />
    </>
  );
}

function SharedCard({ recap, gestures, myId }: GestureCardProps) {
  return (
    <>
      <p className={styles.eyebrow}>{texts.others}</p>
      {gestures.map((gesture) => (
        <div key={gesture.activityId}>
          <p className={styles.unit}>
            {texts.chose(chosersOf(gesture, myId))} {gesture.title} <span aria-hidden="true">{gesture.emoji}</span>
          </p>
          <Words gesture={gesture} />
          <Thanks {...{ recap, gesture, myId }} />
        </div>
      ))}
    </>
  );
}

function chosersOf({ by }: ChosenGesture, myId: UserId) {
  const others = by.filter((one) => one.by.userId !== myId);
  return { names: others.map((one) => one.by.username), isMe: others.length < by.length };
}

function Words({ gesture: { by } }: { gesture: ChosenGesture }) {
  const said = by.filter(({ words }) => words !== '');
  return said.map(({ by: { userId, username }, words }) => (
    <p key={userId} dir="auto" className={styles.pill}>
      {by.length > 1 ? texts.wordsOf({ words, name: username }) : texts.words({ words })}
    </p>
  ));
}

/** 'Merci', a reaction of the person whose gesture was chosen: given once, it is said. */
function Thanks({ recap: { boardId, week }, gesture, myId }: Pick<GestureCardProps, 'recap' | 'myId'> & { gesture: ChosenGesture }) {
  const client = useQueryClient();
  const { activityId, of, isThanked } = gesture;
  const [isPressed, setPressed] = useState(false);
  const isOnItsWay = useOutbox('pending').some(
    (item) => item.kind === 'reaction' && item.isOn && item.emoji === thanksEmoji && item.activityId === activityId,
  );
  const isMine = of.userId === myId;
  if (isThanked || (isMine && isOnItsWay))
    return (
      // It takes the focus over from the button.
      <p ref={isPressed ? focusNew : undefined} tabIndex={-1} className={styles.aside}>
        {isMine ? texts.thanked : texts.thankedBy({ name: of.username })}
      </p>
    );
  if (!isMine) return null;

  function thank() {
    setPressed(true);
    outbox.enqueue({ kind: 'reaction', id: newId(), boardId, activityId, emoji: thanksEmoji, isOn: true });
    client.setQueryData(recapQuery(boardId, week).queryKey, (recap) =>
      recap?.gestures
        ? { ...recap, gestures: recap.gestures.map((one) => (one.activityId === activityId ? { ...one, isThanked: true } : one)) }
        : recap,
    );
  }

  return (
    <Button className={styles.share} onClick={thank}>
      {texts.thank}
    </Button>
  );
}
