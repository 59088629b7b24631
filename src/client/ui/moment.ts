import { useEffect, useState } from 'react';

/** A flag that falls back by itself after `ms` milliseconds. */
export function useMoment(ms: number): [isNow: boolean, set: (isNow: boolean) => void] {
  const [since, setSince] = useState<number | null>(null);
  useEffect(() => {
    if (since === null) return;
    const timer = setTimeout(() => setSince(null), ms);
    return () => clearTimeout(timer);
  }, [since, ms]);
  return [since !== null, (isNow) => setSince(isNow ? performance.now() : null)];
}
