import * as z from 'zod/mini';
import type { Pause } from './pause-rules.ts';

/** Days of the board's clock that count nowhere, as in 2026-08-12; both included. */
export const pause = z.object({ startsOn: z.string(), lastDay: z.string() }) satisfies z.ZodMiniType<Pause>;
