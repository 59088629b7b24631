import * as z from 'zod/mini';
import { activityId, userId } from './ids.ts';
import { gestureLimits } from './gesture-rules.ts';
import { visibleText } from './visible-text.ts';
import { tidied } from './written-text.ts';

const words = z.string().check(...tidied(visibleText, gestureLimits.wordsMax, 'gesture_words_too_long'));

export const chooseGesture = z.strictObject({
  activityId: activityId.check(z.minLength(1), z.maxLength(64)),
  /** Empty for none. */
  words: z.optional(words),
});

const person = { userId: z.nullable(userId), username: z.string(), avatar: z.string() };

/** A gain of somebody else, with whom it is counted for. `loggedAt` in milliseconds since 1970. */
export const gestureCandidate = z.object({ activityId, title: z.string(), emoji: z.nullable(z.string()), loggedAt: z.int(), ...person });
export type GestureCandidate = z.infer<typeof gestureCandidate>;

/** What is open to choose from, the latest first, and one's own choice. Of the choices of others there is their number alone. */
export const openGesture = z.object({
  /** The Monday of the week. */
  week: z.string(),
  /** Monday, 8:00, of the board's clock, in milliseconds since 1970. */
  closesAt: z.int(),
  candidates: z.array(gestureCandidate),
  /** Null before one has chosen, and where what one chose was undone. */
  mine: z.nullable(z.object({ activityId, words: z.string() })),
  /** How many members have chosen. */
  chosen: z.int(),
});
export type OpenGesture = z.infer<typeof openGesture>;

/** Null outside of Sunday 18:00 to Monday 8:00. */
export const gestureReply = z.object({ gesture: z.nullable(openGesture) });

/** On the card of a board, while there is something to choose from. */
export const gestureOnCard = z.object({ closesAt: z.int(), isChosen: z.boolean(), chosen: z.int() });

/** A gesture of a week that was revealed. `words` are empty without any. */
export const gesture = z.object({
  week: z.string(),
  by: z.object(person),
  words: z.string(),
  activityId,
  title: z.string(),
  emoji: z.nullable(z.string()),
  of: z.object(person),
});
export type Gesture = z.infer<typeof gesture>;

/** Of a recap: `isThanked` says that whoever it is counted for has answered 'Merci'. */
export const recapGesture = z.object({ ...gesture.shape, isThanked: z.boolean() });
export type RecapGesture = z.infer<typeof recapGesture>;

/** Newest week first. `next` is what to pass as `before` for the page after, null at the end. */
export const gesturePage = z.object({ gestures: z.array(gesture), next: z.nullable(z.string()) });
