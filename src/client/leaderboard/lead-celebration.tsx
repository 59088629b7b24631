import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Member, OpenedBoard } from '#shared/boards';
import type { ActivityId, UserId } from '#shared/ids';
import { withNumbers } from '#shared/leaderboard';
import { toastOfLog } from '#client/activities/logged-toast.tsx';
import { celebrate } from '#client/ui/celebration.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import { flyCrown } from './crown-flight.ts';
import { isContested } from './lead.ts';
import { leadTaken, movedByLogsAlone } from './lead-taken.ts';
import styles from './lead-celebration.module.css';
import { scoresMessages } from './leaderboard-messages.fr.ts';

interface LeadCelebrationProps {
  /** The board as the server has it, without commands that are still to be sent and could be undone. */
  opened: OpenedBoard;
  /** As it was when its screen opened: this part comes later, and what happened until then is told too. */
  atFirst: OpenedBoard;
  /** The members as they are shown, and which of them wears the crown. */
  shown: readonly Member[];
  crownedId: UserId | null;
  myId: UserId;
  /** Whether what tells of one of these logs of another says that it takes the lead. */
  tellLead: (logged: readonly ActivityId[]) => boolean;
}

/** Announces who takes the lead, with confetti and a crown that flies. Draws nothing itself. */
export function LeadCelebration({ opened, atFirst, shown, crownedId, myId, tellLead }: LeadCelebrationProps) {
  const element = useRef<HTMLSpanElement>(null);
  const before = useRef(atFirst);
  const crown = useRef({ wornBy: crownedId, shown });
  const toasts = useToasts();

  useLayoutEffect(() => {
    const { wornBy, shown: former } = crown.current;
    crown.current = { wornBy: crownedId, shown };
    // A loss changes ranks quietly (decision D26).
    if (crownedId !== null && crownedId !== wornBy && leadTaken(former, shown)) flyCrown(wornBy, crownedId);
  }, [crownedId, shown]);

  useEffect(() => {
    const former = before.current;
    before.current = opened;
    const { activities } = opened.activities;
    const members = withNumbers(opened.members);
    const leader = leadTaken(withNumbers(former.members), members);
    if (!leader || !isContested(members, activities) || !movedByLogsAlone(former, opened)) return;
    if (element.current) celebrate(element.current);
    const logged = activities
      .filter(({ userId, revision }) => userId === leader.userId && revision > former.board.revision)
      .map(({ id }) => id);
    if (leader.userId !== myId) {
      if (!tellLead(logged)) toasts.show({ message: scoresMessages.takesTheLead({ name: leader.username }), kind: 'success' });
      return;
    }
    const toast = toastOfLog(logged);
    const also = (
      <>
        {scoresMessages.andYouLead} <span className={styles.emoji}>👑</span>
      </>
    );
    // Logged elsewhere, or long ago on a slow line.
    if (toast === null || !toasts.revise(toast, { also })) toasts.show({ message: scoresMessages.youTakeTheLead, kind: 'success' });
  }, [opened, myId, tellLead, toasts]);

  return <span ref={element} hidden />;
}
