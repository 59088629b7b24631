import { type AgreedPause, pauseFrom } from '#shared/pause-rules';
import { useAtServerTime } from '#client/boards/flame-today.ts';

/** The pause of a board that runs, or is about to; and whether it has begun. */
export function usePause(pauses: readonly AgreedPause[] = []): { pause: AgreedPause | undefined; rests: boolean } {
  const endsAt = useAtServerTime((now) => pauseFrom(pauses, now)?.endsAt ?? 0);
  const pause = pauses.find((one) => one.endsAt === endsAt);
  const rests = useAtServerTime((now) => pause !== undefined && pause.startsAt <= now);
  return { pause, rests };
}
