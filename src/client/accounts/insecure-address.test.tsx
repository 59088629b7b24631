import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { max } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';

afterEach(() => vi.unstubAllGlobals());

const sentence = "Cette adresse n'est pas sécurisée (http) : pas de mode hors ligne, d'installation ni de notifications ici.";

test.each([
  [true, 0],
  [false, 1],
])('the profile says what an address lacks that the browser holds for safe (%s), %i times', async (isSafe, times) => {
  vi.stubGlobal('isSecureContext', isSafe);
  await openScreen('/edit-profile', { me: max });
  expect(screen.queryAllByText(sentence)).toHaveLength(times);
  expect(screen.queryAllByRole('link', { name: 'Passer en https' }).map((link) => link.getAttribute('href'))).toEqual(
    Array.from({ length: times }, () => '/passer-en-https'),
  );
});
