import { rm, stat, utimes } from 'node:fs/promises';
import { latestTime } from '#shared/clock-rules';

/**
 * Removes a file or folder that nobody has written to for so many milliseconds. If its time lies in the future, a clock was wrong: its age counts from now
 * on, so that it does not stay until that time. It may vanish meanwhile.
 */
export async function removeUnused(path: string, unusedFor: number, now = Date.now()): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return;
  if (found.mtimeMs > latestTime(now)) await utimes(path, now / 1000, now / 1000).catch(() => undefined);
  else if (now - found.mtimeMs > unusedFor) await rm(path, { recursive: true, force: true });
}
