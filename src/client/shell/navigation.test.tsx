import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { léa } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';

test('the bars lead everywhere and say where one is', async () => {
  const { user, address } = await openScreen('/dashboard', { me: léa });
  const navigation = () => within(screen.getByRole('navigation'));
  const place = (name: string) => navigation().getByRole('link', { name });
  for (const [name, path] of [
    ['Tableaux', '/boards'],
    ['Demandes', '/requests'],
    ['Accueil', '/dashboard'],
  ] as const) {
    await user.click(place(name));
    await waitFor(() => expect(place(name)).toHaveAttribute('aria-current', 'page'));
    expect(address()).toBe(path);
    expect(navigation().getAllByRole('link', { current: 'page' })).toHaveLength(1);
    // Each queries that there is one.
    expect(screen.getByRole('main')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('making a board belongs to Tableaux, and the name of the game leads home', async () => {
  const { user, address } = await openScreen('/create-board', { me: léa });
  expect(within(screen.getByRole('navigation')).getByRole('link', { name: 'Tableaux' })).toHaveAttribute('aria-current', 'true');
  await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'OU LA LA' }));
  await waitFor(() => expect(address()).toBe('/dashboard'));
});

test.each([
  ['somebody signed in', léa, '/dashboard'],
  ['a visitor', null, '/'],
] as const)('the way home from where nothing is leads %s to their first screen', async (_, me, home) => {
  await openScreen('/nulle-part', { me });
  expect(screen.getByRole('link', { name: "Retour à l'accueil" })).toHaveAttribute('href', home);
});

test.each([
  ['somebody signed in', léa, '/dashboard'],
  ['a visitor', null, '/'],
] as const)('the way home from an invitation to nothing leads %s to their first screen', async (_, me, home) => {
  const { user, address } = await openScreen('/invite/nulle-part', { me });
  await user.click(await screen.findByText("Retour à l'accueil"));
  await waitFor(() => expect(address()).toBe(home));
});
