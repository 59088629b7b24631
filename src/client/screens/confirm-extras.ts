/** What is ready before an action is picked, loaded as one: each further address of a part costs the screen itself. */
export { FavouriteStar } from '#client/actions/favourite-star.tsx';
export { LogExtras } from '#client/activities/log-extras.tsx';
export { flyPoints } from '#client/ui/flight.ts';
