/** What stands beside the ranking, or opens from it, loaded as one: each further address of a part costs the screen itself. */
export { BandAchievements } from '#client/achievements/band-achievements.tsx';
export { MemberCard } from './member-card.tsx';
