/** Choosing the gesture of the week: the line of Accueil, the pill of a board, the sheet, and Palmarès (D50). */
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { BoardCard } from '#shared/boards';
import type { OpenGesture } from '#shared/gestures';
import { openPlaying, plain } from '#client/app/testing/play.ts';
import { activityOf, breakfast, cardOf, léa, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { refused, type Replies } from '#client/app/testing/server.ts';

const [evening, morning] = [Date.parse('2026-11-22T20:00:00+01:00'), Date.parse('2026-11-23T08:00:00+01:00')];
const opened = openedBoard({}, { members: [memberOf(léa), memberOf(max, 20)] });
const { board } = opened;
const cardWith = (gesture: BoardCard['gesture']): BoardCard => ({ ...cardOf(opened), gesture });
const toChoose = cardWith({ closesAt: morning, isChosen: false, chosen: 1 });
const person = { userId: max.id, username: 'Max', avatar: '🧔' };
const gesture: OpenGesture = {
  week: '2026-11-16',
  closesAt: morning,
  candidates: [
    { activityId: 'croissants', title: 'Petit-déj au lit', emoji: '🥐', loggedAt: Date.parse('2026-11-18T09:00:00+01:00'), ...person },
    { activityId: 'lac', title: 'Tour du lac', emoji: null, loggedAt: Date.parse('2026-11-17T09:00:00+01:00'), ...person },
  ],
  mine: null,
  chosen: 1,
};

function atSundayEvening(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: evening });
  onTestFinished(() => void vi.useRealTimers());
}

async function openHome(cards: BoardCard[] = [toChoose], replies: Replies = {}) {
  atSundayEvening();
  const feed = {
    ...activityOf(breakfast, max),
    boardId: board.id,
    boardTitle: board.title,
    boardIcon: board.icon,
    boardTheme: board.theme,
  };
  return await openScreen('/dashboard', {
    me: léa,
    replies: {
      'GET /api/boards': { boards: cards },
      'GET /api/activities': { activities: [feed], next: null },
      'GET /api/boards/:boardId/gesture': { gesture },
      ...replies,
    },
  });
}

const sheetOf = async () => within(await screen.findByRole('dialog', { name: 'Le geste de la semaine' }));
const texts = (elements: readonly Element[]) => elements.map(({ textContent }) => plain(textContent));

test('the line of Accueil opens the sheet, which keeps a choice with its words in secret', async () => {
  const kept = { ...gesture, mine: { activityId: 'lac', words: 'Sous la pluie' }, chosen: 2 };
  const { user, server } = await openHome([toChoose], { 'PUT /api/boards/:boardId/gesture': { gesture: kept } });
  await user.click(await screen.findByRole('button', { name: /Le geste de la semaine/ }));
  const sheet = await sheetOf();
  const gains = await sheet.findAllByRole('radio');
  expect(texts(gains.map((one) => one.closest('label') ?? one))).toEqual(['🥐Petit-déj au litMax, mercredi', '⭐Tour du lacMax, mardi']);
  expect(sheet.getByRole('group', { name: 'Les gestes des autres, cette semaine' })).toBeVisible();
  expect(plain(sheet.getByText(/a choisi/).textContent)).toBe('1 personne a choisi');
  const keep = sheet.getByRole('button', { name: 'Choisir en secret' });
  expect(keep).toBeDisabled();
  await user.click(gains[1] ?? keep);
  await user.type(sheet.getByRole('textbox', { name: 'Un petit mot' }), 'Sous la pluie');
  await user.click(keep);
  expect(await screen.findByText(/Secret bien gardé/)).toBeVisible();
  expect(server.received('PUT /api/boards/:boardId/gesture')).toEqual([{ activityId: 'lac', words: 'Sous la pluie' }]);
  const line = await screen.findByRole('button', { name: /C'est choisi/ });
  expect(plain(line.textContent)).toContain('2 personnes ont choisi');
});

test('a choice that was made is shown again, and may be changed', async () => {
  const { user } = await openHome([cardWith({ closesAt: morning, isChosen: true, chosen: 1 })], {
    'GET /api/boards/:boardId/gesture': { gesture: { ...gesture, mine: { activityId: 'croissants', words: 'Miam' } } },
  });
  await user.click(await screen.findByRole('button', { name: /C'est choisi/ }));
  const sheet = await sheetOf();
  expect(await sheet.findByRole('radio', { name: /Petit-déj au lit/ })).toBeChecked();
  expect(sheet.getByRole('textbox')).toHaveValue('Miam');
  expect(sheet.getByRole('button', { name: 'Choisir en secret' })).toBeEnabled();
});

test('a choice that is refused says why, and what may be chosen is read again', async () => {
  const { user, server } = await openHome([toChoose], { 'PUT /api/boards/:boardId/gesture': refused('gesture_contested') });
  await user.click(await screen.findByRole('button', { name: /Le geste de la semaine/ }));
  const sheet = await sheetOf();
  await user.click(await sheet.findByRole('radio', { name: /Tour du lac/ }));
  await user.click(sheet.getByRole('button', { name: 'Choisir en secret' }));
  expect(await screen.findByText(/On crie à la mauvaise foi/)).toBeVisible();
  await waitFor(() => expect(server.received('GET /api/boards/:boardId/gesture')).toHaveLength(2));
});

test.each([
  ['there is none to choose', { gesture: { ...gesture, candidates: [] } }, /Rien à choisir/],
  ['the choice is closed', { gesture: null }, /Les jeux sont faits/],
])('the sheet says so when %s', async (_, reply, sentence) => {
  const { user } = await openHome([toChoose], { 'GET /api/boards/:boardId/gesture': reply });
  await user.click(await screen.findByRole('button', { name: /Le geste de la semaine/ }));
  const sheet = await sheetOf();
  expect(await sheet.findByText(sentence)).toBeVisible();
  expect(sheet.queryByRole('button', { name: 'Choisir en secret' })).toBeNull();
});

test('several boards share one line, and a card that was kept beyond Monday says nothing', async () => {
  const second = { ...toChoose, id: 'second', title: 'COLOC' };
  const stale = cardWith({ closesAt: evening, isChosen: false, chosen: 0 });
  await openHome([toChoose, second, { ...stale, id: 'third', title: 'AMIS' }]);
  expect(await screen.findByRole('button', { name: 'COLOC' })).toBeVisible();
  expect(screen.getByText('Gestes à choisir')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'AMIS' })).toBeNull();
});

test('the pill of a board opens the sheet, as an address does', async () => {
  atSundayEvening();
  const replies = { 'GET /api/boards': { boards: [toChoose] }, 'GET /api/boards/:boardId/gesture': { gesture } };
  const { user } = await openPlaying(opened, { tab: 'actions', replies });
  await user.click(await screen.findByRole('button', { name: 'Un geste à choisir' }));
  expect(await (await sheetOf()).findAllByRole('radio')).toHaveLength(2);
});

test('the address of a push opens the sheet once', async () => {
  atSundayEvening();
  const { address } = await openScreen('/board/board?geste=oui', {
    me: léa,
    replies: {
      'GET /api/boards': { boards: [toChoose] },
      'GET /api/boards/:boardId': opened,
      'GET /api/boards/:boardId/gesture': { gesture },
    },
  });
  expect(await (await sheetOf()).findAllByRole('radio')).toHaveLength(2);
  expect(address()).toBe('/board/board');
});

test('Palmarès lists the gestures of past weeks, also where nothing was played for', async () => {
  const past = {
    ...{ week: '2026-11-09', words: 'Les croissants !', activityId: 'croissants', title: 'Petit-déj au lit', emoji: '🥐' },
    ...{ by: person, of: { userId: léa.id, username: 'Léa', avatar: '🧑' } },
  };
  const replies = {
    'GET /api/boards/:boardId/gestures': { gestures: [past], next: null },
    'GET /api/boards/:boardId/seasons': { seasons: [], next: null },
  };
  const { user } = await openPlaying(openedBoard({}, { members: [memberOf(léa), memberOf(max)] }), { replies });
  await act(() => vi.dynamicImportSettled());
  await user.click(await screen.findByRole('button', { name: 'Palmarès' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Palmarès' }));
  expect(await dialog.findByText(/Semaine du 9 au 15 novembre/)).toBeVisible();
  expect(texts(dialog.getAllByRole('listitem'))).toEqual(['🥐Max a retenu : Petit-déj au lit, signé vous« Les croissants ! »']);
});
