import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Agreement, Play } from '#shared/play';
import type { Notice } from '#shared/notices';
import { léa, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { lost } from '#client/app/testing/server.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';
import { noticed } from '#client/sync/replica/signals.ts';

const agreement: Agreement = {
  id: 'agreement-of-sixteen',
  terms: { kind: 'season', length: 'week', stake: 'Un massage de vingt minutes', ties: 'shared' },
  proposedBy: { userId: max.id, username: max.username, avatar: max.avatar },
  proposedAt: Date.now(),
  lapsesAt: Date.now() + 7 * 24 * 60 * 60 * 1000,
  agreed: [max.id],
};
const asks: Notice = { kind: 'agreement_made', boardId: 'board', agreementId: agreement.id, of: 'season', username: 'Max' };

async function openAt(path: string, play: Play = { agreements: [agreement], seasons: [], past: [] }) {
  const shown = await openScreen(path, {
    me: léa,
    replies: {
      'GET /api/boards/:boardId': openedBoard({}, { members: [memberOf(léa), memberOf(max)], play }),
      'PUT /api/boards/:boardId/agreements/:agreementId/answer': lost,
    },
  });
  outbox.belongTo(léa.id);
  await act(() => vi.dynamicImportSettled());
  return shown;
}

const tell = (notice: Notice) =>
  act(async () => {
    noticed.announce(notice);
    await vi.dynamicImportSettled();
  });

test('a proposal is told elsewhere in the app, and its toast leads to the answer', async () => {
  const { user } = await openAt('/requests');
  await tell(asks);
  const toast = await screen.findByText('Max propose une saison');
  expect(toast).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Répondre' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Max propose une saison' }));
  expect(dialog.getByText(/Un massage de vingt minutes/)).toBeVisible();
  expect(`${location.pathname}${location.search}`).toBe('/board/board?tab=scores');
  await user.click(dialog.getByRole('button', { name: "J'en suis" }));
  expect(outbox.shown().pending).toMatchObject([{ kind: 'answer', agreementId: agreement.id, yes: true }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an address that asks for an answer that is not waited for any more opens nothing', async () => {
  await openAt(`/board/board?tab=scores&reponse=another`);
  expect(await screen.findByRole('button', { name: 'Une réponse à donner' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each<[string, Notice, said: RegExp]>([
  ['the last yes to a season', { kind: 'all_agreed', boardId: 'board', of: 'season' }, /la saison commence à minuit/],
  [
    'the last yes of two',
    { kind: 'all_agreed', boardId: 'board', of: 'season', isForTwo: true },
    /^C'est oui.! La saison commence à minuit\.$/,
  ],
  ['the last yes to a goal', { kind: 'all_agreed', boardId: 'board', of: 'goal' }, /l'objectif commun commence à minuit/],
  [
    'the end of a season',
    { kind: 'season_closed', boardId: 'board', of: 'season', number: 3 },
    /^C'est la fin de la saison.: le podium est là$/,
  ],
  ['the end of a goal', { kind: 'season_closed', boardId: 'board', of: 'goal', number: 4 }, /^Objectif commun.: le résultat est là$/],
  [
    'the end of a contest',
    { kind: 'contest_settled', boardId: 'board', result: { outcome: 'void', how: 'coin' } },
    /^« Mauvaise foi ! » : Face : on efface\.$/,
  ],
])('%s is told elsewhere in the app, and leads to Scores', async (_, notice, said) => {
  const { user } = await openAt('/requests');
  await tell(notice);
  expect(await screen.findByText(said)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Voir' }));
  expect(await screen.findByRole('tab', { name: 'Scores', selected: true })).toBeVisible();
  expect(`${location.pathname}${location.search}`).toBe('/board/board?tab=scores');
});

test.each<[string, Notice, said: RegExp]>([
  ['a contest of what one logged', { kind: 'contest_made', boardId: 'board', username: 'Max' }, /^Max crie « Mauvaise foi ! »$/],
  ['a vote or a coin that is asked for', { kind: 'contest_kept', boardId: 'board', username: 'Max' }, /^Max maintient\.$/],
])('%s is told elsewhere in the app, and leads to the answer', async (_, notice, said) => {
  const { user } = await openAt('/requests');
  await tell(notice);
  expect(await screen.findByText(said)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Répondre' }));
  expect(await screen.findByRole('tab', { name: 'Scores', selected: true })).toBeVisible();
});

test.each<[string | null, RegExp]>([
  ['Vaisselle oubliée', /^Max répond « Pas moi » à « Vaisselle oubliée »$/],
  [null, /^Max répond « Pas moi »$/],
])("'Pas moi' is told wherever one is (%s)", async (title, said) => {
  await openAt('/board/board');
  await tell({ kind: 'loss_denied', boardId: 'board', username: 'Max', title });
  expect(await screen.findByText(said)).toBeVisible();
});

test('the board that shows it itself gets no toast', async () => {
  await openAt('/board/board?tab=scores');
  for (const notice of [
    asks,
    { kind: 'all_agreed', boardId: 'board', of: 'season' },
    { kind: 'season_closed', boardId: 'board', of: 'season', number: 3 },
    { kind: 'contest_made', boardId: 'board', username: 'Max' },
    { kind: 'contest_kept', boardId: 'board', username: 'Max' },
    { kind: 'contest_settled', boardId: 'board', result: { outcome: 'stands', how: 'vote' } },
  ] as const)
    await tell(notice);
  expect(screen.queryByRole('button', { name: 'Répondre' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Voir' })).toBeNull();
});

test('the end of a season is told on its board where another tab is open', async () => {
  const { user } = await openAt('/board/board');
  await tell({ kind: 'season_closed', boardId: 'board', of: 'season', number: 3 });
  await user.click(await screen.findByRole('button', { name: 'Voir' }));
  expect(await screen.findByRole('tab', { name: 'Scores', selected: true })).toBeVisible();
});

beforeEach(() => {
  queryClient.clear();
  // The test's browser has none: this is the only tab.
  const request = (_name: string, _options: object, job: (lock: object) => unknown) => job({});
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
});
afterEach(() => {
  outbox.belongTo(null);
  cleanup();
});
