import type { HTMLAttributes } from 'react';
import { classNames } from '../class-names.ts';
import styles from './layout.module.css';

/** One of the spaces `--s1` to `--s5`: 4 to 24 px. */
export type Gap = 1 | 2 | 3 | 4 | 5;

export interface BoxProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'article' | 'aside' | 'header' | 'footer' | 'nav' | 'ul' | 'ol' | 'li' | 'span' | 'p';
}

interface GapProps extends BoxProps {
  /** 4, which is 16 px, unless told. */
  gap?: Gap;
}

/** Parts below each other. */
export function Stack({ gap, className, ...others }: GapProps) {
  return <Box {...others} className={classNames(styles['stack'], gapOf(gap), className)} />;
}

interface RowProps extends GapProps {
  /** Where the parts stand: at the start unless told. */
  justify?: 'apart' | 'middle';
  /** Across the line: in the middle unless told. */
  align?: 'start';
  /** Whether what does not fit goes to the next line, as it does unless told. */
  wraps?: boolean;
}

/** Parts beside each other. */
export function Row({ gap, justify, align, wraps = true, className, ...others }: RowProps) {
  const names = [styles['row'], gapOf(gap), justify && styles[justify], align && styles[align], !wraps && styles['unbroken'], className];
  return <Box {...others} className={classNames(...names)} />;
}

/** A wide part and a narrow one beside it, which stands below it where both have no room. */
export function Split({ gap, className, ...others }: GapProps) {
  return <Box {...others} className={classNames(styles['split'], gapOf(gap), className)} />;
}

/** Equal columns, as many as fit. A sheet sets how wide one is at least by `--least`; 10rem unless told. */
export function Tiles({ gap, className, ...others }: GapProps) {
  return <Box {...others} className={classNames(styles['tiles'], gapOf(gap), className)} />;
}

interface PageProps extends BoxProps {
  /** As wide as lines can be read, where it is all text or a form. */
  isReading?: boolean;
}

/** What a screen shows between the bars: with the gutters, the greatest width, and the room for what is fixed. */
export function Page({ isReading = false, className, ...others }: PageProps) {
  return <Box {...others} className={classNames(styles['page'], isReading && styles['reading'], className)} />;
}

/** What stays at the foot of the window, clear of its rounded corners. */
export function Bar({ className, ...others }: BoxProps) {
  return <Box {...others} className={classNames(styles['bar'], className)} />;
}

/** Words for a screen reader alone. */
export function VisuallyHidden({ className, ...others }: BoxProps) {
  return <Box as="span" {...others} className={classNames('visually-hidden', className)} />;
}

function Box({ as: Tag = 'div', ...others }: BoxProps) {
  return <Tag {...others} />;
}

function gapOf(gap: Gap = 4): string | undefined {
  return styles[`gap${gap}`];
}
