import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './switch.module.css';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'checked' | 'onChange' | 'className'> {
  label: string;
  description?: ReactNode;
  /** A picture before the label. */
  icon?: ReactNode;
  checked: boolean;
  onSwitch: (checked: boolean) => void;
}

/**
 * A whole row to press: icon, label, description, switch. A checkbox with the role, drawn by us, without the `switch` attribute of Safari: parts
 * of its own would come under ours.
 */
export function Switch({ label, description, icon, checked, onSwitch, ...input }: SwitchProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      {icon ? <span className={styles.icon}>{icon}</span> : null}
      <span className={styles.text}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {description ? (
          <span id={`${id}-description`} className={styles.description}>
            {description}
          </span>
        ) : null}
      </span>
      <input
        {...input}
        id={id}
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={checked}
        aria-describedby={description ? `${id}-description` : undefined}
        onChange={(event) => onSwitch(event.target.checked)}
      />
    </div>
  );
}
