import type { ReactNode } from 'react';
import type { Member } from '#shared/boards';
import { Rope } from '#client/boards/rope.tsx';
import { leaderOf } from './lead.ts';
import { scoresMessages } from './leaderboard-messages.fr.ts';
import styles from './two.module.css';

interface TwoProps {
  /** The person whose screen it is. */
  left: Member;
  right: Member;
  /** The header pulls at these scores already, but in the slim line of a phone held sideways. */
  isRopeAbove: boolean;
  /** The list of the two. */
  children: ReactNode;
}

/** How two members stand, in words between their faces, and the rope they pull at. */
export function Two({ left, right, isRopeAbove, children }: TwoProps) {
  return (
    <section className={styles.card}>
      <div className={styles.between} data-rope-above={isRopeAbove || undefined}>
        <p className={styles.sentence} role="status">
          {sentenceOf(left, right)}
        </p>
        <Rope left={left.score} right={right.score} className={styles.rope} />
      </div>
      {children}
    </section>
  );
}

function sentenceOf(left: Member, right: Member): string {
  const leader = leaderOf([left, right]);
  if (!leader) return scoresMessages.tie;
  const count = Math.abs(left.score - right.score);
  return leader === left ? scoresMessages.youLead({ count }) : scoresMessages.leads({ name: leader.username, count });
}
