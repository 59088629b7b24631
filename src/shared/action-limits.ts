export const actionLimits = {
  titleMax: 60,
  categoryMax: 40,
  pointsMin: -1000,
  pointsMax: 1000,
  /** Actions in use on one board. */
  perBoard: 300,
  /** The retired actions that are kept, the latest first; they can be brought back. */
  retiredPerBoard: 300,
  /** The favourites of one member among the actions in use. */
  favouritesPerBoard: 12,
} as const;
