/** The browser's own offer to install the app. It comes once, early, and is kept for the moment that suits the person. */

interface InstallPrompt extends Event {
  /** Shows the browser's question. Only once, and only in answer to a press. */
  prompt(): Promise<unknown>;
}

let kept: InstallPrompt | null = null;
const watchers = new Set<() => void>();

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  keep(event as InstallPrompt);
});
addEventListener('appinstalled', () => keep(null));

export const installPrompt = {
  isThere: () => kept !== null,
  show(): void {
    const prompt = kept;
    keep(null);
    void prompt?.prompt();
  },
  subscribe(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
};

function keep(prompt: InstallPrompt | null): void {
  kept = prompt;
  for (const watcher of [...watchers]) watcher();
}
