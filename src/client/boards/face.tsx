import type { UserId } from '#shared/ids';
import { Avatar } from '#client/ui/avatar.tsx';
import { classNames } from '#client/ui/class-names.ts';
import styles from './face.module.css';

interface FaceProps {
  userId: UserId;
  avatar: string;
  isCrowned: boolean;
  className?: string | undefined;
}

/** The face of a member in the head of a board, with the crown of whoever leads; `crown-flight.ts` lands on it. A picture: words say who leads. */
export function Face({ userId, avatar, isCrowned, className }: FaceProps) {
  return (
    <span aria-hidden="true" className={classNames(styles.face, className)} data-face={userId} data-crowned={isCrowned || undefined}>
      <Avatar emoji={avatar} size="sm" />
      {isCrowned ? <span className={styles.crown}>👑</span> : null}
    </span>
  );
}
