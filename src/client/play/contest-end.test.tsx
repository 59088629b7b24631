import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Account } from '#shared/accounts';
import type { Contest } from '#shared/play';
import { accountOf, léa, max, memberOf } from '#client/app/testing/samples.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { ContestEnd } from './contest-end.tsx';
import { turnMs } from './turning.ts';

const zoé = accountOf('Zoé');
const open: Contest = {
  ...{ id: 'contest', activityId: 'activity', by: { userId: léa.id, username: 'Léa', avatar: '🦊' }, answeredBy: max.id, emoji: '🤨' },
  ...{ openedAt: 1, keptAt: 2, endsAt: 9, votes: { void: 2, keep: 1 }, outcome: null, how: null, settledAt: null },
};
const tossed = (secondsAgo = 0): Contest => ({ ...open, outcome: 'void', how: 'coin', settledAt: Date.now() - 1000 * secondsAgo });
const voted = (): Contest => ({ ...open, outcome: 'stands', how: 'vote', settledAt: Date.now() });

/** What somebody sees who has the board open while a contest becomes another. */
function look(first: Contest, me: Account = léa, isBusy = false) {
  const drawn = (contest: Contest, busy: boolean) => (
    <>
      <ContestEnd contest={contest} theme="pink" members={[léa, max, zoé].map((one) => memberOf(one))} myId={me.id} />
      <Dialog open={busy} onClose={() => undefined} title="Réglages" />
    </>
  );
  const { rerender } = render(drawn(first, isBusy));
  return (contest: Contest, busy = false) => rerender(drawn(contest, busy));
}

const sheet = () => screen.queryByRole('dialog', { name: /crie/i, hidden: true });
const words = () => sheet()?.textContent;

function wantStillness(matches: boolean): void {
  vi.stubGlobal('matchMedia', () => ({ matches }));
}

beforeEach(() => wantStillness(false));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the sheet of a contest that ends', () => {
  test.each([
    ['contested', léa],
    ['is contested', max],
  ])('opens for who %s, with the coin in the air, and tells how it fell', (_, me) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const becomes = look(open, me);
    expect(sheet()).toBeNull();
    becomes(tossed());
    expect(words()).toContain('La pièce tourne…');
    expect(words()).not.toContain('on efface');
    act(() => void vi.advanceTimersByTime(turnMs));
    expect(words()).toMatch(/Face.: on efface\./);
  });

  test.each([
    ['where this phone slept when the coin was tossed', () => tossed(60)],
    ['after a vote', voted],
  ])('tells the end at once %s', (_, ended) => {
    look(open)(ended());
    expect(words()).toMatch(/on efface\.|on garde\./);
  });

  test('has words and no coin under reduced motion', () => {
    wantStillness(true);
    look(open)(tossed());
    expect(words()).toMatch(/Face.: on efface\./);
    expect(words()).not.toContain('🦊');
  });

  test('waits until the dialog that is open has closed', async () => {
    const becomes = look(open, léa, true);
    becomes(tossed(60), true);
    expect(sheet()).toBeNull();
    becomes(tossed(60), false);
    await waitFor(() => expect(words()).toMatch(/Face.: on efface\./));
  });

  test.each<[string, Contest, Contest, Account]>([
    ['for somebody whom it is not about', open, voted(), zoé],
    ['where it had ended before the board was opened', tossed(60), tossed(60), léa],
    ['for what was taken back', open, { ...open, outcome: 'withdrawn', how: 'answer', settledAt: Date.now() }, léa],
  ])('does not open %s', (_, first, then, me) => {
    look(first, me)(then);
    expect(sheet()).toBeNull();
  });
});
