import type { AgreedPause } from '#shared/agreed-days';
import { pauseFrom } from '#shared/pause-terms';
import { useServerTime } from '#client/api/server-time.ts';

/** The pause of a board that runs, or is about to; and whether it has begun. */
export function usePause(pauses: readonly AgreedPause[] = []): { pause: AgreedPause | undefined; rests: boolean } {
  const now = useServerTime(pauses.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]));
  const pause = pauseFrom(pauses, now);
  return { pause, rests: pause !== undefined && pause.startsAt <= now };
}
