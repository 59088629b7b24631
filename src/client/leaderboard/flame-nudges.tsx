import { useEffect, useRef, useState } from 'react';
import type { UserId } from '#shared/ids';
import { flameMessages as texts } from '#client/boards/flame-messages.fr.ts';
import type { FlameToday } from '#client/boards/flame-today.ts';
import type { ShownBoard } from '#client/sync/commands/projection.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import styles from './flame-nudges.module.css';
import { NudgeButton } from './nudge-button.tsx';

interface FlameNudgesProps {
  shown: ShownBoard;
  flame: Pick<FlameToday, 'isLitToday' | 'played'>;
  myId: UserId;
}

/** The members who have not played today, each with a nudge: some of them while the flame waits for others, the rest on request. */
export function FlameNudges({ shown, flame: { isLitToday, played }, myId }: FlameNudgesProps) {
  /** How many stood there when the others were asked for; null until then. */
  const [asked, setAsked] = useState<number | null>(null);
  const list = useRef<HTMLUListElement>(null);
  // The button that asked is gone: the focus goes to what it brought.
  useEffect(() => {
    if (asked !== null) list.current?.children[asked]?.querySelector('button')?.focus();
  }, [asked]);
  const quiet = shown.members.filter(({ userId }) => userId !== myId && !played.has(userId));
  // It waits for nobody else where oneself is enough.
  const needsOthers = !isLitToday && (played.size === 0 || played.has(myId));
  const count = asked !== null ? quiet.length : needsOthers ? Math.min(quiet.length, mostShown) : 0;
  const more = quiet.length - count;
  return (
    <>
      {count > 0 ? (
        <ul ref={list} className={styles.nudges} aria-label={texts.quiet}>
          {quiet.slice(0, count).map(({ userId, username, avatar }) => (
            <li key={userId} className={styles.member}>
              <Avatar emoji={avatar} size="sm" />
              <span className={styles.name}>{username}</span>
              <NudgeButton shown={shown} userId={userId} name={username} className={styles.nudge} />
            </li>
          ))}
        </ul>
      ) : null}
      {more > 0 ? (
        <Button onClick={() => setAsked(count)}>{count === 0 ? texts.nudgeSomebody : texts.moreQuiet({ count: more })}</Button>
      ) : null}
    </>
  );
}

const mostShown = 3;
