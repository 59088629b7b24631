import { Check } from 'lucide-react';
import { useId } from 'react';
import styles from './choice.module.css';
import { classNames } from './class-names.ts';

interface ThemeChoiceProps<Theme extends string> {
  legend: string;
  legendHidden?: boolean | undefined;
  /** `name` is what a screen reader says; `theme` a value of `data-board-theme`. */
  options: readonly { theme: Theme; name: string }[];
  value: Theme;
  onChoose: (theme: Theme) => void;
  disabled?: boolean | undefined;
}

/** Radios that show the gradients themselves. */
export function ThemeChoice<Theme extends string>(props: ThemeChoiceProps<Theme>) {
  const { legend, legendHidden = false, options, value, onChoose, disabled } = props;
  const group = useId();
  return (
    <fieldset disabled={disabled}>
      <legend className={legendHidden ? 'visually-hidden' : 'label'}>{legend}</legend>
      <div className={classNames(styles.options, styles.themes)}>
        {options.map(({ theme, name }) => (
          <span key={theme} className={classNames(styles.option, styles.theme)} data-board-theme={theme} title={name}>
            <input
              type="radio"
              className={styles.radio}
              name={group}
              value={theme}
              aria-label={name}
              checked={theme === value}
              onChange={() => onChoose(theme)}
            />
            <Check aria-hidden="true" className={styles.check} strokeWidth={3} />
          </span>
        ))}
      </div>
    </fieldset>
  );
}
