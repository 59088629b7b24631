/** What the screen of a board shows of what it plays for, loaded as one. */
export { GesturePill } from './gesture-pill.tsx';
export { HallButton } from './hall-button.tsx';
export { PlayNews } from './play-news.tsx';
export { PlayTab } from './play-tab.tsx';
export { RunningGames } from './running-games.tsx';
