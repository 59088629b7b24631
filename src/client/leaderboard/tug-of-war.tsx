import type { Member } from '#shared/boards';
import { Avatar } from '#client/ui/avatar.tsx';
import { CountingScore } from '#client/ui/counting-score.tsx';
import { Rope } from '#client/boards/rope.tsx';
import { leaderOf } from './lead.ts';
import { scoresMessages } from './leaderboard-messages.fr.ts';
import styles from './tug-of-war.module.css';

interface TugOfWarProps {
  /** The person whose screen it is. */
  left: Member;
  right: Member;
}

/** Two members pulling at one rope; each stays on the same side whoever is ahead. */
export function TugOfWar({ left, right }: TugOfWarProps) {
  return (
    <section className={styles.card}>
      <div className={styles.top}>
        <Avatar emoji={left.avatar} />
        <p className={styles.sentence} role="status">
          {sentenceOf(left, right)}
        </p>
        <Avatar emoji={right.avatar} />
      </div>
      <Rope left={left.score} right={right.score} className={styles.rope} />
      {/* The list below says the same in words. */}
      <div aria-hidden="true" className={styles.scores}>
        <CountingScore score={left.score} coloured className={styles.score} />
        <CountingScore score={right.score} coloured className={styles.score} />
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
