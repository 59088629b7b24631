import { useEffect } from 'react';
import { missedDays } from '#client/sync/commands/missed-days.ts';
import { useObserved } from '#client/ui/observable.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import { dayMessages } from './day-messages.fr.ts';

/** Says once of each day that what was noted for it arrived too late. */
export function useMissedDayToast(): void {
  const missed = useObserved(missedDays);
  const { show } = useToasts();
  useEffect(() => {
    const untold = new Set(missed.filter((day) => !told.has(day)));
    for (const day of untold) show({ message: dayMessages.missed({ day }), comesFirst: true, duration: 8000 });
    for (const day of untold) told.add(day);
    if (missed.length > 0) missedDays.set([]);
  }, [missed, show]);
}

const told = new Set<string>();
