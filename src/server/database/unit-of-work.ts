export type { Work } from './database.ts';
