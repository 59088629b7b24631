import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import './testing/screen.tsx';
import { Menu } from '#client/ui/menu.tsx';

test.each([
  ['e', 'Écrire un mot'],
  ['É', 'Écrire un mot'],
])('a menu goes by the letter %s to the item that begins with it, accents or not', async (letter, label) => {
  const user = userEvent.setup();
  const items = ['Annuler', 'Écrire un mot'].map((name) => ({ label: name, onSelect: () => undefined }));
  const { unmount } = render(
    <Menu label="Plus" items={items}>
      {(opener) => (
        <button type="button" {...opener}>
          Plus
        </button>
      )}
    </Menu>,
  );
  onTestFinished(unmount);
  await user.click(screen.getByRole('button', { name: 'Plus' }));
  await user.keyboard(letter);
  expect(screen.getByRole('menuitem', { name: label })).toHaveFocus();
});
