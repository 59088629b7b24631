import { act, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { rightOrigin } from '#client/api/obstacle.ts';
import { openScreen } from '#client/app/testing/screen.tsx';

test('opened at another address than ORIGIN, the sign-in page names the right one and leads to the same screen there', async () => {
  onTestFinished(() => {
    rightOrigin.set(null);
    vi.restoreAllMocks();
  });
  const { user } = await openScreen('/login?redirect=%2Fboards');
  act(() => rightOrigin.set('https://jeu.exemple.fr'));
  expect(screen.getByText(/^Depuis cette adresse, rien ne peut être enregistré\s: OU LA LA vous attend sur/)).toHaveTextContent(
    'https://jeu.exemple.fr',
  );
  const assign = vi.spyOn(location, 'assign').mockReturnValue();
  // Another screen, or a reset link, by the time of the press.
  history.replaceState(history.state, '', '/login?redirect=%2Frequests#ici');
  await user.click(screen.getByRole('button', { name: 'Aller à la bonne adresse' }));
  expect(assign).toHaveBeenCalledExactlyOnceWith('https://jeu.exemple.fr/login?redirect=%2Frequests#ici');
});
