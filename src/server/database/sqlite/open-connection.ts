import type { OpenConnection } from './connection.ts';

/** Whether Node's own SQLite is used. The other library is not loaded then, and need not be installed. */
const hasOwn = Number(process.versions.node.split('.')[0]) >= 24;

/** Opens a database file, and creates it if there is none. */
export const openConnection: OpenConnection = hasOwn
  ? (await import('./node-sqlite.ts')).openConnection
  : (await import('./better-sqlite3.ts')).openConnection;
