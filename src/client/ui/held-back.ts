import { useState } from 'react';

/** The value, or while it is held back the one before. */
export function useHeldBack<T>(value: T, isHeldBack: boolean): T {
  const [before, setBefore] = useState(value);
  if (!isHeldBack && before !== value) setBefore(value);
  return isHeldBack ? before : value;
}
