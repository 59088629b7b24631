import { store, stored } from './browser-storage.ts';
import { createObservable, useObserved } from './observable.ts';

export type AppTheme = 'dark' | 'light';

// The name is the product's promise (specification, section 3); `app/opening/theme.js` reads it before the first paint.
const storageKey = 'theme';
// --bg-0 of both themes, for the browser's own bars.
const barColour: Record<AppTheme, string> = { dark: '#0c060d', light: '#fdf6fa' };

const theme = createObservable<AppTheme>('dark');

/** Puts the saved theme on the page and follows the other tabs. Called once, at start. */
export function startTheme(): void {
  show(saved());
  addEventListener('storage', ({ key, newValue }) => {
    if (key === storageKey || key === null) show(newValue === 'light' ? 'light' : 'dark');
  });
}

export function setTheme(next: AppTheme): void {
  // Where it is not stored, the theme lasts as long as the page.
  store(storageKey, next);
  show(next);
}

export function useTheme(): [theme: AppTheme, setTheme: (next: AppTheme) => void] {
  return [useObserved(theme), setTheme];
}

export function currentTheme(): AppTheme {
  return theme.get();
}

function saved(): AppTheme {
  return stored(storageKey) === 'light' ? 'light' : 'dark';
}

function show(next: AppTheme): void {
  document.documentElement.dataset.theme = next;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColour[next]);
  theme.set(next);
}
