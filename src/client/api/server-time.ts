import { useEffect, useState, useSyncExternalStore } from 'react';
import { ahead, serverClockMoved, serverTime } from './server-clock.ts';

/** The longest that a timer can wait, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** What time it is for the server, in milliseconds since 1970. Draws anew when it becomes one of these moments there, whatever this device's clock says. */
export function useServerTime(moments: readonly number[]): number {
  // A new one draws anew, though not a millisecond has passed.
  const [look, setLook] = useState(lookNow);
  // What is heard between drawing and the effect counts, too.
  const now = look.at - useSyncExternalStore(serverClockMoved.listen, ahead);
  const next = Math.min(...moments.filter((moment) => moment > now));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const lookAgain = () => setLook(lookNow);
    const wait = () => {
      clearTimeout(timer);
      const left = next - serverTime();
      if (left <= 0) lookAgain();
      else if (Number.isFinite(left)) timer = setTimeout(wait, Math.min(left, longestTimer));
    };
    wait();
    // A device that sleeps stops its timers.
    document.addEventListener('visibilitychange', wait);
    const stop = serverClockMoved.listen(wait);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wait);
      stop();
    };
  }, [next]);
  return now;
}

function lookNow(): { at: number } {
  return { at: Date.now() };
}
