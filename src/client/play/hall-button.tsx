import { useInfiniteQuery } from '@tanstack/react-query';
import { Trophy } from 'lucide-react';
import type { BoardId } from '#shared/ids';
import { Button } from '#client/ui/button.tsx';
import { openings } from './openings.ts';
import { gesturesQuery } from './play-queries.ts';
import { playMessages as texts } from './play-messages.fr.ts';

interface HallButtonProps {
  boardId: BoardId;
  hasPlayed: boolean;
}

/** Opens Palmarès, beside the choice of the period, once the board has played for something, or a gesture of a week was revealed. */
export function HallButton({ boardId, hasPlayed }: HallButtonProps) {
  const { data } = useInfiniteQuery({ ...gesturesQuery(boardId), enabled: !hasPlayed });
  if (!hasPlayed && !data?.pages.some(({ gestures }) => gestures.length > 0)) return null;
  return (
    <Button
      kind="ghost"
      icon={<Trophy aria-hidden="true" />}
      aria-haspopup="dialog"
      onClick={() => openings.announce({ boardId, what: 'hall of fame' })}
    >
      {texts.hallOfFame}
    </Button>
  );
}
