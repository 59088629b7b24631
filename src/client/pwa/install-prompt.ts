/** The browser's own offer to install the app. It comes once, early, and is kept for the moment that suits the person. */
import { createObservable } from '#client/ui/observable.ts';

interface InstallPrompt extends Event {
  /** Shows the browser's question. Only once, and only in answer to a press. */
  prompt(): Promise<unknown>;
}

const storedPrompt = createObservable<InstallPrompt | null>(null);

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  storedPrompt.set(event as InstallPrompt);
});
addEventListener('appinstalled', () => storedPrompt.set(null));

export const installPrompt = {
  isThere: () => storedPrompt.get() !== null,
  show(): void {
    const prompt = storedPrompt.get();
    storedPrompt.set(null);
    void prompt?.prompt();
  },
  subscribe: storedPrompt.subscribe,
};
