import { statfsSync } from 'node:fs';

/** Names by the numbers that Linux gives file systems (statfs(2)). */
const networkFileSystems: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'SMB'],
]);

/**
 * The network file system that a folder is on, as in 'NFS'. SQLite relies on locks and shared memory, which such a file system does not provide
 * reliably. Undefined for a local disk, outside Linux, and where the system does not tell.
 */
export function networkFileSystemOf(folder: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return networkFileSystems.get(statfsSync(folder).type);
  } catch {
    // Opening the database says what is wrong with the folder.
    return undefined;
  }
}
