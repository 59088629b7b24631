import { useState } from 'react';
import { isDay } from '#shared/season-rules';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { focusNew } from './focus-new.ts';
import styles from './propose-dialog.module.css';
import { proposeMessages as texts } from './propose-messages.fr.ts';

interface LastDayFormProps {
  /** Days of the board that can be chosen. */
  from: string;
  to: string;
  invalid: string;
  onChoose: (lastDay: string) => void;
}

/** A day of choice, the last one of what is proposed. */
export function LastDayForm({ from, to, invalid, onChoose }: LastDayFormProps) {
  const [lastDay, setLastDay] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isDay(lastDay) && from <= lastDay && lastDay <= to) onChoose(lastDay);
        else setInvalid(true);
      }}
    >
      <TextField
        type="date"
        label={texts.lastDay}
        hint={texts.lastDayHint}
        error={isInvalid ? invalid : null}
        min={from}
        max={to}
        value={lastDay}
        onChange={({ currentTarget }) => {
          setLastDay(currentTarget.value);
          setInvalid(false);
        }}
        ref={focusNew}
      />
      <Button kind="primary" type="submit">
        {texts.next}
      </Button>
    </form>
  );
}
