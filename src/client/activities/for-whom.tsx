import { useEffect, useId, useRef, useState } from 'react';
import { activityLimits } from '#shared/activity-limits';
import type { Member } from '#shared/boards';
import type { BoardId, UserId } from '#shared/ids';
import { newId } from '#client/api/new-id.ts';
import type { Credited } from '#client/sync/commands/items.ts';
import type { LoggedAction } from '#client/sync/commands/registry.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Pill } from '#client/ui/surface/surface.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import styles from './for-whom.module.css';
import { forWhomMessages as texts } from './for-whom-messages.fr.ts';

/** For whom an action is noted, and the words about it. */
export interface ForWhom {
  /** Null stands for the person themselves. */
  people: readonly (Credited | null)[];
  isGain: boolean;
  confirm: (worth: { points: number }) => string;
  remark: string;
  /** A loss is not logged: each other member is asked to avow it. */
  ask?: (action: LoggedAction) => void;
}

/** Whose activities it becomes. */
export function peopleOf(forWhom: ForWhom | undefined, myId: UserId): UserId[] {
  return (forWhom?.people ?? [null]).map((credited) => credited?.userId ?? myId);
}

interface ForWhomChoiceProps {
  members: readonly Member[];
  myId: UserId;
  boardId: BoardId;
  isGain: boolean;
  /** Undefined: for the person alone. */
  forWhom: ForWhom | undefined;
  onChange: (forWhom: ForWhom | undefined) => void;
}

/**
 * For whom an action is noted (decision D38): a pill with one's own face until somebody wants to say it. A gain on a board of two has both
 * faces, so that one tap notes it for the other (decision D52).
 */
export function ForWhomChoice({ members, myId, boardId, isGain, forWhom, onChange }: ForWhomChoiceProps) {
  const [isAsked, setAsked] = useState(false);
  const labelId = useId();
  const { show } = useToasts();
  const own = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button that was pressed is gone.
    if (isAsked) own.current?.focus();
  }, [isAsked]);
  const chosen = forWhom ? forWhom.people.map((credited) => credited?.userId ?? myId) : [myId];
  const people = [...members].sort((one, other) => Number(other.userId === myId) - Number(one.userId === myId));
  if (isGain && members.length === 2)
    return (
      <Row gap={2} role="radiogroup" aria-labelledby={labelId} className={styles.faces}>
        <span id={labelId} className="visually-hidden">
          {texts.ask}
        </span>
        {people.map((member) => (
          <label key={member.userId} className={styles.person}>
            <input
              type="radio"
              name={labelId}
              checked={chosen.length === 1 && chosen[0] === member.userId}
              onChange={() => onChange(saying([member]))}
            />
            <Avatar emoji={member.avatar} />
            <span className={styles.name} title={member.username}>
              {member.userId === myId ? texts.me : member.username}
            </span>
          </label>
        ))}
      </Row>
    );
  if (!isAsked && !forWhom)
    return (
      <Pill onClick={() => setAsked(true)}>
        <Avatar emoji={members.find(({ userId }) => userId === myId)?.avatar ?? '🧑'} size="sm" />
        {texts.ask} {texts.me}
      </Pill>
    );

  function toggle(id: UserId) {
    const isOff = chosen.includes(id);
    // The first other member who is named replaces oneself, whom nobody chose. A loss is avowed or asked about, not both.
    const before = forWhom && (isGain || id !== myId) ? chosen : [];
    const after = isOff ? chosen.filter((one) => one !== id) : [...before, id];
    onChange(saying(people.filter(({ userId }) => after.includes(userId))));
  }

  function saying(wanted: readonly Member[]): ForWhom | undefined {
    if (wanted.every(({ userId }) => userId === myId)) return undefined;
    const names = wanted.map(({ userId, username }) => (userId === myId ? texts.you : username));
    return {
      people: wanted.map(({ userId, username, avatar: userAvatar }) => (userId === myId ? null : { userId, username, userAvatar })),
      isGain,
      confirm: ({ points }) => texts.confirm({ names, points }),
      ...(isGain ? { remark: members.length === 2 ? texts.seen({ names }) : texts.remark({ names }) } : asking(wanted)),
    };
  }

  function asking(culprits: readonly Member[]): Pick<ForWhom, 'remark' | 'ask'> {
    const names = culprits.map(({ username }) => username);
    return {
      remark: texts.remarkOfLoss({ names }),
      ask({ id: actionId, title, points }) {
        // Each answers for themselves: what is given at once would be sent as one.
        for (const { userId, username, avatar: userAvatar } of culprits)
          outbox.enqueue({ kind: 'owed_loss', id: newId(), boardId, actionId, title, points, for: { userId, username, userAvatar } });
        show({ kind: 'success', message: texts.asked({ names }) });
      },
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
      <p className={styles.hint}>{isGain ? texts.hint.gain : texts.hint.loss}</p>
    </div>
  );
}
