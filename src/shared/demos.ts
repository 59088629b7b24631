import * as z from 'zod/mini';
import { namedZone } from './program-filled.ts';

export const demoLimits = {
  /** In milliseconds: after it, people and board are erased. */
  lasts: 24 * 60 * 60 * 1000,
  /** Those that one server holds at a time. */
  live: 500,
  /** The logs that the second player answers, each once. */
  answers: 40,
};

export const beginDemo = z.strictObject({ timeZone: namedZone });
export type BeginDemo = z.infer<typeof beginDemo>;
