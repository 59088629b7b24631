import { type MouseEvent, type ReactNode, useId, useState } from 'react';
import { type PlayMode, playModes } from '#shared/play-modes';
import { Stack, Tiles } from '#client/ui/layout/layout.tsx';
import { Ring } from '#client/ui/ring.tsx';
import { createBoardMessages } from '../create-board-messages.fr.ts';
import styles from './board-starters.module.css';
import { coupleKit, type Kit, otherKits } from './kits.fr.ts';
import { PlayModePicture } from './play-mode-picture.tsx';

interface BoardStartersProps {
  /** A board is being made. */
  isBusy: boolean;
  onStart: (kit: Kit, playMode: PlayMode) => void;
}

/**
 * A whole board in one press, to be changed at will: couples got lost in a form before their first point. That for two asks by its two halves how it
 * is played (decision D53); the others have scores.
 */
export function BoardStarters({ isBusy, onStart }: BoardStartersProps) {
  const id = useId();
  const [started, setStarted] = useState<string | null>(null);

  function startOf(kit: Kit, playMode: PlayMode) {
    const pressed = `${kit.name} ${playMode}`;
    return {
      isBusy,
      isStarted: isBusy && pressed === started,
      onClick: ({ detail }: MouseEvent) => {
        // A double click is one press.
        if (isBusy || detail > 1) return;
        setStarted(pressed);
        onStart(kit, playMode);
      },
    };
  }

  return (
    <Stack role="group" gap={3} aria-labelledby={id}>
      <p id={id} className="label">
        {createBoardMessages.starters}
      </p>
      <Tiles gap={3} className={styles.kits}>
        {playModes.map((mode) => {
          const { title, text } = createBoardMessages.playMode[mode];
          return (
            <KitButton
              key={mode}
              kit={coupleKit}
              {...startOf(coupleKit, mode)}
              picture={<PlayModePicture mode={mode} />}
              label={createBoardMessages.kitPlayed({ kit: coupleKit.label, mode: title })}
              taste={text}
            />
          );
        })}
      </Tiles>
      <Tiles gap={3} className={styles.others}>
        {otherKits.map((kit) => (
          <KitButton key={kit.name} {...{ kit }} {...startOf(kit, 'scores')} picture={kit.icon} label={kit.label} taste={kit.taste} />
        ))}
      </Tiles>
    </Stack>
  );
}

interface KitButtonProps {
  kit: Kit;
  isBusy: boolean;
  isStarted: boolean;
  picture: ReactNode;
  label: string;
  taste: string;
  onClick: (event: MouseEvent) => void;
}

function KitButton({ kit, isBusy, isStarted, picture, label, taste, onClick }: KitButtonProps) {
  return (
    <button
      type="button"
      className={styles.kit}
      data-board-theme={kit.theme}
      // `disabled` would take the focus away.
      aria-disabled={isBusy || undefined}
      aria-busy={isStarted || undefined}
      onClick={onClick}
    >
      {isStarted || typeof picture === 'string' ? (
        <span aria-hidden="true" className={styles.icon}>
          {isStarted ? <Ring className={styles.turning} /> : picture}
        </span>
      ) : (
        picture
      )}
      <span className={styles.label}>{label}</span> <span className={styles.taste}>{taste}</span>
    </button>
  );
}
