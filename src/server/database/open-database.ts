/** The one place that knows which database runs. */
export { databaseFile, openDatabase } from './sqlite/sqlite-database.ts';
export { classify } from './sqlite/sqlite-failure.ts';
