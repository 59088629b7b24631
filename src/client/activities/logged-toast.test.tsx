import '@testing-library/jest-dom/vitest';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sessionQuery } from '#client/session/session-queries.ts';
import { breakfast, dishes, léa } from '#client/app/testing/samples.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { live } from '#client/sync/stream/live.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import { useLoggedToast } from './logged-toast.tsx';

let announce: ReturnType<typeof useLoggedToast>;
function Announcer() {
  const given = useLoggedToast();
  useEffect(() => void (announce = given));
  return null;
}

const toasts = () => [...document.querySelectorAll('[data-toast]')];
const log = ({ id, title, points }: typeof breakfast, boards = ['board']) =>
  act(() => announce(boards.map((boardId) => ({ id: `${id} ${boardId}`, boardId, title, points }))));

test('what was logged is told by name, several stand in one, and each has its own undo', async () => {
  vi.spyOn(live, 'connection').mockReturnValue('live');
  const sent = vi.spyOn(outbox, 'enqueue').mockReturnValue();
  queryClient.setQueryData(sessionQuery.queryKey, léa);
  onTestFinished(cleanup);
  render(
    <QueryClientProvider client={queryClient}>
      <Toasts label="Messages" dismissLabel="Fermer le message">
        <Announcer />
      </Toasts>
    </QueryClientProvider>,
  );
  log(breakfast);
  await vi.waitFor(() => expect(toasts()).toHaveLength(1));
  expect(toasts()[0]).toHaveTextContent(`Action enregistréeC'est noté : +20${breakfast.title} · +20`);
  log(dishes, ['board', 'other']);
  expect(toasts()).toHaveLength(1);
  expect(toasts()[0]).toHaveTextContent(`2 actions notées${dishes.title} · −15 sur 2 tableaux`);
  const undo = (of: RegExp) => fireEvent.click(screen.getByRole('button', { name: 'Annuler', description: of }));
  undo(/Vaisselle/);
  undo(/Petit-déj/);
  expect(JSON.stringify(sent.mock.calls)).toMatch(/dishes board.*dishes other.*breakfast board/);
  expect(sent).toHaveBeenCalledTimes(3);
  expect(await screen.findByText('2 actions annulées')).toBeVisible();
});
