import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** What a screen reader says, and the tooltip. */
  label: string;
  icon: ReactNode;
  /** `solid` has a surface of its own, `accent` is the one big thing of a screen. */
  kind?: 'ghost' | 'solid' | 'accent' | undefined;
  /** 44, 48 and 64 px. */
  size?: 'md' | 'lg' | 'xl' | undefined;
}

export function IconButton({ label, icon, kind = 'ghost', size = 'md', className, type = 'button', title, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={title ?? label}
      className={classNames(styles.button, styles[kind], styles[size], className)}
    >
      {icon}
    </button>
  );
}
