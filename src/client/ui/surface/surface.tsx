import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import type { BoxProps } from '../layout/layout.tsx';
import styles from './surface.module.css';

interface CardProps extends BoxProps {
  /** `quiet` is a line around, `warm` has a breath of the board's colour, `board` is its gradient. */
  tone?: 'quiet' | 'warm' | 'board';
}

/** A part of a screen that is one thing. */
export function Card({ as: Tag = 'section', tone, className, ...others }: CardProps) {
  return <Tag {...others} className={classNames(styles['card'], tone && styles[tone], className)} />;
}

interface BubbleProps extends BoxProps {
  isOwn?: boolean;
}

/** What somebody did or said. */
export function Bubble({ as: Tag = 'div', isOwn = false, className, ...others }: BubbleProps) {
  return <Tag {...others} className={classNames(styles['bubble'], isOwn && styles['own'], className)} />;
}

interface RowItemProps extends Omit<BoxProps, 'children'> {
  face: ReactNode;
  words: ReactNode;
  number?: ReactNode;
}

/** One of a list: a face, words, and a number at the end. */
export function RowItem({ as: Tag = 'li', face, words, number, className, ...others }: RowItemProps) {
  return (
    <Tag {...others} className={classNames(styles['item'], className)}>
      {face}
      <div className={styles['words']}>{words}</div>
      {number === undefined ? null : <div className={styles['number']}>{number}</div>}
    </Tag>
  );
}

interface PillTone {
  /** On a board's gradient. */
  isInk?: boolean;
}

/** A short word that is pressed. */
export function Pill({ isInk = false, className, ...others }: PillTone & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" {...others} className={pillName(isInk, className)} />;
}

export function PillLink({ isInk = false, className, children, ...others }: PillTone & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...others} className={pillName(isInk, className)}>
      {children}
    </a>
  );
}

function pillName(isInk: boolean, className: string | undefined): string {
  return classNames(styles['pill'], isInk && styles['ink'], className);
}
