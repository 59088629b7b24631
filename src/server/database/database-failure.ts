export { classify } from './open-database.ts';
