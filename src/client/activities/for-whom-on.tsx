import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { withNumbers } from '#shared/leaderboard';
import { boardQuery } from '#client/boards/board-queries.ts';
import { useMe } from '#client/session/session-queries.ts';
import { ForWhomChoice } from './for-whom.tsx';

/** The same for a board that is not open: nothing, as long as its members are not known here. */
export function ForWhomOn({ boardId, ...props }: Omit<ComponentProps<typeof ForWhomChoice>, 'members' | 'myId'>) {
  const { data } = useQuery(boardQuery(boardId));
  const { id: myId } = useMe();
  if (!data || data.members.length < 2) return null;
  return <ForWhomChoice {...{ boardId, myId }} members={withNumbers(data.members)} {...props} />;
}
