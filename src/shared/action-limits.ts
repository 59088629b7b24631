export const actionLimits = {
  titleMax: 60,
  categoryMax: 40,
  pointsMin: -1000,
  pointsMax: 1000,
  /** Actions in use on one board. */
  perBoard: 300,
  /** Of those retired, the latest so many are kept to be brought back. */
  retiredPerBoard: 300,
  /** Of those in use, how many one member keeps at hand. */
  favouritesPerBoard: 12,
} as const;
