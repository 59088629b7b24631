export const activityLimits = {
  /** Boards that one dashboard log may reach. */
  boardsAtOnce: 50,
  pageSize: 30,
  /** Code points of a note. */
  noteMax: 140,
} as const;
