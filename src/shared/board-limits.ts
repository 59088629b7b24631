// Apart from the schemas and the choices: the first screen needs these alone.
export const boardLimits = {
  titleMax: 60,
  invitedAtCreation: 50,
  boardsPerPerson: 200,
  membersPerBoard: 100,
  /** Cards of boards with more members tell no scores: two hundred cards of a hundred members each would be a heavy list. */
  membersOnCard: 12,
} as const;
