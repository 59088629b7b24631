import { useEffect, useRef } from 'react';
import type { Member } from '#shared/boards';
import { useToasts } from '#client/ui/toasts.tsx';
import { celebrate } from './celebration.ts';
import { leadTaken } from './lead.ts';
import { scoresMessages } from './leaderboard-messages.fr.ts';

interface LeadCelebrationProps {
  /** As the server has them: points still on their way could be taken back. */
  members: readonly Member[];
  myId: string;
}

/** Says who takes the lead, with confetti. Draws nothing itself. */
export function LeadCelebration({ members, myId }: LeadCelebrationProps) {
  const place = useRef<HTMLSpanElement>(null);
  const before = useRef(members);
  const toasts = useToasts();

  useEffect(() => {
    const leader = leadTaken(before.current, members);
    before.current = members;
    if (!leader) return;
    const message = leader.userId === myId ? scoresMessages.youTakeTheLead : scoresMessages.takesTheLead({ name: leader.username });
    toasts.show({ message, kind: 'success' });
    // Without confetti the words remain.
    if (place.current) celebrate(place.current).catch(() => undefined);
  }, [members, myId, toasts]);

  return <span ref={place} hidden />;
}
