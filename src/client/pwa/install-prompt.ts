/** The browser's own offer to install the app. It comes once, early, and is kept for the moment that suits the person. */
import { createObservable } from '#client/ui/observable.ts';

interface InstallPrompt extends Event {
  /** Shows the browser's question. Only once, and only in answer to a press. */
  prompt(): Promise<unknown>;
}

const kept = createObservable<InstallPrompt | null>(null);

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  kept.set(event as InstallPrompt);
});
addEventListener('appinstalled', () => kept.set(null));

export const installPrompt = {
  isThere: () => kept.get() !== null,
  show(): void {
    const prompt = kept.get();
    kept.set(null);
    void prompt?.prompt();
  },
  subscribe: kept.subscribe,
};
