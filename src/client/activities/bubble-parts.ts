/** What stands under an activity, loaded as one. */
export { Marks } from './marks.tsx';
export { Reactions } from './reactions.tsx';
