import { type MouseEvent, useId, useState } from 'react';
import { Stack, Tiles } from '#client/ui/layout/layout.tsx';
import { Ring } from '#client/ui/ring.tsx';
import { createBoardMessages } from '../create-board-messages.fr.ts';
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
  const [started, setStarted] = useState<Kit | null>(null);

  function start(kit: Kit, { detail }: MouseEvent): void {
    // A double click is one press.
    if (isBusy || detail > 1) return;
    setStarted(kit);
    onStart(kit);
  }

  return (
    <Stack role="group" gap={3} aria-labelledby={id}>
      <p id={id} className="label">
        {createBoardMessages.starters}
      </p>
      <Tiles gap={3} className={styles.kits}>
        {kits.map((kit) => (
          <button
            key={kit.name}
            type="button"
            className={styles.kit}
            data-board-theme={kit.theme}
            // `disabled` would take the focus away.
            aria-disabled={isBusy || undefined}
            aria-busy={(isBusy && kit === started) || undefined}
            onClick={(event) => start(kit, event)}
          >
            <span aria-hidden="true" className={styles.icon}>
              {isBusy && kit === started ? <Ring className={styles.turning} /> : kit.icon}
            </span>
            <span className={styles.label}>{kit.label}</span> <span className={styles.taste}>{kit.taste}</span>
          </button>
        ))}
      </Tiles>
    </Stack>
  );
}
