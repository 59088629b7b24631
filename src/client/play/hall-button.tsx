import { Trophy } from 'lucide-react';
import type { BoardId } from '#shared/ids';
import { Pill } from '#client/ui/surface/surface.tsx';
import { openings } from './openings.ts';
import { playMessages as texts } from './play-messages.fr.ts';

interface HallButtonProps {
  boardId: BoardId;
  hasPlayed: boolean;
}

/** Opens Palmarès, beside the choice of the period, once the board has played for something. */
export function HallButton({ boardId, hasPlayed }: HallButtonProps) {
  if (!hasPlayed) return null;
  return (
    <Pill aria-haspopup="dialog" onClick={() => openings.announce({ boardId, what: 'hall of fame' })}>
      <Trophy aria-hidden="true" />
      {texts.hallOfFame}
    </Pill>
  );
}
