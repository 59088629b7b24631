import type { OpenConnection } from './connection.ts';

/** Whether Node brings the SQLite that is used. The other one is not loaded, and need not be installed. */
const hasOwn = Number(process.versions.node.split('.')[0]) >= 24;

/** Opens a file, which is made where there is none. */
export const openConnection: OpenConnection = hasOwn
  ? (await import('./node-sqlite.ts')).openConnection
  : (await import('./better-sqlite3.ts')).openConnection;
