import { expect, it } from 'vitest';
import { nameAllZones, nameZone, withFirst } from './time-zone-names.fr.ts';

it.each([
  ['Europe/Paris', /^Paris \(heure .*d'Europe centrale\)$/],
  ['Europe/London', /^Londres \(Royaume-Uni\)$/],
  ['America/New_York', /^New York \(heure de l'Est\b/],
  ['America/Argentina/Ushuaia', /^Ushuaia \(/],
  ['Asia/Kathmandu', /^Katmandou \(heure du Népal\)$/],
  ['UTC', /^Temps universel \(/],
  ['Asia/Irkutsk', /^Irkoutsk \(heure .*Irkoutsk\)$/],
  ['Asia/Yakutsk', /^Iakoutsk \(heure .*Iakoutsk\)$/],
  ['Asia/Krasnoyarsk', /^Krasnoïarsk \(/],
  ['Asia/Ust-Nera', /^Oust-Nera \(/],
  ['Africa/Juba', /^Djouba \(/],
  ['Pacific/Palau', /^Palaos \(/],
  ['Europe/Guernsey', /^Guernesey \(/],
  ['Mars/Olympus_Mons', /^Olympus Mons$/],
])('%s has a French name', (zone, name) => {
  expect(nameZone(zone, Date.parse('2026-11-22T12:00:00Z')).name).toMatch(name);
});

it('all zones are named, in the order of their names', async () => {
  const all = await nameAllZones();
  expect(all.map(({ zone }) => zone).toSorted()).toEqual(Intl.supportedValuesOf('timeZone').toSorted());
  const cities = all.map(({ name }) => name);
  expect(cities.indexOf(cities.find((name) => name.startsWith('Éfaté')) ?? '')).toBeLessThan(
    cities.findIndex((name) => name.startsWith('F')),
  );
  expect(cities.filter((name) => /_|\u2019|heure :/.test(name))).toEqual([]);
});

it('the zones that matter here come first and only once, whatever their other names', async () => {
  const zones = withFirst(['Asia/Kolkata', 'Europe/Paris', 'Asia/Kolkata'], await nameAllZones()).map(({ zone }) => zone);
  expect(zones.slice(0, 2)).toEqual(['Asia/Kolkata', 'Europe/Paris']);
  expect(zones.filter((zone) => /Kolkata|Calcutta|Paris/.test(zone))).toHaveLength(2);
});
