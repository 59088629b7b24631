import { useEffect, useState } from 'react';
import type { UserId } from '#shared/ids';
import type { Contest } from '#shared/play';
import { useToasts } from '#client/ui/toasts.tsx';
import { isPlayedLarge } from './contest-facts.ts';
import { contestMessages as texts } from './contest-messages.fr.ts';
import { useTurning } from './turning.ts';

/** Tells in a toast what became of a contest, where no sheet does (`contest-end.tsx`): to whoever saw it open on its board. Draws nothing itself. */
export function ContestNews({ contest, myId }: { contest: Contest; myId: UserId }) {
  const { outcome, how } = contest;
  const [wasOpen] = useState(outcome === null);
  const isTurning = useTurning(contest);
  const { show } = useToasts();
  const isTold = wasOpen && outcome !== null && !isTurning && !isPlayedLarge(contest, myId);
  const result = isTold ? texts.result({ outcome, how }) : null;
  useEffect(() => {
    if (result !== null) show({ message: result });
  }, [result, show]);
  return null;
}
