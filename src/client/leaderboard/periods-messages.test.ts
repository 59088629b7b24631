import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

it.each(['Europe/Paris', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'])(
  'a day of a board is the same day on a phone in %s',
  async (zone) => {
    vi.stubEnv('TZ', zone);
    vi.resetModules();
    const { dayInWords } = await import('./periods-messages.fr.ts');
    expect(dayInWords('2024-11-23')).toBe('23 novembre 2024');
    expect(dayInWords('2024-03-31')).toBe('31 mars 2024');
  },
);
