import * as z from 'zod/mini';
import { actionLimits } from './action-limits.ts';
import { actionId, boardId } from './ids.ts';
import { visibleText } from './visible-text.ts';
import { tidied } from './written-text.ts';

// An action without a picture shows its points instead; `\p{RGI_Emoji}` needs the `v` flag and is one emoji, however
// many code points it is made of.
const oneEmoji = /^\p{RGI_Emoji}$/v;

/** In code points; three times what the longest emoji of today has. */
const longestEmoji = 32;

const emojis = /\p{RGI_Emoji}/gv;

/** Whether a title can be read aloud and found: the emoji stands beside it, and those of a title alone would say nothing. */
function hasWord(title: string): boolean {
  return /[\p{L}\p{N}]/u.test(title.replace(emojis, ''));
}

const category = z.string().check(...tidied(visibleText, actionLimits.categoryMax));
const emoji = z.string().check(
  z.maxLength(longestEmoji, { error: 'emoji_invalid', abort: true }),
  z.refine((text) => oneEmoji.test(text), { error: 'emoji_invalid' }),
);

/** The title of an activity. It is that of its action, but titles needed no word at first. */
export const loggedTitle = z
  .string({ error: 'action_title_required' })
  .check(...tidied(visibleText, actionLimits.titleMax, 'action_title_too_long'), z.minLength(1, 'action_title_required'));

const actionFields = {
  title: loggedTitle.check(
    // An empty title gets one refusal: that it is missing.
    z.refine((title) => title === '' || hasWord(title), { error: 'action_title_wordless' }),
  ),
  /** The sign tells a gain from a loss; never 0 (decision D13). */
  points: z.int({ error: 'points_invalid' }).check(
    z.gte(actionLimits.pointsMin, 'points_invalid'),
    z.lte(actionLimits.pointsMax, 'points_invalid'),
    z.refine((points) => points !== 0, { error: 'points_invalid' }),
  ),
  category: z.optional(category),
  emoji: z.optional(emoji),
};

/** An action as it is put on a board: one of the catalogue, copied, or one of the administrator's own. */
export const newAction = z.strictObject(actionFields);
export type NewAction = z.infer<typeof newAction>;

/** Each field on its own; those left out stay, and null takes emoji or category away. A retired action changes only as it is brought back. */
export const changeAction = z
  .strictObject({
    title: z.optional(actionFields.title),
    points: z.optional(actionFields.points),
    category: z.optional(z.nullable(category)),
    emoji: z.optional(z.nullable(emoji)),
    retired: z.optional(z.boolean()),
  })
  .check(z.refine((change) => Object.keys(change).length > 0, { error: 'invalid_input' }));
export type ChangeAction = z.infer<typeof changeAction>;

/** The ids of all actions in use, in their new order. */
export const orderActions = z.strictObject({
  actionIds: z.array(actionId.check(z.maxLength(64))).check(z.minLength(1), z.maxLength(actionLimits.perBoard, 'actions_changed')),
});

const actionShape = {
  id: actionId,
  title: z.string(),
  points: z.int(),
  category: z.nullable(z.string()),
  emoji: z.nullable(z.string()),
};

/** An action of a board, or of the catalogue. */
export const action = z.object(actionShape);
export type Action = z.infer<typeof action>;

/** The actions of a board that the person keeps at hand, by id, in the order in which they were marked. */
export const favourites = z.object({ favourites: z.array(actionId) });
export type Favourites = z.infer<typeof favourites>;

/**
 * What the person can log from Accueil by one press: the favourites marked last, in the order in which they were marked, or, with none
 * on any board, what they logged most lately, the most logged first.
 */
export const quickActions = z.object({
  are: z.enum(['favourites', 'habits']),
  actions: z.array(z.object({ boardId, actionId, title: z.string(), points: z.int(), emoji: z.nullable(z.string()) })),
});
export type QuickActions = z.infer<typeof quickActions>;
export type QuickAction = QuickActions['actions'][number];

/** An action as the person's boards together offer it (decision D4): the same title and points on several boards are one. */
export const offeredAction = z.object({
  title: z.string(),
  points: z.int(),
  category: z.nullable(z.string()),
  emoji: z.nullable(z.string()),
  /** The action's id on each board where it can be logged. */
  boards: z.array(z.object({ boardId, actionId })),
});
export type OfferedAction = z.infer<typeof offeredAction>;

/** The actions of some boards. One that other boards have too comes again on a later page. `next` is opaque: pass it as `after`. */
export const offeredPage = z.object({ actions: z.array(offeredAction), next: z.nullable(z.string()) });
export type OfferedPage = z.infer<typeof offeredPage>;
