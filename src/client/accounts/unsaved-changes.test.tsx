import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { léa } from '#client/app/testing/samples.ts';
import { fill, openScreen } from '#client/app/testing/screen.tsx';

vi.mock('#client/ui/confirm-dialog.tsx', () => {
  throw new TypeError('the file did not come');
});

test('a question whose dialog cannot be loaded is asked by the browser', async () => {
  const asked = vi.fn<typeof confirm>().mockReturnValueOnce(false).mockReturnValueOnce(true);
  vi.stubGlobal('confirm', asked);
  const { user, address } = await openScreen('/edit-profile', { me: léa, replies: {} });
  await fill(user, screen.getByLabelText('Pseudo'), 'Léa.2');
  const leave = () => user.click(screen.getByRole('button', { name: 'Annuler' }));
  await leave();
  await waitFor(() => expect(asked).toHaveBeenCalledOnce());
  expect(address()).toBe('/edit-profile');
  expect(screen.getByLabelText('Pseudo')).toHaveValue('Léa.2');
  await leave();
  await waitFor(() => expect(address()).toBe('/dashboard'));
  expect(asked).toHaveBeenCalledTimes(2);
});
