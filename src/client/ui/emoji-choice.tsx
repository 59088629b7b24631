import { useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './choice.module.css';

export interface EmojiOption {
  symbol: string;
  /** What a screen reader says. */
  name: string;
  /** The person who has it, when it cannot be chosen; the name should say so too. */
  takenBy?: string;
}

interface EmojiChoiceProps {
  legend: string;
  legendHidden?: boolean | undefined;
  /** Eight: in one row, or in two of four. */
  areFew?: boolean;
  options: readonly EmojiOption[];
  /** The symbol chosen. */
  value: string | null;
  onChoose: (symbol: string) => void;
  disabled?: boolean | undefined;
}

export function EmojiChoice({ legend, legendHidden = false, areFew = false, options, value, onChoose, disabled }: EmojiChoiceProps) {
  const group = useId();
  return (
    <fieldset disabled={disabled}>
      <legend className={legendHidden ? 'visually-hidden' : 'label'}>{legend}</legend>
      <div className={classNames(styles.options, areFew && styles.few)}>
        {options.map(({ symbol, name, takenBy }) => (
          <span key={symbol} className={styles.option} title={name} data-taken={takenBy === undefined ? undefined : ''}>
            <span aria-hidden="true" className={styles.emoji}>
              {symbol}
            </span>
            {takenBy === undefined ? null : (
              <span aria-hidden="true" className={styles.owner}>
                {takenBy}
              </span>
            )}
            <input
              type="radio"
              className={styles.radio}
              name={group}
              value={symbol}
              aria-label={name}
              checked={symbol === value}
              disabled={takenBy !== undefined}
              onChange={() => onChoose(symbol)}
            />
          </span>
        ))}
      </div>
    </fieldset>
  );
}
