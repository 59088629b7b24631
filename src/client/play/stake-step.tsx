import { useState } from 'react';
import { playLimits } from '#shared/season-rules';
import { visibleText } from '#shared/visible-text';
import { TextField } from '#client/ui/text-field.tsx';
import { focusNew } from './focus-new.ts';
import styles from './propose-dialog.module.css';
import { proposeMessages as texts } from './propose-messages.fr.ts';
import { StepForm } from './step-form.tsx';
import { Unbroken } from '#client/ui/unbroken.tsx';

interface StakeStepProps {
  isDuel: boolean;
  isOptional: boolean;
  stake: string;
  onChoose: (stake: string) => void;
}

/** What is played for: one of eight in a tap, or one's own. */
export function StakeStep({ isDuel, isOptional, stake, onChoose }: StakeStepProps) {
  const ready = isDuel ? texts.stakes.duel : texts.stakes.group;
  const [typed, setTyped] = useState(ready.some(({ title }) => title === stake) ? '' : stake);
  const [isOwn, setOwn] = useState(typed !== '');
  const [isInvalid, setInvalid] = useState(false);
  return (
    <>
      <div className={styles.own}>
        {isOwn ? null : <Tile emoji="✏️" title={texts.write} isDashed onChoose={() => setOwn(true)} />}
        {isOptional ? <Tile emoji="🏅" title={texts.optional} isDashed onChoose={() => onChoose('')} /> : null}
      </div>
      {isOwn ? (
        <StepForm
          onSubmit={() => {
            const own = visibleText(typed);
            if (own === '') setInvalid(true);
            else onChoose(own);
          }}
        >
          <TextField
            label={texts.own}
            hint={texts.ownHint}
            error={isInvalid ? texts.ownRequired : null}
            placeholder={texts.ownPlaceholder}
            maxLength={playLimits.stakeMax}
            required
            autoComplete="off"
            value={typed}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              setInvalid(false);
            }}
            ref={focusNew}
          />
        </StepForm>
      ) : null}
      <div className={styles.tiles}>
        {ready.map(({ emoji, title }) => (
          <Tile key={title} {...{ emoji, title }} onChoose={() => onChoose(title)} />
        ))}
      </div>
    </>
  );
}

interface TileProps {
  /** Beside the stake, never a part of it. */
  emoji: string;
  title: string;
  isDashed?: boolean | undefined;
  onChoose: () => void;
}

function Tile({ emoji, title, isDashed = false, onChoose }: TileProps) {
  return (
    <button type="button" className={styles.tile} data-dashed={isDashed || undefined} onClick={onChoose}>
      <span aria-hidden="true" className={styles.emoji}>
        {emoji}
      </span>
      <Unbroken>{title}</Unbroken>
    </button>
  );
}
