import * as z from 'zod/mini';
import { themes } from './board-choices.ts';
import { codeLimits } from './code-limits.ts';
import { actionId, boardId, codeId, userId } from './ids.ts';
import { visibleText } from './visible-text.ts';
import { tidied } from './written-text.ts';

const id = [z.minLength(1), z.maxLength(64)] as const;

/** What a code is called and stands for: an action of a board, or a nudge (decision D35) of a member. */
export const newCode = z
  .strictObject({
    name: z
      .string({ error: 'code_name_required' })
      .check(...tidied(visibleText, codeLimits.nameMax, 'code_name_too_long'), z.minLength(1, 'code_name_required')),
    boardId: boardId.check(...id),
    actionId: z.optional(actionId.check(...id)),
    userId: z.optional(userId.check(...id)),
  })
  .check(z.refine((code) => (code.actionId === undefined) !== (code.userId === undefined), { error: 'invalid_input' }));
export type NewCode = z.output<typeof newCode>;

const board = z.object({ id: boardId, title: z.string(), icon: z.string(), theme: z.enum(themes) });

/** What one press does. */
const does = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('log'), id: actionId, title: z.string(), points: z.int(), emoji: z.nullable(z.string()) }),
  z.object({ kind: z.literal('nudge'), userId, username: z.string(), avatar: z.string() }),
]);
export type CodeDoes = z.infer<typeof does>;

/** A code as its maker sees it. Times in milliseconds since 1970. */
export const madeCode = z.object({
  id: codeId,
  /** Ends the address `/l/{code}`. */
  code: z.string(),
  name: z.string(),
  board,
  /** Null while it does nothing: the action was retired, or the member has left. */
  does: z.nullable(does),
  madeAt: z.int(),
  /** The day of the last press, by the clock of the board, as in 2026-11-30. */
  usedOn: z.nullable(z.string()),
});
export type MadeCode = z.infer<typeof madeCode>;

/** A code as a member of its board opens it. `loggedAt`: when the same person last logged the same, where that was within a minute. */
export const openedCode = z.object({ board, does, loggedAt: z.nullable(z.int()) });
export type OpenedCode = z.infer<typeof openedCode>;
