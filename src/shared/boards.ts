import * as z from 'zod/mini';
import { action, newAction } from './actions.ts';
import { actionLimits } from './action-limits.ts';
import { activity, activityPage, changedActivity } from './activities.ts';
import { timeZoneNamed } from './calendar.ts';
import { boardIcons, defaultBoardIcon, defaultTheme, themes } from './board-choices.ts';
import { playModes } from './play-modes.ts';
import { boardLimits } from './board-limits.ts';
import { boardTitle } from './board-title.ts';
import { flame } from './flame.ts';
import { gestureOnCard } from './gestures.ts';
import { actionId, boardId, userId } from './ids.ts';
import { play, playOnCard } from './play.ts';
import { namedZone } from './program-filled.ts';
import { tidied } from './written-text.ts';

const title = z
  .string({ error: 'board_title_required' })
  .check(...tidied(boardTitle, boardLimits.titleMax, 'board_title_too_long'), z.minLength(1, 'board_title_required'));
const theme = z.enum(themes);
const icon = z.enum(boardIcons.map(({ symbol }) => symbol));
const playMode = z.enum(playModes);
const timeZoneName = z.string().check(z.maxLength(64, { abort: true }));
const timeZone = timeZoneName.check(
  z.refine((name) => timeZoneNamed(name) !== undefined, { error: 'time_zone_unknown' }),
  z.overwrite((name) => timeZoneNamed(name) ?? name),
);

const actions = z
  .array(newAction, { error: 'board_actions_required' })
  .check(z.minLength(1, 'board_actions_required'), z.maxLength(actionLimits.perBoard, 'too_many_actions'));

export const createBoard = z.strictObject({
  /** 128 random bits of the client's in base64url: creating again under the same key, after a lost reply, makes no second board. */
  idempotencyKey: z.optional(z.string().check(z.regex(/^[\w-]{22,64}$/))),
  title,
  actions,
  /** Usernames. Those that are unknown by now are skipped and named in the reply (decision D14). */
  invited: z._default(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(boardLimits.invitedAtCreation)), []),
  theme: z._default(theme, defaultTheme),
  icon: z._default(icon, defaultBoardIcon),
  playMode: z.optional(playMode),
  /** What the browser says. Nobody can mend it there, so a name that this server does not know is passed over, and no refusal. */
  timeZone: namedZone,
});
export type CreateBoard = z.input<typeof createBoard>;

/** Each field is saved on its own; those left out stay. */
export const changeBoard = z
  .strictObject({
    title: z.optional(title),
    theme: z.optional(theme),
    icon: z.optional(icon),
    linkEnabled: z.optional(z.boolean()),
    /** An IANA name, as in Europe/Paris. */
    timeZone: z.optional(timeZone),
  })
  .check(z.refine((change) => Object.keys(change).length > 0, { error: 'invalid_input' }));
export type ChangeBoard = z.infer<typeof changeBoard>;

export const addActions = z.strictObject({ actions });

const boardShape = {
  id: boardId,
  title: z.string(),
  icon: z.string(),
  theme: z.enum(themes),
  /** User id of the administrator: the creator, or the member to whom the board was handed over. The name is the specification's. */
  createdBy: userId,
  linkEnabled: z.boolean(),
  /** In which its days begin and end: an IANA name. */
  timeZone: z.string(),
  /** Members change it by consent (decision D53); left out by an older server. */
  playMode: z.optional(playMode),
  totalPoints: z.int(),
  /** Rises by one with each change of the board. */
  revision: z.int(),
  /** Days in a row on which at least two people have logged something (decision D34); left out while no day was lit. */
  flame: z.optional(flame),
};

export const board = z.object(boardShape);
export type Board = z.infer<typeof board>;

const standing = z.object({
  userId,
  score: z.int(),
  rank: z.int(),
  /** Others have as many points. */
  shared: z.boolean(),
  rival: z.object({ userId, username: z.string(), avatar: z.string(), score: z.int() }),
});
export type Standing = z.infer<typeof standing>;

/** A member's points on the board; null on a board of accomplices, where nobody is told a score, their own neither (decision D53). */
const toldScore = z.nullable(z.int());

/** A board as the grid shows it. */
export const boardCard = z.object({
  ...boardShape,
  memberCount: z.int(),
  actionCount: z.int(),
  /** When an action was last logged there, or the person joined, whichever is later: in milliseconds since 1970. */
  lastActivityAt: z.int(),
  /** In the order in which they joined; left out when they are more than `boardLimits.membersOnCard`, and of a board just created. */
  members: z.optional(z.array(z.object({ userId, username: z.string(), avatar: z.optional(z.string()), score: toldScore }))),
  /** The standing on a board whose card has no members, and which is none of accomplices: the person's own place, and the other member with the most points. */
  standing: z.optional(standing),
  /** The author of the newest activity, undone or not; left out before the first. */
  lastBy: z.optional(z.object({ userId: z.nullable(userId), username: z.string(), at: z.int() })),
  /** The revision up to which the person has seen it, on any device; left out by an older server. */
  seen: z.optional(z.int()),
  /** Others did something after it; left out otherwise, and where the person has muted the board. */
  hasNews: z.optional(z.literal(true)),
  /** Left out where they have not. */
  isMuted: z.optional(z.literal(true)),
  /** The Monday of the newest week, when the person has not read its recap yet. */
  recap: z.optional(z.string()),
  /** The gesture of the week, while there is one to choose (decision D50). */
  gesture: z.optional(gestureOnCard),
  /** The film that the person has been told of and not seen yet: see `film-periods.ts`. */
  film: z.optional(z.string()),
  /** What the board plays for at the moment; left out where that is nothing. */
  play: z.optional(playOnCard),
});
export type BoardCard = z.infer<typeof boardCard>;

/** A member with the score on this board: the sum of the points of that member's activities on it (decision D3). */
export const member = z.object({
  userId,
  username: z.string(),
  avatar: z.string(),
  score: z.int(),
  joinedAt: z.int(),
});
export type Member = z.infer<typeof member>;

/** A member as replies and streams tell them. */
export const toldMember = z.object({ ...member.shape, score: toldScore });
export type ToldMember = z.infer<typeof toldMember>;

/** All that opening a board needs, in one reply. Activities are the newest page. */
export const openedBoard = z.object({
  board,
  members: z.array(toldMember),
  actions: z.array(action),
  activities: activityPage,
  /** Ids of the actions that the person logged most here lately, the most logged first; left out when there are none (decision D25). */
  mostLogged: z.optional(z.array(actionId)),
  /** Ids of the actions that the person keeps at hand, in the order in which they were marked; left out when there are none. */
  favourites: z.optional(z.array(actionId)),
  /** As on its card: {@link boardCard}. */
  recap: z.optional(z.string()),
  film: z.optional(z.string()),
  /** What the board plays for; left out where it never played for anything. */
  play: z.optional(play),
});
export type OpenedBoard = z.infer<typeof openedBoard>;

/**
 * What happened to a board after revision `after`, up to `revision`. Parts that did not change are left out; `members`
 * and `actions` are whole lists, `scores` only what moved, `flame` all of it, `activities` the new ones, newest first, `changed` those that were
 * undone or got or lost a reaction, new or not. `complete` is false when there were more of either than a page
 * holds, or when activities were deleted: then `activities` is the newest page, and what was cached of them must be fetched again.
 */
export const boardChange = z.object({
  boardId,
  after: z.int(),
  revision: z.int(),
  complete: z.boolean(),
  totalPoints: z.int(),
  board: z.optional(
    z.object({
      title: z.string(),
      icon: z.string(),
      theme: z.enum(themes),
      createdBy: userId,
      linkEnabled: z.boolean(),
      timeZone: z.string(),
      playMode: z.optional(playMode),
    }),
  ),
  members: z.optional(z.array(toldMember)),
  scores: z.optional(z.array(z.object({ userId, score: z.int() }))),
  actions: z.optional(z.array(action)),
  flame: z.optional(flame),
  activities: z.array(activity),
  changed: z.optional(z.array(changedActivity)),
  /** All of it, when it changed otherwise than by one log or undo. */
  play: z.optional(play),
});
export type BoardChange = z.infer<typeof boardChange>;

/**
 * What an invitation shows to somebody who is not a member (decision D15). `admits`: a link for one person, by which whoever
 * opens it joins at once (decision D22); then `boardId` is null until they are a member, and `invitedBy` says who made the link (decision D57).
 * `admitsGuest`: whoever opens it may play with a first name and a face alone (decision D56).
 */
export const invitationPage = z.object({
  boardId: z.nullable(boardId),
  title: z.string(),
  icon: z.string(),
  theme: z.enum(themes),
  isMember: z.boolean(),
  admits: z.boolean(),
  admitsGuest: z.boolean(),
  invitedBy: z.optional(z.object({ username: z.string(), avatar: z.string() })),
});
export type InvitationPage = z.infer<typeof invitationPage>;

export const handOver = z.strictObject({ userId: userId.check(z.minLength(1), z.maxLength(64)) });
