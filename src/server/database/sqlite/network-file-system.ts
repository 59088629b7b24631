import { statfsSync } from 'node:fs';

/** By the numbers that Linux has for them (statfs(2)). */
const networkFileSystems: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'SMB'],
]);

/**
 * What a folder lies on where that is shared over a network, as 'NFS'. SQLite leans on locks and shared memory that such a file system does not
 * keep reliably. Undefined elsewhere than on Linux, and where it cannot be seen.
 */
export function networkFileSystemOf(folder: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return networkFileSystems.get(statfsSync(folder).type);
  } catch {
    return undefined;
  }
}
