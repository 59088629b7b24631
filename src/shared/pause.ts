import * as z from 'zod/mini';
import type { AgreedPause } from './agreed-days.ts';
import type { Pause } from './pause-rules.ts';

/** Days on which the flame rests, as in 2026-08-12; both included. */
export const pause = z.object({ startsOn: z.string(), lastDay: z.string() }) satisfies z.ZodMiniType<Pause>;

/** The same days, by the clock of this time zone, with the moments, in milliseconds since 1970, between which nothing counts in a season. */
export const agreedPause = z.object({
  ...pause.shape,
  timeZone: z.string(),
  startsAt: z.int(),
  endsAt: z.int(),
}) satisfies z.ZodMiniType<AgreedPause>;
