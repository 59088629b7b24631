import { cleanup, screen, within } from '@testing-library/react';
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

async function asked(...owedLosses: OwedLoss[]) {
  const { user } = await openScreen('/board/board', {
    me: léa,
    replies: {
      'GET /api/boards/:boardId': openedBoard({}, { members: [memberOf(léa), memberOf(max)] }),
      'GET /api/owed-losses': { owedLosses },
    },
  });
  return { user, card: within(await screen.findByRole('region', { name: /c'est vous/ })) };
}

describe('the card about a loss that another member noted', () => {
  it('says who asks, what it is about and what it would cost', async () => {
    const { card } = await asked(loss('Vaisselle oubliée'), loss('Clés perdues'), loss('Trop tard', { lapsesAt: Date.now() - hour }));
    expect(card.getByRole('heading')).toHaveTextContent(/^Max demande.: «.Vaisselle oubliée.», c'est vous.\?$/);
    expect(card.getByText('−15 sur NOUS DEUX, si vous avouez')).toBeVisible();
    expect(card.getByText(/et 1 autre/)).toBeVisible();
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
});
