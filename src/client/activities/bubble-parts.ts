/** What stands under an activity, loaded as one. */
export { Contested } from './contested.tsx';
export { Reactions } from './reactions.tsx';
