import { useEffect, useState } from 'react';
import { codesTakenFrom, now } from './lock-record.ts';

/** From when on a code is taken again after too many wrong ones; 0 when one is taken now. `look`: after another try, from when. */
export function useTakenFrom(): { time: number; look: () => number } {
  const [time, setTime] = useState(codesTakenFrom);
  const look = () => {
    const from = codesTakenFrom();
    setTime(from);
    return from;
  };
  useEffect(() => {
    if (time === 0) return;
    const timer = setTimeout(() => setTime(codesTakenFrom()), Math.max(0, time - now()) + 1);
    return () => clearTimeout(timer);
  }, [time]);
  return { time, look };
}
