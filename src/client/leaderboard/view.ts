import type { Period } from '#shared/scores';

/** What the ranking counts: a period, or what the board plays at the moment. */
export type View = Period | 'game';
