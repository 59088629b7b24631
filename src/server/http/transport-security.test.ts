import { describe, expect, it } from 'vitest';
import { transportSecurity } from './transport-security.ts';

describe('the time for which browsers open a host by TLS alone', () => {
  it.each(['https://jeu.example.org', 'https://jeu.test', 'https://example.org', 'https://notlocal.example', 'https://xn--t-bga.example'])(
    'is a day for the own name of the app, and never speaks for names below it: %s',
    (origin) => expect(transportSecurity(origin, undefined)).toBe('max-age=86400'),
  );

  it.each([
    'https://maison.local',
    'https://jeu.maison.lan',
    'https://jeu.home.arpa',
    'https://fritz.box',
    'https://nas.fritz.box',
    'https://nas.internal',
    'https://maison.mon-reseau.ts.net',
    'https://maison.local.',
    'https://localhost',
    'https://nas',
    'https://192.168.1.12',
    'https://[fd00::12]',
    'https://nas.example.org:8443',
  ])('is none where the name is shared with other programs, which also ends what was said before: %s', (origin) =>
    expect(transportSecurity(origin, undefined)).toBe('max-age=0'),
  );

  it('is what the host has set, at any name', () => {
    for (const origin of ['https://jeu.example.org', 'https://maison.local', 'https://nas.example.org:8443']) {
      expect(transportSecurity(origin, 63_072_000)).toBe('max-age=63072000');
      expect(transportSecurity(origin, 0)).toBe('max-age=0');
    }
  });

  it('is not told without TLS', () => {
    expect(transportSecurity('http://jeu.example.org', 63_072_000)).toBeUndefined();
  });
});
