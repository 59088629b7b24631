import type { FormEvent } from 'react';
import { actionLimits } from '#shared/action-limits';
import { TextField } from '#client/ui/text-field.tsx';
import { editActionsMessages } from './actions-messages.fr.ts';
import styles from './own-action-form.module.css';
import { type OwnAction, type OwnActionErrors, typedPoints } from './own-action.ts';

interface OwnActionFormProps {
  /** The form's id, so that a button outside it can submit it. */
  id: string;
  own: OwnAction;
  onChange: (own: OwnAction) => void;
  errors: OwnActionErrors;
  onSubmit: () => void;
}

export function OwnActionForm({ id, own, onChange, errors, onSubmit }: OwnActionFormProps) {
  const { name, nameExample, sign, points, gain, loss, emoji, emojiHint } = editActionsMessages;
  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }
  const signs = [
    { label: gain, symbol: '+', isLoss: false },
    { label: loss, symbol: '\u2212', isLoss: true },
  ];
  return (
    <form id={id} noValidate className={styles.form} onSubmit={submit}>
      <TextField
        label={name}
        placeholder={nameExample}
        required
        maxLength={actionLimits.titleMax}
        value={own.title}
        error={errors.title}
        onChange={(event) => onChange({ ...own, title: event.target.value })}
      />
      <div className={styles.row}>
        <fieldset className={styles.signs}>
          <legend className="visually-hidden">{sign}</legend>
          {signs.map(({ label, symbol, isLoss }) => (
            <label key={symbol} className={styles.sign} data-sign={isLoss ? 'minus' : 'plus'}>
              <input
                type="radio"
                name={`${id}-sign`}
                className={styles.radio}
                checked={own.isLoss === isLoss}
                onChange={() => onChange({ ...own, isLoss })}
              />
              <span aria-hidden="true" className={styles.symbol}>
                {symbol}
              </span>
              {label}
            </label>
          ))}
        </fieldset>
        <TextField
          label={points}
          placeholder="20"
          inputMode="numeric"
          autoComplete="off"
          required
          value={own.points}
          error={errors.points}
          onChange={(event) => onChange(typedPoints(own, event.target.value))}
        />
        <TextField
          label={emoji}
          hint={emojiHint}
          placeholder="🥐"
          autoComplete="off"
          value={own.emoji}
          error={errors.emoji}
          onChange={(event) => onChange({ ...own, emoji: event.target.value })}
        />
      </div>
    </form>
  );
}
