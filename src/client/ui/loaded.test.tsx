import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Loaded } from './loaded.tsx';

afterEach(cleanup);

const texts = { loading: 'Chargement', loadFailed: 'Impossible de charger' };
const asked = {
  data: undefined as string | undefined,
  errorUpdatedAt: 0,
  isFetching: true,
  refetch: () => Promise.reject(new Error()),
};
const drawn = (query: typeof asked) => (
  <Loaded query={query} texts={texts}>
    {(data) => <p>{data}</p>}
  </Loaded>
);

test('what was asked for has an outline until it is there', () => {
  const { rerender } = render(drawn(asked));
  expect(screen.getByRole('status')).toHaveTextContent('Chargement');
  rerender(drawn({ ...asked, data: 'Une liste', isFetching: false }));
  expect(screen.getByText('Une liste')).toBeVisible();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

test('a failure of an earlier visit is not told as one of this', () => {
  const { rerender } = render(drawn({ ...asked, errorUpdatedAt: 1 }));
  expect(screen.getByRole('status')).toHaveTextContent('Chargement');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  rerender(drawn({ ...asked, errorUpdatedAt: 2, isFetching: false }));
  expect(screen.getByRole('alert')).toHaveTextContent('Impossible de charger');
});

test('a button that asks again stays where it is until the answer', () => {
  const { rerender } = render(drawn({ ...asked, errorUpdatedAt: 1, isFetching: false }));
  const again = screen.getByRole('button', { name: 'Réessayer' });
  again.focus();
  rerender(drawn({ ...asked, errorUpdatedAt: 1 }));
  expect(screen.getByRole('alert')).toHaveTextContent('Impossible de charger');
  expect(again).toHaveFocus();
  rerender(drawn({ ...asked, data: 'Une liste', isFetching: false }));
  expect(screen.getByText('Une liste')).toBeVisible();
});
