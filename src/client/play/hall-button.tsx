import { Trophy } from 'lucide-react';
import type { BoardId } from '#shared/ids';
import { Button } from '#client/ui/button.tsx';
import { asked } from './asked.ts';
import styles from './hall-button.module.css';
import { playMessages as texts } from './play-messages.fr.ts';

/** Opens Palmarès, beside the choice of the period. */
export function HallButton({ boardId }: { boardId: BoardId }) {
  return (
    <Button
      kind="ghost"
      className={styles.hall}
      icon={<Trophy aria-hidden="true" />}
      aria-haspopup="dialog"
      onClick={() => asked.announce({ boardId, what: 'hall of fame' })}
    >
      {texts.hallOfFame}
    </Button>
  );
}
