/** The notifications of this site that the system still shows on this device. */
import { inTime } from './in-time.ts';

/** In milliseconds. */
const listedWithin = 5000;

/** Closes those whose data the caller is done with. Nothing waits for it: what cannot be closed stays until it is pressed. */
export async function closeNotifications(isDone: (data: Record<string, unknown>) => boolean): Promise<void> {
  try {
    if (!('serviceWorker' in navigator)) return;
    const registration = await inTime(listedWithin, navigator.serviceWorker.getRegistration());
    const shown = (await inTime(listedWithin, Promise.resolve(registration?.getNotifications?.()))) ?? [];
    for (const notification of shown) if (isDone(recordOf(notification.data))) notification.close();
  } catch {
    // This browser lists none, or does not answer.
  }
}

function recordOf(data: unknown): Record<string, unknown> {
  return typeof data === 'object' && data !== null ? { ...data } : {};
}
