import type { ReactNode } from 'react';
import type { Member } from '#shared/boards';
import { leaderOf } from './lead.ts';
import { scoresMessages } from './leaderboard-messages.fr.ts';
import styles from './two.module.css';

interface TwoProps {
  /** The person whose screen it is. */
  left: Member;
  right: Member;
  /** The list of the two. */
  children: ReactNode;
}

/** How two members stand, in words above their places. The rope they pull at is in the header. */
export function Two({ left, right, children }: TwoProps) {
  return (
    <section className={styles.card}>
      <p className={styles.sentence} role="status">
        {sentenceOf(left, right)}
      </p>
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
