import { expect, test } from 'vitest';
import { daysInWords } from './days-in-words.fr.ts';

test.each([
  [1, 'Premier jour.'],
  [13, 'Treize jours.'],
  [21, 'Vingt et un jours.'],
  [22, 'Vingt-deux jours.'],
  [70, 'Soixante-dix jours.'],
  [71, 'Soixante et onze jours.'],
  [80, 'Quatre-vingts jours.'],
  [81, 'Quatre-vingt-un jours.'],
  [91, 'Quatre-vingt-onze jours.'],
  [100, 'Cent jours.'],
  [101, 'Cent un jours.'],
  [365, 'Trois cent soixante-cinq jours.'],
  [400, 'Quatre cents jours.'],
  [1200, '1200 jours.'],
])('%i days are written as they are said', (days, words) => {
  expect(daysInWords(days).replaceAll('\u00A0', ' ')).toBe(words);
});
