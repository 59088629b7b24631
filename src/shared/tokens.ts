import * as z from 'zod/mini';
import { boardId, tokenId } from './ids.ts';
import { boardLimits } from './board-limits.ts';
import { tokenLimits, tokenLives, tokenRights } from './token-rules.ts';
import { visibleText } from './visible-text.ts';
import { tidied } from './written-text.ts';

export const makeToken = z.strictObject({
  name: z
    .string({ error: 'token_name_required' })
    .check(...tidied(visibleText, tokenLimits.nameMax, 'token_name_too_long'), z.minLength(1, 'token_name_required')),
  rights: z.enum(tokenRights),
  /** Those that it may reach; null for all, those included that come later. */
  boards: z.nullable(
    z
      .array(boardId.check(z.minLength(1), z.maxLength(64)))
      .check(z.minLength(1, 'boards_required'), z.maxLength(boardLimits.boardsPerPerson)),
  ),
  lasts: z._default(z.enum(tokenLives), 'year'),
});
export type MakeToken = z.infer<typeof makeToken>;

/** What its person sees of it later: never the token itself. Times in milliseconds since 1970. */
export const token = z.object({
  id: tokenId,
  name: z.string(),
  rights: z.enum(tokenRights),
  /** Null for all boards. Those that are deleted since are left out. */
  boards: z.nullable(z.array(boardId)),
  createdAt: z.int(),
  /** The day of the last use, as in 2026-11-30; null while it was not used. */
  usedOn: z.nullable(z.string()),
  /** Null for one that does not end by itself. One that has ended is told for a month. */
  expiresAt: z.nullable(z.int()),
});
export type Token = z.infer<typeof token>;

/** The answer to making one: the only one that has the token itself. */
export const madeToken = z.object({ secret: z.string(), token });
export type MadeToken = z.infer<typeof madeToken>;
