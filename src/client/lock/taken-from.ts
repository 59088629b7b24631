import { useEffect, useState } from 'react';
import { codesTakenFrom, now } from './lock-record.ts';

/**
 * From when on a code is taken again after too many wrong ones; 0 when one is taken now. `look`: from when at this very moment. `hasEnded`: one
 * had to wait here, and has not to any more.
 */
export function useTakenFrom(): { time: number; hasEnded: boolean; look: () => number } {
  const [time, setTime] = useState(codesTakenFrom);
  const [hasWaited, setWaited] = useState(time > 0);
  const look = () => {
    const from = codesTakenFrom();
    setTime(from);
    if (from > 0) setWaited(true);
    return from;
  };
  useEffect(() => {
    if (time === 0) return;
    const again = () => setTime(codesTakenFrom());
    const timer = setTimeout(again, Math.max(0, time - now()) + 1);
    // A timer stands still while the phone sleeps.
    document.addEventListener('visibilitychange', again);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [time]);
  return { time, hasEnded: hasWaited && time === 0, look };
}
