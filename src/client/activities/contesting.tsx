import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type ContestEmoji, contestEmojis, contestLasts } from '#shared/contest-rules';
import type { BoardId, ContestId, UserId } from '#shared/ids';
import type { Play } from '#shared/play';
import { newId } from '#client/api/new-id.ts';
import { useServerTime } from '#client/api/server-time.ts';
import type { Shown } from '#client/sync/commands/items.ts';
import { contestActivity } from '#client/sync/commands/play-calls.ts';
import { finalRefusal } from '#client/sync/replica/failures.ts';
import { ingest } from '#client/sync/replica/ingest.ts';
import { useCommand } from '#client/ui/command.ts';
import type { MenuItem } from '#client/ui/menu.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { contestingMessages as texts } from './contesting-messages.fr.ts';
import styles from './reactions.module.css';

interface ContestingProps {
  activity: Shown;
  boardId: BoardId;
  myId: UserId;
  contests: NonNullable<Play['contests']>;
  /** Takes what the menu of the activity offers more. The same function at each rendering. */
  onOffer: (items: readonly MenuItem[]) => void;
}

/** Offers 'Mauvaise foi !' for what another one logged within a day (decision D43). */
export function Contesting({ activity, boardId, myId, contests, onOffer }: ContestingProps) {
  const client = useQueryClient();
  const { show } = useToasts();
  // Said again after a lost reply, it is the same contest.
  const [ids] = useState(() => new Map<ContestEmoji, ContestId>());
  const contest = useCommand({
    mutationFn: (emoji: ContestEmoji) => {
      const id = ids.get(emoji) ?? newId<ContestId>();
      ids.set(emoji, id);
      return contestActivity(myId, { boardId }, { id, activityId: activity.id, emoji });
    },
    onSuccess: (change) => {
      ingest(client, change);
      show({ kind: 'success', message: texts.sent });
    },
    onError: (error) => show({ kind: 'error', message: finalRefusal(error) ?? texts.failed }),
  });
  const now = useServerTime([activity.loggedAt + contestLasts]);
  const contested = contests.list.find(({ activityId }) => activityId === activity.id);
  const isOffered = contests.isOn && !contested && isContestable(activity, myId, now);
  const send = useRef(contest.mutate);
  useEffect(() => {
    send.current = contest.mutate;
  });
  useEffect(() => {
    if (!isOffered) return;
    onOffer(
      contestEmojis.map((emoji) => ({
        label: texts.contestBy({ emoji }),
        icon: (
          <span aria-hidden="true" className={styles.choice}>
            {emoji}
          </span>
        ),
        group: texts.contest,
        onSelect: () => send.current(emoji),
      })),
    );
    return () => onOffer([]);
  }, [isOffered, onOffer]);
  return null;
}

/** `now` in milliseconds since 1970. */
function isContestable({ userId, notedBy, loggedAt, pending }: Shown, myId: UserId, now: number): boolean {
  return !pending && userId !== null && userId !== myId && notedBy?.userId !== myId && now < loggedAt + contestLasts;
}
