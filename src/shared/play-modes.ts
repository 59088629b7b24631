// Apart from the choices of a board, whose icons no screen needs that asks how a board is played.
/** Each member for themselves, with a score, or all together, with one sum and no score of anybody (decision D53). The first is the default. */
export const playModes = ['scores', 'together'] as const;
export type PlayMode = (typeof playModes)[number];
