export type { Database, Db } from './database.ts';
export { databaseFile } from './open-database.ts';
