import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OwedLoss } from '#shared/owed-losses';
import { léa, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { openScreen } from '#client/app/testing/screen.tsx';

afterEach(() => vi.restoreAllMocks());
afterEach(cleanup);

const hour = 60 * 60 * 1000;
const loss = (title: string, other: Partial<OwedLoss> = {}): OwedLoss => ({
  ...{ id: `loss ${title}`, boardId: 'board', boardTitle: 'NOUS DEUX', title, points: -15, emoji: null },
  from: { userId: max.id, username: 'Max', avatar: '🧑' },
  madeAt: Date.now(),
  lapsesAt: Date.now() + hour,
  ...other,
});

async function opened(address: string, ...owedLosses: OwedLoss[]) {
  return await openScreen(address, {
    me: léa,
    replies: {
      'GET /api/boards/:boardId': openedBoard({}, { members: [memberOf(léa), memberOf(max)] }),
      'GET /api/owed-losses': { owedLosses },
    },
  });
}

async function asked(...owedLosses: OwedLoss[]) {
  const { user } = await opened('/dashboard', ...owedLosses);
  return { user, card: within(await screen.findByRole('region', { name: /c'est vous/ })) };
}

describe('the card about a loss that another member noted', () => {
  it('says who asks, what it is about and what it would cost', async () => {
    const { card } = await asked(loss('Vaisselle oubliée'), loss('Clés perdues'), loss('Trop tard', { lapsesAt: Date.now() - hour }));
    expect(screen.getByRole('region', { name: /^Max demande.: «.Vaisselle oubliée.», c'est vous.\?$/ })).toBeVisible();
    expect(card.getByRole('heading')).toHaveTextContent(/^Max demande.: «.Vaisselle oubliée.», c'est vous.\?$/);
    expect(card.getByText(/^−15 · NOUS DEUX · et 1.autre$/)).toBeVisible();
    expect(card.getAllByRole('button').map((button) => button.textContent || button.ariaLabel)).toEqual(
      expect.arrayContaining(['Pas moi', "J'avoue"]),
    );
  });

  it('goes with the answer, which the next one follows, and is put off for now by its cross', async () => {
    const enqueued = vi.spyOn(outbox, 'enqueue').mockImplementation(() => undefined);
    const { user, card } = await asked(loss('Vaisselle oubliée'), loss('Clés perdues'));
    await user.click(card.getByRole('button', { name: "J'avoue" }));
    expect(enqueued).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ kind: 'avowal', id: 'loss Vaisselle oubliée', points: -15, from: { userId: max.id, username: 'Max' } }),
    );
    const next = within(await screen.findByRole('region', { name: /Clés perdues/ }));
    expect(screen.queryByRole('region', { name: /Vaisselle/ })).toBeNull();
    await user.click(next.getByRole('button', { name: 'Plus tard' }));
    expect(screen.queryByRole('region', { name: /c'est vous/ })).toBeNull();
  });

  it('stands on Accueil; elsewhere a dot says that an answer is awaited, but on its own board, whose head asks', async () => {
    await opened('/boards', loss('Vaisselle oubliée'));
    const home = await screen.findByRole('link', { name: 'Accueil', description: 'une réponse à donner' });
    expect(screen.queryByRole('region', { name: /c'est vous/ })).toBeNull();
    await userEvent.setup().click(home);
    const card = within(await screen.findByRole('region', { name: /c'est vous/ }));
    expect(card.getByText(/^−15 · NOUS DEUX$/)).toBeVisible();
  });

  it('is read out, comes before the page for the keyboard, and gives way to a toast, after which it is back', async () => {
    vi.spyOn(outbox, 'enqueue').mockImplementation(() => undefined);
    const { user, card } = await asked(loss('Vaisselle oubliée'), loss('Clés perdues'));
    const region = screen.getByRole('region', { name: /Vaisselle/ });
    expect(region.closest('[role="status"]')).not.toBeNull();
    expect(region.compareDocumentPosition(screen.getByRole('main')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    await user.click(card.getByRole('button', { name: 'Pas moi' }));
    expect(await screen.findByText("C'est entendu, on oublie.")).toBeVisible();
    expect(screen.queryByRole('region', { name: /Clés perdues/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Fermer le message' }));
    expect(await screen.findByRole('region', { name: /Clés perdues/ })).toBeVisible();
  });
});
