// Loaded together: of a file each, the first screen would carry the names of both.
export { RecapLine } from '#client/recap/recap-line.tsx';
export { ConsentQuestion } from './consent-question.tsx';
