import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const html = { dataset: {} as Record<string, string> };
const bar = { setAttribute: vi.fn() };
const page = new EventTarget();
let saved: Map<string, string>;

beforeEach(() => {
  saved = new Map();
  html.dataset = {};
  vi.resetModules();
  vi.stubGlobal('document', { documentElement: html, querySelector: () => bar });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, value: string) => saved.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the theme', () => {
  it('is dark unless light was saved', async () => {
    const { startTheme } = await import('./theme.ts');
    startTheme();
    expect(html.dataset['theme']).toBe('dark');
    saved.set('theme', 'light');
    startTheme();
    expect(html.dataset['theme']).toBe('light');
    saved.set('theme', '<script>');
    startTheme();
    expect(html.dataset['theme']).toBe('dark');
  });

  it('is shown and saved under `theme`', async () => {
    const { setTheme, currentTheme } = await import('./theme.ts');
    setTheme('light');
    expect([html.dataset['theme'], saved.get('theme'), currentTheme()]).toEqual(['light', 'light', 'light']);
    expect(bar.setAttribute).toHaveBeenLastCalledWith('content', '#fdf6fa');
  });

  it('changes even where nothing can be saved', async () => {
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
    const { startTheme, setTheme } = await import('./theme.ts');
    startTheme();
    setTheme('light');
    expect(html.dataset['theme']).toBe('light');
  });
});

function refuse(): never {
  throw new DOMException('denied', 'SecurityError');
}
