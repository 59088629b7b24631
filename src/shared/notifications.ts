import * as z from 'zod/mini';
import { activityId, boardId, notificationId, requestId } from './ids.ts';
import { namedZone, programFilled, withoutOddEntries } from './program-filled.ts';

/** What a person may be told of, each with a switch of its own (decision D31). */
export const notificationKinds = ['requests', 'points', 'reactions', 'seasons', 'achievements', 'nudges', 'recap'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

const kindShape = {
  /** Requests and their answers. */
  requests: z.boolean(),
  /** What others log, gathered: once an hour for a board, at most. */
  points: z.boolean(),
  /** Reactions to what the person logged, gathered with `points`. */
  reactions: z.boolean(),
  /** Seasons, challenges and contests. */
  seasons: z.boolean(),
  /** What other members have unlocked. */
  achievements: z.boolean(),
  nudges: z.boolean(),
  recap: z.boolean(),
} satisfies Record<NotificationKind, z.ZodMiniType>;

export const chosenKinds = z.object(kindShape);
export type ChosenKinds = z.infer<typeof chosenKinds>;

/** The kinds chosen for a person who has changed nothing (decision D31). */
export const usualKinds: ChosenKinds = {
  requests: true,
  points: true,
  reactions: true,
  seasons: true,
  achievements: false,
  nudges: true,
  recap: true,
};

/** Of the quiet hours, in the time zone of the device, between which a push waits; the same twice: none does. */
const hourOfDay = z.int().check(z.minimum(0), z.maximum(23));

/** The browser of this session, subscribed. */
export const notifiedDevice = z.object({
  /** SHA-256 of the endpoint, in hexadecimal: whether it is still the subscription that the browser has. */
  endpointHash: z.string(),
  /** Whether the notifications of this device show names and titles. */
  details: z.boolean(),
  /** IANA name: whether its quiet hours are still those of where it is. */
  timeZone: z.string(),
  quietFrom: hourOfDay,
  quietTo: hourOfDay,
});
export type NotifiedDevice = z.infer<typeof notifiedDevice>;

export const notifications = z.object({
  /** The `applicationServerKey` to subscribe with; null where this server cannot push. */
  publicKey: z.nullable(z.string()),
  kinds: chosenKinds,
  mutedBoards: z.array(boardId),
  /** The device of the session that asks; null while it has not subscribed. */
  device: z.nullable(notifiedDevice),
  /** The boards with news that the person has not seen, none of them muted, as the app's icon counts them. */
  news: z.array(boardId),
});
export type Notifications = z.infer<typeof notifications>;

/** Each is saved on its own; those left out stay. */
export const changeNotifications = z.strictObject({
  kinds: z.partial(z.strictObject(kindShape)).check(z.refine((change) => Object.keys(change).length > 0, { error: 'invalid_input' })),
});

export type ChangedKinds = z.infer<typeof changeNotifications>['kinds'];

// Some browsers write base64 with its other signs and at full length.
const asBase64url = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
const base64url = (bytes: number) =>
  z.string().check(
    // With the padding.
    z.maxLength(4 * Math.ceil(bytes / 3), { abort: true }),
    z.overwrite(asBase64url),
    z.regex(/^[\w-]+$/),
    z.length(Math.ceil((bytes * 4) / 3)),
  );

/** What the browser's `PushSubscription` has, and the choices of this device; those left out stay, or are the usual ones. */
export const subscribeDevice = z.strictObject({
  endpoint: z.string().check(z.minLength(1), z.maxLength(2048)),
  /** An uncompressed point of P-256. */
  p256dh: base64url(65),
  auth: base64url(16),
  /** IANA name, as the browser says it: one that this server does not know is passed over, and no refusal. */
  timeZone: namedZone,
  details: z.optional(z.boolean()),
  quietFrom: z.optional(hourOfDay),
  quietTo: z.optional(hourOfDay),
});
export type SubscribeDevice = z.infer<typeof subscribeDevice>;

/** In milliseconds: so long somebody counts as looking at a board after they said so last. */
export const looksFor = 90_000;

const seenBoard = z.object({
  boardId: boardId.check(z.maxLength(64)),
  revision: z.int().check(z.minimum(0)),
  /** Whether they look at it now: true holds for {@link looksFor}, or until it is said to be false. */
  looking: programFilled(z.boolean()),
});

/** As many boards as one call tells of. */
export const seenAtOnce = 200;

/** How far the person has seen each of these boards: what happened there until then is not told any more. Pages fill it in: odd entries are left out. */
export const seenBoards = z.strictObject({
  boards: z.pipe(withoutOddEntries(seenBoard, seenAtOnce), z.array(seenBoard).check(z.maxLength(seenAtOnce))),
});
export type SeenBoards = z.infer<typeof seenBoards>;

/** The words of a push for a device that shows names and titles. In the push itself there are none (decision D32). */
export const notificationWords = z.object({
  title: z.string(),
  body: z.string(),
  /** The request that it tells of, and that the person can accept. */
  requestId: z.optional(requestId),
  /** The gain that the other member of a board of two noted for the person, who may say 'Merci' for it (decision D52). */
  thanksFor: z.optional(activityId),
});
export type NotificationWords = z.infer<typeof notificationWords>;

/** What a service worker is sent: a declarative push message (WebKit), which older browsers hand to the `push` event. */
export const pushMessage = z.object({
  web_push: z.literal(8030),
  notification: z.object({
    title: z.string(),
    body: z.string(),
    /** Absolute: where it leads. */
    navigate: z.string(),
    lang: z.literal('fr'),
    dir: z.literal('ltr'),
    tag: z.string(),
    data: z.object({
      /** For `GET /api/notifications/{notificationId}`. */
      id: notificationId,
      kind: z.enum(notificationKinds),
      boardId: z.optional(boardId),
    }),
  }),
  /** Requests that wait for an answer, and boards with news. */
  app_badge: z.int(),
  mutable: z.literal(true),
});
export type PushMessage = z.infer<typeof pushMessage>;
