// Apart from the schemas, as the choices of a board: a screen that offers them does not load those.

/** The eight emojis with which one reacts to an activity, in the order shown. */
export const reactionEmojis = ['❤️', '😂', '🔥', '👏', '🥰', '😮', '🙈', '🏆'] as const;
export type ReactionEmoji = (typeof reactionEmojis)[number];

/** What 'Merci' puts on a gain that the other member of a board of two noted (decision D52). The worker has it by itself: `client/pwa/service-worker-pushes.ts`. */
export const thanksEmoji: ReactionEmoji = '❤️';
