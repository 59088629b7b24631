// Apart from `useServerTime`: the first screen needs only this.
import { useState } from 'react';
import { inServerTime } from './server-clock.ts';

/** When this was first drawn, in the server's time, in milliseconds since 1970: what came later is new here. */
export function useOpenedAt(): number {
  const [at] = useState(Date.now);
  return inServerTime(at);
}
