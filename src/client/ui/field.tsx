import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';

export interface FieldTexts {
  label: string;
  /** The label is read aloud in any case. */
  labelHidden?: boolean | undefined;
  hint?: ReactNode;
  /** Stands beside the field and makes it invalid. */
  error?: string | null | undefined;
}

interface FieldProps extends FieldTexts {
  id?: string | undefined;
  describedBy?: string | undefined;
  start?: ReactNode;
  end?: ReactNode;
  children: (input: {
    id: string;
    className: string | undefined;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean;
  }) => ReactNode;
}

/** Label, box, hint and error around one input, tied together for assistive technology. */
export function Field({ label, labelHidden = false, hint, error, id, describedBy, start, end, children }: FieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const hintId = `${inputId}-hint`;
  const errorId = `${inputId}-error`;
  const descriptions = classNames(describedBy, Boolean(error) && errorId, Boolean(hint) && hintId);
  return (
    <div className={styles.field}>
      <label htmlFor={inputId} className={labelHidden ? 'visually-hidden' : 'label'}>
        {label}
      </label>
      <div className={styles.box}>
        {start ? <span className={styles.start}>{start}</span> : null}
        {children({
          id: inputId,
          className: styles.input,
          'aria-describedby': descriptions || undefined,
          'aria-invalid': Boolean(error),
        })}
        {end ? <span className={styles.end}>{end}</span> : null}
      </div>
      {error ? (
        <p id={errorId} className={styles.error} role="alert">
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
