import { useId } from 'react';
import { type PlayMode, playModes } from '#shared/play-modes';
import { Stack, Tiles } from '#client/ui/layout/layout.tsx';
import { createBoardMessages } from '../create-board-messages.fr.ts';
import styles from './board-starters.module.css';
import { PlayModePicture } from './play-mode-picture.tsx';

interface PlayModeChoiceProps {
  /** Null before anybody has chosen: none is offered before the other. */
  value: PlayMode | null;
  onChoose: (mode: PlayMode) => void;
  theme: string;
}

/** How a board is played, as two pictures beside each other. */
export function PlayModeChoice({ value, onChoose, theme }: PlayModeChoiceProps) {
  const group = useId();
  const { legend, hint, ...modes } = createBoardMessages.playMode;
  return (
    <fieldset aria-describedby={`${group}-hint`}>
      <legend className="label">{legend}</legend>
      <Stack gap={3}>
        <Tiles gap={3} className={styles.kits}>
          {playModes.map((mode) => (
            <label key={mode} className={styles.kit} data-board-theme={theme}>
              <input type="radio" className={styles.radio} name={group} checked={mode === value} onChange={() => onChoose(mode)} />
              <PlayModePicture mode={mode} />
              <span className={styles.label}>{modes[mode].title}</span> <span className={styles.taste}>{modes[mode].text}</span>
            </label>
          ))}
        </Tiles>
        <p id={`${group}-hint`} className="hint">
          {hint}
        </p>
      </Stack>
    </fieldset>
  );
}
