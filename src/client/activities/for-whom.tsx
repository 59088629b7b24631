import { UsersRound } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { activityLimits } from '#shared/activity-limits';
import type { Member } from '#shared/boards';
import type { UserId } from '#shared/ids';
import type { Credited } from '#client/sync/commands/items.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import styles from './for-whom.module.css';
import { forWhomMessages as texts } from './for-whom-messages.fr.ts';

/** For whom a gain is noted, and the words about it. */
export interface ForWhom {
  /** Null stands for the person themselves. */
  people: readonly (Credited | null)[];
  confirm: string;
  remark: string;
}

interface ForWhomChoiceProps {
  members: readonly Member[];
  myId: UserId;
  /** Undefined: for the person alone. */
  forWhom: ForWhom | undefined;
  onChange: (forWhom: ForWhom | undefined) => void;
}

/** For whom a gain is noted (decision D38): a quiet button until somebody wants to say it. */
export function ForWhomChoice({ members, myId, forWhom, onChange }: ForWhomChoiceProps) {
  const [isAsked, setAsked] = useState(false);
  const labelId = useId();
  const own = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button that was pressed is gone.
    if (isAsked) own.current?.focus();
  }, [isAsked]);
  if (!isAsked && !forWhom)
    return (
      <Button kind="ghost" icon={<UsersRound aria-hidden="true" />} onClick={() => setAsked(true)}>
        {texts.ask} {texts.me}
      </Button>
    );

  const chosen = forWhom ? forWhom.people.map((credited) => credited?.userId ?? myId) : [myId];
  const people = [...members].sort((one, other) => Number(other.userId === myId) - Number(one.userId === myId));

  function toggle(id: UserId) {
    const isOff = chosen.includes(id);
    // Whoever names the first other one means them, and not oneself too: that was nobody's choice.
    const before = forWhom ? chosen : [];
    const after = isOff ? chosen.filter((one) => one !== id) : [...before, id];
    onChange(saying(people.filter(({ userId }) => after.includes(userId))));
  }

  function saying(wanted: readonly Member[]): ForWhom | undefined {
    if (wanted.every(({ userId }) => userId === myId)) return undefined;
    const names = wanted.map(({ userId, username }) => (userId === myId ? texts.you : username));
    return {
      people: wanted.map(({ userId, username, avatar: userAvatar }) => (userId === myId ? null : { userId, username, userAvatar })),
      confirm: texts.confirm({ names }),
      remark: texts.remark({ names }),
    };
  }

  return (
    <div role="group" aria-labelledby={labelId} className={styles.choice}>
      <p id={labelId} className="label">
        {texts.ask}
      </p>
      <div className={styles.people}>
        {people.map(({ userId, username, avatar }) => (
          <button
            key={userId}
            type="button"
            className={styles.person}
            aria-pressed={chosen.includes(userId)}
            aria-disabled={(chosen.length >= activityLimits.boardsAtOnce && !chosen.includes(userId)) || undefined}
            onClick={({ currentTarget }) => {
              if (currentTarget.ariaDisabled !== 'true') toggle(userId);
            }}
            ref={userId === myId ? own : undefined}
          >
            <Avatar emoji={avatar} size="sm" />
            <span className={styles.name}>{userId === myId ? texts.me : username}</span>
          </button>
        ))}
      </div>
      <p className={styles.hint}>{texts.hint}</p>
    </div>
  );
}
