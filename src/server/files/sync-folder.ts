import { open } from 'node:fs/promises';

/** Has the names of a folder's files written down: what was renamed there survives a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
