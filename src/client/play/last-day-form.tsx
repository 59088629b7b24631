import { useState } from 'react';
import { isDay } from '#shared/season-rules';
import { TextField } from '#client/ui/text-field.tsx';
import { focusNew } from './focus-new.ts';
import { proposeMessages as texts } from './propose-messages.fr.ts';
import { StepForm } from './step-form.tsx';

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
    <StepForm
      onSubmit={() => {
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
    </StepForm>
  );
}
