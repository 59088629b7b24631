export const codeLimits = {
  perPerson: 50,
  /** Code points of a name. */
  nameMax: 40,
  /** In milliseconds: a second press within it asks whether it is meant. */
  againWithin: 60_000,
} as const;
