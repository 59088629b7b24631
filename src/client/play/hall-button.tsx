import { Trophy } from 'lucide-react';
import type { BoardId } from '#shared/ids';
import { Pill } from '#client/ui/surface/surface.tsx';
import { asked } from './asked.ts';
import { playMessages as texts } from './play-messages.fr.ts';

/** Opens Palmarès, beside the choice of the period. */
export function HallButton({ boardId }: { boardId: BoardId }) {
  return (
    <Pill aria-haspopup="dialog" onClick={() => asked.announce({ boardId, what: 'hall of fame' })}>
      <Trophy aria-hidden="true" />
      {texts.hallOfFame}
    </Pill>
  );
}
