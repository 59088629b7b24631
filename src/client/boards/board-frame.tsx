import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import { Pill } from '#client/ui/surface/surface.tsx';
import styles from './board-frame.module.css';

interface BoardFrameProps {
  title: ReactNode;
  tools?: ReactNode;
  /** The large numbers. */
  scores?: ReactNode;
  /** One line about what the board plays for. */
  season?: ReactNode;
  /** Faces and flame. */
  members?: ReactNode;
  /** One pill: what one is asked, or the recap. */
  recap?: ReactNode;
}

/** The head of a board: the only place that says where its parts stand. A part gives itself to a slot and lies over no other; an empty slot takes no room. */
export function BoardFrame({ title, tools, scores, season, members, recap }: BoardFrameProps) {
  return (
    <header className={styles.frame} data-board-header="">
      <div className={styles.top}>
        <div className={styles.title}>{title}</div>
        <div className={styles.tools}>{tools}</div>
      </div>
      <div className={styles.scores}>{scores}</div>
      <div className={styles.season}>{season}</div>
      <div className={styles.foot}>
        <div className={styles.members}>{members}</div>
        <div className={styles.recap}>{recap}</div>
      </div>
    </header>
  );
}

/** The one pill of the frame. */
export function FramePill({ asks = false, ...others }: { asks?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <Pill isInk aria-haspopup="dialog" {...others} className={classNames(styles.pill, asks && styles.asks)} />;
}
