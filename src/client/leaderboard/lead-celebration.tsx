import { useEffect, useRef } from 'react';
import type { OpenedBoard } from '#shared/boards';
import type { UserId } from '#shared/ids';
import { celebrate } from '#client/ui/celebration.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import { beganAlone, leadTaken, movedByLogsAlone } from './lead.ts';
import { scoresMessages } from './leaderboard-messages.fr.ts';

interface LeadCelebrationProps {
  /** The board as the server has it, without commands that are still to be sent and could be undone. */
  opened: OpenedBoard;
  myId: UserId;
}

/** Announces who takes the lead, with confetti, also for the first points of a member who is alone. Draws nothing itself. */
export function LeadCelebration({ opened, myId }: LeadCelebrationProps) {
  const element = useRef<HTMLSpanElement>(null);
  const before = useRef(opened);
  const toasts = useToasts();

  useEffect(() => {
    const former = before.current;
    before.current = opened;
    const throwConfetti = () => element.current && celebrate(element.current);
    if (beganAlone(former, opened)) throwConfetti();
    const leader = leadTaken(former.members, opened.members);
    if (!leader || !movedByLogsAlone(former, opened)) return;
    const message = leader.userId === myId ? scoresMessages.youTakeTheLead : scoresMessages.takesTheLead({ name: leader.username });
    toasts.show({ message, kind: 'success' });
    throwConfetti();
  }, [opened, myId, toasts]);

  return <span ref={element} hidden />;
}
