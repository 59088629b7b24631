import { WrongSetting } from './config.ts';

/** In milliseconds: earlier than any version that looks at it. */
const oldestNow = Date.UTC(2026, 0, 1);

/**
 * Throws {@link WrongSetting} where the clock cannot be right, as on a small computer that forgets the time without power: sessions would be over once it
 * is set, and the newest backup would count as the oldest.
 */
export function expectRightClock(now = Date.now()): void {
  if (now >= oldestNow) return;
  throw new WrongSetting(`L'horloge de cette machine est en ${new Date(now).getUTCFullYear()} : réglez-la, puis relancez.`);
}
