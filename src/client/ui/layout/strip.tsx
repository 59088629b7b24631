import type { HTMLAttributes } from 'react';
import { classNames } from '../class-names.ts';
import styles from './strip.module.css';

/** Parts in one line that is swiped along, and in columns where a mouse has room for all. A sheet sets how wide one is at least by `--least`; 10rem unless told. */
export function Strip({ className, ...others }: HTMLAttributes<HTMLDivElement>) {
  return <div {...others} className={classNames(styles.strip, className)} />;
}
