import type { ReactNode } from 'react';
import type { Member } from '#shared/boards';
import { boardsMessages } from '#client/boards/boards-messages.fr.ts';
import { Rope } from '#client/boards/rope.tsx';
import type { UserId } from '#shared/ids';
import type { Place } from './game.ts';
import { scoresMessages } from './leaderboard-messages.fr.ts';
import styles from './two.module.css';
import { Card } from '#client/ui/surface/surface.tsx';

interface TwoProps {
  ranking: readonly Place[];
  /** The person whose screen it is. */
  left: Member;
  right: Member;
  /** The header pulls at these scores already. */
  isRopeAbove: boolean;
  /** The list of the two. */
  children: ReactNode;
}

/** How two members stand, in words above their faces, and the rope they pull at. */
export function Two({ ranking, left, right, isRopeAbove, children }: TwoProps) {
  return (
    <Card className={styles.two}>
      <p className={styles.sentence} role="status">
        {sentenceOf(ranking, left.userId)}
      </p>
      {isRopeAbove ? null : <Rope left={left.score} right={right.score} />}
      {children}
    </Card>
  );
}

/** The ranks decide: somebody without one leads nobody, whatever the other has lost. */
function sentenceOf([first, second]: readonly Place[], myId: UserId): string {
  if (!first || !second || first.rank === null) return boardsMessages.even;
  if (first.rank === second.rank) return scoresMessages.tie;
  const count = first.score - second.score;
  if (count <= 0) return boardsMessages.even;
  return first.userId === myId ? scoresMessages.youLead({ count }) : scoresMessages.leads({ name: first.username, count });
}
