import * as z from 'zod/mini';
import type { Flame } from './flame-rules.ts';
import { pause } from './pause.ts';

/** As in 2026-11-21. */
const day = z.string();

/** The flame of a board as its last lit day left it; `shared/flame-rules.ts` says what it is on a later one. */
export const flame = z.object({
  /** The last lit day; null when none is any more. */
  litOn: z.nullable(day),
  days: z.int(),
  jokers: z.int(),
  record: z.int(),
  /** The last missed day that a joker filled. */
  jokerUsedOn: z.nullable(day),
  /** Those that end after its last lit day (decision D42); left out where there are none. */
  pauses: z.optional(z.array(pause)),
}) satisfies z.ZodMiniType<Flame>;
