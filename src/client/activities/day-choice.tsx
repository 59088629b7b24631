import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { dayIn } from '#shared/calendar';
import { dayAfterLimits, middleOf, openYesterday } from '#shared/day-after';
import type { BoardId, UserId } from '#shared/ids';
import { serverTime } from '#client/api/server-clock.ts';
import { boardQuery } from '#client/boards/board-queries.ts';
import { useByTheMinute } from '#client/boards/flame-today.ts';
import type { DayBefore } from '#client/sync/commands/items.ts';
import { activitiesWithPending } from '#client/sync/commands/projection.ts';
import { useOutbox } from '#client/sync/outbox/outbox.ts';
import { useMe } from '#client/session/session-queries.ts';
import { Row } from '#client/ui/layout/layout.tsx';
import { Segmented } from '#client/ui/segmented.tsx';
import { dayMessages as texts } from './day-messages.fr.ts';
import styles from './for-whom.module.css';

interface DayChoiceProps {
  boardId: BoardId;
  /** Whose activities it becomes. */
  people: readonly UserId[];
  late: DayBefore | undefined;
  onChange: (late: DayBefore | undefined) => void;
}

/** 'Aujourd'hui · Hier', as long as yesterday is open to all of these people (decision D49); nothing otherwise. */
export function DayChoice({ boardId, people, late, onChange }: DayChoiceProps) {
  const yesterday = useOpenYesterday(boardId, people);
  const [wasOver, setWasOver] = useState(false);
  const forget = useEffectEvent(() => onChange(undefined));
  const isOver = late !== undefined && late.day !== yesterday?.day;
  if (isOver && !wasOver) setWasOver(true);
  useEffect(() => {
    if (isOver) forget();
  }, [isOver]);
  if (!yesterday)
    return wasOver ? (
      <p role="status" className={styles.hint}>
        {texts.over}
      </p>
    ) : null;
  const { day, today } = yesterday;
  const options = [
    { value: 'today', label: texts.today, description: texts.named(today) },
    { value: 'yesterday', label: texts.yesterday, description: texts.named(day) },
  ] as const;
  return (
    <Row gap={1} justify="middle" className={styles.day}>
      <Segmented
        legend={texts.ask}
        options={options}
        value={late ? 'yesterday' : 'today'}
        onChoose={(value) => onChange(value === 'today' ? undefined : { day, playedAt: yesterday.playedAt })}
      />
      {late ? <p className={styles.hint}>{texts.hint({ day })}</p> : null}
    </Row>
  );
}

/** Yesterday, with a moment of it, where something may still be noted for it; what this page does not know of, the server refuses. */
function useOpenYesterday(boardId: BoardId, people: readonly UserId[]): (DayBefore & { today: string }) | null {
  const { data } = useQuery(boardQuery(boardId));
  const me = useMe();
  const pending = useOutbox('pending');
  const timeZone = data?.board.timeZone;
  const day = useByTheMinute(() => (timeZone === undefined ? null : openYesterday(timeZone, serverTime())));
  if (!data || timeZone === undefined || day === null) return null;
  const today = dayIn(timeZone, serverTime());
  const playedAt = middleOf(timeZone, day);
  const shown = activitiesWithPending(boardId, data.activities.activities, pending, me);
  const isOpenTo = (userId: UserId) => {
    const member = data.members.find((one) => one.userId === userId);
    const noted = shown.filter((one) => one.userId === userId && one.playedAt === playedAt && one.undone === null && !one.undoing);
    return member !== undefined && dayIn(timeZone, member.joinedAt) <= day && noted.length < dayAfterLimits.perDay;
  };
  return people.every(isOpenTo) ? { day, playedAt, today } : null;
}
