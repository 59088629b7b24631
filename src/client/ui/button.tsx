import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Ring } from './ring.tsx';

export type ButtonKind = 'primary' | 'secondary' | 'ghost' | 'danger';

export interface ButtonLook {
  kind?: ButtonKind | undefined;
  size?: 'md' | 'lg' | undefined;
  /** As wide as its container. */
  wide?: boolean | undefined;
}

interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  icon?: ReactNode;
  /** A job runs: the ring turns, presses are ignored, focus and label stay. Given to every button that starts one. */
  pending?: boolean | undefined;
}

export function Button({ kind, size, wide, icon, pending, className, children, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(buttonClass({ kind, size, wide }), className)}
      // With `disabled` the browser would take the focus away during the job.
      aria-disabled={pending || rest['aria-disabled']}
      aria-busy={pending || undefined}
      onClick={(event) => {
        // A double click is one press, even when the job was done in between.
        const isAgain = pending !== undefined && event.detail > 1;
        if (pending || isAgain) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {pending ? <Ring className={styles.turning} /> : icon}
      <span className={styles.label}>{children}</span>
    </button>
  );
}

interface ButtonLinkProps extends ButtonLook, ComponentProps<'a'> {
  icon?: ReactNode;
}

/** A link that looks like a button. A router wraps it: `createLink(ButtonLink)`. */
export function ButtonLink({ kind, size, wide, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={classNames(buttonClass({ kind, size, wide }), className)}>
      {icon}
      <span className={styles.label}>{children}</span>
    </a>
  );
}

/** The look alone, for elements that are neither. */
export function buttonClass({ kind = 'secondary', size = 'md', wide = false }: ButtonLook = {}): string {
  return classNames(styles.button, styles[kind], size === 'lg' && styles.large, wide && styles.wide);
}
