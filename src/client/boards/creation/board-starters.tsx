import { useId } from 'react';
import { Button } from '#client/ui/button.tsx';
import { createBoardMessages } from '../boards-messages.fr.ts';
import styles from './board-starters.module.css';
import { type Kit, kits } from './kits.fr.ts';

interface BoardStartersProps {
  /** A board is being made. */
  isBusy: boolean;
  onStart: (kit: Kit) => void;
}

/** A whole board in one press, to be changed at will: couples got lost in a form before their first point. */
export function BoardStarters({ isBusy, onStart }: BoardStartersProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={styles.starters}>
      <p id={id} className={styles.legend}>
        {createBoardMessages.starters}
      </p>
      <div className={styles.choices}>
        {kits.map((kit) => (
          <Button key={kit.name} icon={<span aria-hidden="true">{kit.icon}</span>} pending={isBusy} onClick={() => onStart(kit)}>
            {kit.label}
          </Button>
        ))}
      </div>
    </div>
  );
}
