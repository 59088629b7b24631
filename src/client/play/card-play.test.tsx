import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { PlayOnCard, Season } from '#shared/play';
import { dayIn, daysAfter } from '#shared/calendar';
import { seasonOf as seasonWith } from '#client/app/testing/play.ts';
import { accountOf, activityOf, breakfast, cardOf, changed, léa, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { lost } from '#client/app/testing/server.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { ingest } from '#client/sync/replica/ingest.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';

const today = dayIn('Europe/Paris', Date.now());
const inAWeek = Date.now() + 7 * 24 * 60 * 60 * 1000;
const zoé = accountOf('Zoé');
const seasonOf = (other: Partial<Season> = {}) => seasonWith({ stake: 'Le resto', lastDay: daysAfter(today, 2), ...other });

async function open(play: Partial<PlayOnCard>) {
  const opened = openedBoard({ title: 'NOUS DEUX' }, { members: [memberOf(léa), memberOf(max)] });
  const board = { ...cardOf(opened), play: { agreements: [], seasons: [], ...play } };
  await openScreen('/boards', {
    me: léa,
    replies: { 'GET /api/boards': { boards: [board] }, 'PUT /api/boards/:boardId/agreements/:agreementId/answer': lost },
  });
  outbox.belongTo(léa.id);
  await act(() => vi.dynamicImportSettled());
  return opened;
}

const card = () => screen.getByRole('link', { name: /NOUS DEUX/ });

test('a card says how long a season lasts', async () => {
  await open({ seasons: [seasonOf()] });
  await waitFor(() => expect(card()).toHaveTextContent('Le resto · Encore 3 jours'));
  expect(card()).not.toHaveTextContent('À vous de répondre');
});

test('a card says how long all together have for a goal', async () => {
  await open({ seasons: [seasonOf({ kind: 'goal', goal: 200 })] });
  await waitFor(() => expect(card()).toHaveTextContent('Objectif commun · Encore 3 jours'));
});

test('a card without standings says how long a season lasts, and no place', async () => {
  const { standings: _, ...season } = seasonOf();
  await open({ seasons: [season] });
  await waitFor(() => expect(card()).toHaveTextContent('Le resto · Encore 3 jours'));
  expect(card()).not.toHaveTextContent('mène de');
});

test('the place on a card moves with what is logged', async () => {
  const { board } = await open({ seasons: [seasonOf()] });
  await waitFor(() => expect(card()).toHaveTextContent('À 25 points'));
  act(() => {
    const logged = activityOf(breakfast, léa, { id: 'new', revision: board.revision + 1, points: 45 });
    ingest(queryClient, { ...changed({ ...board, revision: board.revision + 1 }), after: board.revision, activities: [logged] });
  });
  await waitFor(() => expect(card()).toHaveTextContent('Vous menez de 20'));
});

test('a proposal that awaits an answer of oneself is said, and no more once it is given', async () => {
  const { board } = await open({ agreements: [{ id: 'agreement-of-sixteen', lapsesAt: inAWeek, agreed: [max.id] }] });
  await waitFor(() => expect(card()).toHaveTextContent('À vous de répondre'));
  act(() => outbox.enqueue({ kind: 'answer', id: 'answer', boardId: board.id, agreementId: 'agreement-of-sixteen', yes: true }));
  await waitFor(() => expect(card()).not.toHaveTextContent('À vous de répondre'));
});

test('a proposal that awaits others only, or has lapsed, is not said', async () => {
  await open({
    agreements: [
      { id: 'agreement-of-sixteen', lapsesAt: inAWeek, agreed: [léa.id, zoé.id] },
      { id: 'agreement-lapsed-now', lapsesAt: Date.now() - 24 * 60 * 60 * 1000, agreed: [max.id] },
    ],
    seasons: [seasonOf()],
  });
  await waitFor(() => expect(card()).toHaveTextContent('Le resto'));
  expect(card()).not.toHaveTextContent('À vous de répondre');
});
