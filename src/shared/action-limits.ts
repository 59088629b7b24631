export const actionLimits = {
  titleMax: 60,
  categoryMax: 40,
  pointsMin: -1000,
  pointsMax: 1000,
  /** Actions of one board. */
  perBoard: 300,
} as const;
