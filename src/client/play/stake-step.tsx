import { useState } from 'react';
import { playLimits } from '#shared/season-rules';
import { visibleText } from '#shared/visible-text';
import { Tiles } from '#client/ui/layout/layout.tsx';
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
      <Tiles gap={2} className={styles.stakes}>
        {isOwn ? null : <Tile emoji="✏️" title={texts.write} onChoose={() => setOwn(true)} />}
        {isOptional ? <Tile emoji="🏅" title={texts.optional} onChoose={() => onChoose('')} /> : null}
        {ready.map(({ emoji, title }) => (
          <Tile key={title} {...{ emoji, title }} onChoose={() => onChoose(title)} />
        ))}
      </Tiles>
    </>
  );
}

interface TileProps {
  /** Beside the stake, never a part of it. */
  emoji: string;
  title: string;
  onChoose: () => void;
}

function Tile({ emoji, title, onChoose }: TileProps) {
  return (
    <button type="button" className={styles.tile} onClick={onChoose}>
      <span aria-hidden="true" className={styles.emoji}>
        {emoji}
      </span>
      <span>
        <Unbroken>{title}</Unbroken>
      </span>
    </button>
  );
}
