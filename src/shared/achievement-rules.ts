/** The list of achievements. Apart from the schemas, since screens need no validation. */

/** In the order in which they are shown. */
export const achievementFamilies = ['first-steps', 'points', 'streaks', 'boards', 'generosity', 'comebacks', 'candour'] as const;
export type AchievementFamily = (typeof achievementFamilies)[number];

/** The figures that count towards goals. */
export type Measure =
  /** Sums over all boards, of activities that were not undone. */
  | 'actions'
  | 'gained'
  | 'losses'
  /** Days in a row on which somebody logged something on one board. */
  | 'streak'
  /** Days from one on which somebody logged something on a board to the next such day there. */
  | 'pause'
  /** Boards that somebody is a member of, and members of the largest of these. */
  | 'boards'
  | 'company'
  /** Reactions that somebody has given and not taken back. */
  | 'reactions'
  /** Achievements without a count: they happen or not. */
  | 'moment';

interface Rule {
  family: AchievementFamily;
  emoji: string;
  measure: Measure;
  goal: number;
}

/** Ids are stored: one that somebody has keeps its name and its meaning. */
export const achievements = {
  'first-board': { family: 'first-steps', emoji: '🗝️', measure: 'boards', goal: 1 },
  'first-action': { family: 'first-steps', emoji: '🐣', measure: 'actions', goal: 1 },
  'ten-actions': { family: 'first-steps', emoji: '🧦', measure: 'actions', goal: 10 },
  'hundred-actions': { family: 'first-steps', emoji: '🛋️', measure: 'actions', goal: 100 },
  'thousand-actions': { family: 'first-steps', emoji: '🏛️', measure: 'actions', goal: 1000 },

  'hundred-points': { family: 'points', emoji: '🍬', measure: 'gained', goal: 100 },
  'five-hundred-points': { family: 'points', emoji: '💐', measure: 'gained', goal: 500 },
  'thousand-points': { family: 'points', emoji: '🏆', measure: 'gained', goal: 1000 },
  'five-thousand-points': { family: 'points', emoji: '💎', measure: 'gained', goal: 5000 },
  'big-gain': { family: 'points', emoji: '🎇', measure: 'moment', goal: 1 },

  'three-days': { family: 'streaks', emoji: '🌱', measure: 'streak', goal: 3 },
  'seven-days': { family: 'streaks', emoji: '🗓️', measure: 'streak', goal: 7 },
  'thirty-days': { family: 'streaks', emoji: '🌕', measure: 'streak', goal: 30 },
  'hundred-days': { family: 'streaks', emoji: '🌳', measure: 'streak', goal: 100 },
  'early-bird': { family: 'streaks', emoji: '🐓', measure: 'moment', goal: 1 },

  'board-made': { family: 'boards', emoji: '🎀', measure: 'moment', goal: 1 },
  'three-boards': { family: 'boards', emoji: '🤹', measure: 'boards', goal: 3 },
  'table-of-five': { family: 'boards', emoji: '🍝', measure: 'company', goal: 5 },
  'dead-heat': { family: 'boards', emoji: '⚖️', measure: 'moment', goal: 1 },
  telepathy: { family: 'boards', emoji: '🔮', measure: 'moment', goal: 1 },

  'first-reaction': { family: 'generosity', emoji: '👏', measure: 'reactions', goal: 1 },
  'fifty-reactions': { family: 'generosity', emoji: '🎭', measure: 'reactions', goal: 50 },
  guest: { family: 'generosity', emoji: '🚪', measure: 'moment', goal: 1 },
  'crown-passed': { family: 'generosity', emoji: '🤝', measure: 'moment', goal: 1 },

  'back-after-week': { family: 'comebacks', emoji: '🪃', measure: 'pause', goal: 7 },
  'back-after-month': { family: 'comebacks', emoji: '🧳', measure: 'pause', goal: 30 },
  'back-above-zero': { family: 'comebacks', emoji: '🚀', measure: 'moment', goal: 1 },

  'first-loss': { family: 'candour', emoji: '🙈', measure: 'losses', goal: 1 },
  'ten-losses': { family: 'candour', emoji: '👻', measure: 'losses', goal: 10 },
  'fifty-losses': { family: 'candour', emoji: '🧯', measure: 'losses', goal: 50 },
  'hundred-losses': { family: 'candour', emoji: '📚', measure: 'losses', goal: 100 },
  'big-loss': { family: 'candour', emoji: '🍾', measure: 'moment', goal: 1 },
  'exactly-zero': { family: 'candour', emoji: '🥯', measure: 'moment', goal: 1 },
} as const satisfies Record<string, Rule>;

export type AchievementId = keyof typeof achievements;

export const achievementIds = Object.keys(achievements) as [AchievementId, ...AchievementId[]];

export function isAchievementId(id: string): id is AchievementId {
  return Object.hasOwn(achievements, id);
}

/** The achievements of a measure, each with its goal. */
export function achievementsOf(measure: Measure): { id: AchievementId; goal: number }[] {
  return achievementIds.filter((id) => achievements[id].measure === measure).map((id) => ({ id, goal: achievements[id].goal }));
}

/** These, as they stand in the list of all. */
export function inOrder(ids: readonly AchievementId[]): AchievementId[] {
  return ids.length < 2 ? [...ids] : achievementIds.filter((id) => ids.includes(id));
}
