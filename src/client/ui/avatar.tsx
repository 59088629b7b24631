import styles from './avatar.module.css';
import { classNames } from './class-names.ts';

interface AvatarProps {
  emoji: string;
  /** 32, 44, 64 and 96 px. */
  size?: 'sm' | 'md' | 'lg' | 'xl' | undefined;
  /** The label of an avatar without a name beside it. */
  label?: string | undefined;
  /** Draws the presence dot; the words are what a screen reader says. */
  presence?: string | undefined;
}

export function Avatar({ emoji, size = 'md', label, presence }: AvatarProps) {
  return (
    <span className={classNames(styles.avatar, styles[size])}>
      <span className={styles.emoji} {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}>
        {emoji}
      </span>
      {presence ? (
        <span className={styles.presence} title={presence}>
          <span className="visually-hidden">{presence}</span>
        </span>
      ) : null}
    </span>
  );
}
