import type { ReactNode } from 'react';
import type { Member } from '#shared/boards';
import { Rope } from '#client/boards/rope.tsx';
import { leaderOf } from './lead.ts';
import { scoresMessages } from './leaderboard-messages.fr.ts';
import styles from './tug-of-war.module.css';

interface TugOfWarProps {
  /** The person whose screen it is. */
  left: Member;
  right: Member;
  /** The list of the two, each at an end of the rope. */
  children: ReactNode;
}

/** Two members pulling at one rope; each stays on the same side whoever is ahead. */
export function TugOfWar({ left, right, children }: TugOfWarProps) {
  return (
    <section className={styles.card}>
      <p className={styles.sentence} role="status">
        {sentenceOf(left, right)}
      </p>
      <div className={styles.pull}>
        {children}
        <Rope left={left.score} right={right.score} className={styles.rope} />
      </div>
    </section>
  );
}

function sentenceOf(left: Member, right: Member): string {
  const leader = leaderOf([left, right]);
  if (!leader) return scoresMessages.tie;
  const count = Math.abs(left.score - right.score);
  return leader === left ? scoresMessages.youLead({ count }) : scoresMessages.leads({ name: leader.username, count });
}
