/** Asks the browser once, when the app is installed, not to clear what waits to be sent when room runs short. Nobody is shown the answer. */
import { store, stored } from '#client/ui/browser-storage.ts';

const askedKey = 'storage-asked';

export function keepStorageOnceInstalled(): void {
  if (stored(askedKey) !== null) return;
  if (matchMedia('(display-mode: standalone)').matches) ask();
  else addEventListener('appinstalled', ask, { once: true });
}

function ask(): void {
  // Where no note can be kept, there is nothing to be kept either.
  if (stored(askedKey) !== null || !store(askedKey, 'yes')) return;
  // A refusal changes nothing: the browser clears when it must, as before.
  void navigator.storage?.persist?.().catch(() => undefined);
}
