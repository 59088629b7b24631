import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PastSeason } from '#shared/play';
import { Dialog } from '#client/ui/dialog.tsx';
import { pastOf as endedOf, playing } from '#client/app/testing/play.ts';
import { accountOf, léa } from '#client/app/testing/samples.ts';
import { PodiumMoment } from './podium-moment.tsx';

const hour = 60 * 60 * 1000;

const pastOf = (id: string, other: Partial<PastSeason> = {}) => endedOf({ id, stake: 'Le resto', closedAt: Date.now() - hour, ...other });

const shows = (season: PastSeason, myId = léa.id) => {
  render(<PodiumMoment board={{ theme: 'pink' }} play={playing({ past: [season] })} myId={myId} />);
};
const title = () => screen.queryByText(/^Max gagne/);

/** Ends what is played. */
const end = () => fireEvent.keyDown(document.body, { key: 'Escape' });

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })));
afterEach(async () => {
  end();
  await vi.waitUntil(() => title() === null);
  cleanup();
  vi.unstubAllGlobals();
});

test('the end of a season is played over the window, once in this browser', async () => {
  shows(pastOf('first'));
  await waitFor(() => expect(title()).not.toBeNull());
  end();
  await vi.waitUntil(() => title() === null);
  cleanup();
  shows(pastOf('first'));
  // The next moment waits for one that is played: it would stand behind it.
  shows(pastOf('second', { stake: 'Un massage' }));
  await waitFor(() => expect(screen.queryByText('Un massage')).not.toBeNull());
});

test('the end of a season waits until no dialog is open, which it would cover', async () => {
  const { rerender } = render(<Dialog open title="Question" onClose={() => undefined} />);
  shows(pastOf('covered'));
  await screen.findByRole('dialog');
  expect(title()).toBeNull();
  rerender(<Dialog open={false} title="Question" onClose={() => undefined} />);
  await waitFor(() => expect(title()).not.toBeNull());
});

test.each<[string, Partial<PastSeason>]>([
  ['that ended days ago', { closedAt: Date.now() - 49 * hour }],
  ['that nobody has won', { places: [] }],
  ['of a goal', { kind: 'goal', goal: 10, isReached: true }],
])('the end %s is not played', async (_, other) => {
  shows(pastOf(JSON.stringify(other), other));
  shows(pastOf(`after ${JSON.stringify(other)}`, { stake: 'Le dernier' }));
  await waitFor(() => expect(screen.queryByText('Le dernier')).not.toBeNull());
});

test('the end of a season is not played to somebody who came after it', async () => {
  shows(pastOf('before'), accountOf('Zoé').id);
  shows(pastOf('to Léa', { stake: 'Le dernier' }));
  await waitFor(() => expect(screen.queryByText('Le dernier')).not.toBeNull());
});
