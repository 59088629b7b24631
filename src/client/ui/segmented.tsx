import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './segmented.module.css';

interface SegmentedProps<V extends string> {
  /** What is chosen, for who cannot see it. */
  legend: string;
  options: readonly { value: V; label: ReactNode; description?: string }[];
  value: V;
  onChoose: (value: V) => void;
  className?: string | undefined;
}

/** A few short choices side by side, of which one is chosen. */
export function Segmented<V extends string>({ legend, options, value: chosen, onChoose, className }: SegmentedProps<V>) {
  const group = useId();
  return (
    <fieldset className={classNames(styles.choice, className)}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map(({ value, label, description }) => (
        <label key={value} className={styles.option}>
          <input
            type="radio"
            name={group}
            checked={value === chosen}
            onChange={() => onChoose(value)}
            aria-describedby={description && `${group}-${value}`}
          />
          {label}
        </label>
      ))}
      {options.map(({ value, description }) =>
        description ? (
          <span key={value} id={`${group}-${value}`} hidden>
            {description}
          </span>
        ) : null,
      )}
    </fieldset>
  );
}
