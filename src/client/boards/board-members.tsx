import type { ReactNode } from 'react';
import type { UserId } from '#shared/ids';
import type { Ranked } from '#shared/leaderboard';
import styles from './board-members.module.css';
import { boardsMessages } from './boards-messages.fr.ts';
import { Face } from './face.tsx';
import { duelOf } from './own-standing.ts';
import { Rope } from './rope.tsx';

interface BoardMembersProps {
  memberCount: number;
  ranking: readonly Ranked[] | undefined;
  crownedId: UserId | null;
  myId: UserId;
  flame: ReactNode;
  /** All towards one goal: nobody pulls against anybody. */
  isTogether: boolean;
  /** Something else needs the room of the rope. */
  hasPill: boolean;
}

/** The players: the faces of more than two, the rope between two; and the flame that they light. Screen readers hear how many they are. */
export function BoardMembers({ memberCount, ranking, crownedId, myId, flame, isTogether, hasPill }: BoardMembersProps) {
  const duel = isTogether ? null : duelOf(ranking, myId);
  // The pill leaves room for the leader, and for how many others there are.
  const shown = hasPill ? 1 : memberCount > 4 ? 3 : 4;
  return (
    <>
      {flame}
      {duel && !hasPill ? <Rope left={duel[0].score} right={duel[1].score} className={styles.rope} /> : null}
      {ranking && !duel && memberCount > 1 ? (
        <span className={styles.faces}>
          {ranking.slice(0, shown).map(({ userId, avatar }) => (
            <Face key={userId} userId={userId} avatar={avatar} isCrowned={userId === crownedId} />
          ))}
          {memberCount > shown ? <span aria-hidden="true">+{memberCount - shown}</span> : null}
        </span>
      ) : null}
      <p className={memberCount > 1 ? 'visually-hidden' : undefined}>{boardsMessages.members({ count: memberCount })}</p>
    </>
  );
}
