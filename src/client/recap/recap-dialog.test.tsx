import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { BoardCard } from '#shared/boards';
import type { Recap } from '#shared/recap';
import { accountOf, breakfast, léa, max, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { lost, refused, type Replies } from '#client/app/testing/server.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { drawRecap } from './recap-picture.ts';

const week = '2026-11-16';
const zoé = accountOf('Zoé');
const { board } = openedBoard();
const card: BoardCard = { ...board, memberCount: 2, actionCount: 2, lastActivityAt: 1, recap: week };
const recap: Recap = {
  boardId: board.id,
  title: board.title,
  icon: board.icon,
  theme: board.theme,
  week,
  total: { points: 1250, actions: 27, people: 2, before: { points: 40, actions: 24 } },
  leaders: { points: 60, members: [{ userId: léa.id, username: 'Léa', avatar: '🧑' }] },
  days: { best: 1, actions: 4, gained: [10, 55, 0, 0, 0, 0, 20] },
  favourite: { title: 'Petit-déj au lit', emoji: '🥐', points: 20, times: 4 },
  loss: { title: 'Vaisselle oubliée', emoji: '🍽️', points: -15 },
  flame: { days: 12, record: 41 },
  season: { state: 'running', kind: 'season', number: 3, stake: 'Le resto', daysLeft: 4 },
  wink: { kind: 'hour', hour: 18, times: 9 },
};

async function openRecap(change: Partial<Recap> = {}, replies: Replies = {}) {
  const opened = await openScreen('/dashboard', {
    me: léa,
    replies: {
      'GET /api/boards': { boards: [card] },
      'GET /api/activities': {
        activities: [
          {
            id: 'logged',
            boardId: board.id,
            boardTitle: board.title,
            boardIcon: board.icon,
            boardTheme: board.theme,
            userId: max.id,
            username: max.username,
            userAvatar: max.avatar,
            title: 'Petit-déj au lit',
            points: 20,
            emoji: null,
            loggedAt: 1,
            revision: 1,
            undone: null,
          },
        ],
        next: null,
      },
      'GET /api/boards/:boardId/recaps/:week': { ...recap, ...change },
      'GET /api/boards/:boardId/recaps': { weeks: [week, '2026-11-09'].map((one) => ({ week: one, isRead: false })) },
      'PUT /api/boards/:boardId/recaps/:week/read': undefined,
      ...replies,
    },
  });
  await opened.user.click(await screen.findByRole('button', { name: /Le récap de la semaine est là/ }));
  const dialog = await screen.findByRole('dialog');
  return { ...opened, dialog: within(dialog), popup: dialog };
}

/** The cards from the first to the last, as they read. */
async function cardsOf({ user, popup }: Awaited<ReturnType<typeof openRecap>>, key = '{ArrowRight}'): Promise<string[]> {
  await within(popup).findByText(/Carte 1 sur/);
  const live = popup.querySelector('[aria-live="polite"]');
  const seen = [live?.textContent ?? ''];
  for (let more = 0; more < 9; more += 1) {
    await user.keyboard(key);
    const text = live?.textContent ?? '';
    if (text === seen.at(-1)) break;
    seen.push(text);
  }
  return seen.map((text) => text.replaceAll(/\s/g, ' '));
}

test('a recap is a card for each thought, by the keyboard, and is read once it is opened', async () => {
  const opened = await openRecap();
  const cards = await cardsOf(opened);
  expect(cards.map((text) => text.slice(0, 14))).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((place) => `Carte ${place} sur 9`.padEnd(14, '.').slice(0, 14)),
  );
  for (const [place, said] of [
    [0, "La semaine du 16 au 22 novembre1 250pointsen 27 actions, à vous deux3 actions de plus que la semaine d'avant"],
    [1, 'En tête de la semaineVous !+60 points'],
    [2, 'Le plus beau jourmardi+55 en 4 actions'],
    [3, 'La chouchoute de la semaine🥐Petit-déj au litnotée 4 fois'],
    [4, 'Le faux pas qui fait sourire🍽️Vaisselle oubliée−15Qui ça ? On ne le dira pas.'],
    [5, 'La flamme, dimanche soir12jours de sérieRecord : 41 jours'],
    [6, 'La saison, lundi matin4jours encore à jouer« Le resto »'],
    [7, "Un clin d'œil⏰18 hC'est votre heure de pointe : 9 actions en une semaine"],
    [8, 'À lundi prochain !'],
  ] as const)
    expect(cards[place]?.replaceAll(/🧑|👑/gu, '')).toContain(said);
  expect(opened.server.received('PUT /api/boards/:boardId/recaps/:week/read')).toHaveLength(1);
  await opened.user.keyboard('{Home}');
  expect(opened.popup).toHaveTextContent('Carte 1 sur 9');
  await opened.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('button', { name: /Le récap de la semaine est là/ })).toBeNull();
});

test('a card that would say nothing is left out', async () => {
  const opened = await openRecap({ leaders: null, days: null, favourite: null, loss: null, flame: null, season: null, wink: null });
  expect(await cardsOf(opened, ' ')).toHaveLength(2);
});

const nothingElse = { leaders: null, days: null, favourite: null, loss: null, flame: null, season: null, wink: null } as const;
const personOf = ({ id: userId, username, avatar }: typeof léa) => ({ userId, username, avatar });
type Told = NonNullable<Recap['gestures']>[number];
const gesture = (by: typeof léa, of: typeof léa, other: Partial<Told> = {}): Told => ({
  ...{ week, by: personOf(by), of: personOf(of), activityId: `of ${of.id}`, title: 'Petit-déj au lit', emoji: '🥐', words: '' },
  ...{ isThanked: false, ...other },
});

test('the gestures of the week come after the numbers, one by one with their words, and are thanked for by one press', async () => {
  const gestures = [
    gesture(max, léa, { words: 'Les croissants !' }),
    gesture(léa, max, { title: 'Tour du lac', emoji: '🌊', isThanked: true }),
  ];
  const opened = await openRecap(
    { ...nothingElse, gestures },
    { 'PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji': lost },
  );
  outbox.belongTo(léa.id);
  const cards = await cardsOf(opened);
  expect(cards[1]).toContain('Le geste de la semaine🥐Max a retenu :Petit-déj au litUn geste signé vous« Les croissants ! »Merci ❤️');
  expect(cards[2]).toContain('Le geste de la semaine🌊Vous avez retenu :Tour du lacUn geste signé MaxMax dit merci ❤️');
  expect(cards).toHaveLength(4);
  await opened.user.keyboard('{Home}{ArrowRight}');
  await opened.user.click(opened.dialog.getByRole('button', { name: /Merci/ }));
  expect(await opened.dialog.findByText(/C'est dit : merci/)).toHaveFocus();
  expect(opened.dialog.queryByRole('button', { name: /Merci/ })).toBeNull();
  expect(outbox.shown().pending).toMatchObject([{ kind: 'reaction', emoji: '❤️', activityId: `of ${léa.id}`, isOn: true }]);
});

test('a gesture that several chose is one card', async () => {
  const several = [gesture(max, léa), gesture(zoé, léa, { words: 'Quel réveil' }), gesture(léa, max)];
  const cards = await cardsOf(await openRecap({ ...nothingElse, gestures: several }));
  expect(cards[1]).toContain('Max et Zoé ont retenu :Petit-déj au litUn geste signé vous« Quel réveil », Zoé');
  expect(cards).toHaveLength(4);
});

test('beyond four gestures the last ones share a card', async () => {
  const many = [1, 2, 3, 4, 5].map((place) => gesture(max, zoé, { activityId: `gesture ${place}`, title: `Geste ${place}` }));
  const shared = await cardsOf(await openRecap({ ...nothingElse, gestures: many }));
  expect(shared.slice(1, -1).map((text) => text.replace(/.*sur 6\. /, ''))).toEqual([
    ...[1, 2, 3].map((place) => `Le geste de la semaine🥐Max a retenu :Geste ${place}Un geste signé Zoé`),
    'Retenus aussiMax a retenu : Geste 4 🥐Max a retenu : Geste 5 🥐',
  ]);
});

test.each([
  [{ days: 12, record: 12 }, '12jours de sérieVotre plus belle série à ce jour'],
  [{ days: 1, record: 12 }, '1jour de sérieToute neuve : à vous de la nourrir'],
])('a flame of %o is told as it was on Sunday evening', async (flame, said) => {
  const cards = await cardsOf(await openRecap({ flame }));
  expect(cards[5]).toContain(said);
});

const over = { state: 'over', kind: 'season', number: 3, stake: 'Un massage', isReached: null, isTied: false } as const;
const [won, alsoWon] = [léa, max].map(({ id: userId, username, avatar }) => ({ userId, username, avatar }));
const winners = [won, alsoWon].flatMap((one) => one ?? []);
test.each<[NonNullable<Recap['season']>, string]>([
  [{ ...over, winners: winners.slice(0, 1) }, 'Vous gagnez !« Un massage »'],
  [{ ...over, winners }, 'Léa et Max gagnent« Un massage »'],
  [{ ...over, winners: [...winners, ...winners] }, '4 personnes gagnent, à égalité« Un massage »'],
  [{ ...over, winners: [{ userId: null, username: 'Utilisateur supprimé', avatar: '🧑' }] }, "Quelqu'un qui est parti gagne« Un massage »"],
  [{ ...over, winners: [], isTied: true }, "Égalité en tête : l'enjeu tombe à l'eau"],
  [{ ...over, winners: [] }, "Personne n'est au classement : l'enjeu tombe à l'eau"],
  [{ ...over, kind: 'goal', isReached: true, winners: [] }, 'Atteint, ensemble !« Un massage »'],
  [{ ...over, kind: 'goal', isReached: false, winners: [] }, 'Pas cette fois, mais quelle équipe !'],
])('a season that ended as %o is told by who won, and nobody has lost', async (season, said) => {
  const cards = await cardsOf(await openRecap({ season }));
  const text = (cards[6] ?? '').replaceAll(/[^\p{L}\p{N}\s,:.!'«»-]/gu, '');
  expect(text.endsWith(said), text).toBe(true);
});

test.each([
  [{ points: -15, actions: 3, people: 1, before: null }, /3actions au compteurEt ça repart/],
  [{ points: 0, actions: 3, people: 1, before: { points: 5, actions: 3 } }, /3actions au compteurPile autant que la semaine d'avant/],
  [{ points: 40, actions: 3, people: 3, before: { points: 5, actions: 9 } }, /40pointsen 3 actions, ensemble9 actions la semaine d'avant/],
])('a week of %o is no reproach', async (total, said) => {
  const { dialog, popup } = await openRecap({ total });
  await dialog.findByText(/Carte 1 sur/);
  expect(popup.textContent?.replaceAll(/\s/g, ' ')).toMatch(said);
});

test('several share the lead by name, and one of them is you', async () => {
  const members = [
    { userId: léa.id, username: 'Léa', avatar: '🧑' },
    { userId: max.id, username: 'Max', avatar: '🧑' },
  ];
  const cards = await cardsOf(await openRecap({ leaders: { points: 60, members } }));
  expect(cards[1]).toContain('Égalité au sommet');
  expect(cards[1]).toContain('Vous et Max+60 points, à égalité');
});

test('the buttons lead on and back, and the last card closes', async () => {
  const { user, dialog, popup } = await openRecap();
  await dialog.findByText(/Carte 1 sur/);
  expect(dialog.getByRole('button', { name: 'Précédent' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(dialog.getByRole('button', { name: 'Suivant' }));
  expect(popup).toHaveTextContent('Carte 2 sur 9');
  await user.click(dialog.getByRole('button', { name: 'Précédent' }));
  expect(popup).toHaveTextContent('Carte 1 sur 9');
  await user.keyboard('{End}');
  expect(dialog.getByRole('switch', { name: 'Montrer les noms' })).not.toBeChecked();
  await user.click(dialog.getByText('du 9 au 15 novembre'));
  await waitFor(() => expect(popup).toHaveTextContent('Carte 1 sur 9'));
  await user.keyboard('{End}');
  // The cross at the top says the same.
  await user.click(dialog.getAllByRole('button', { name: 'Fermer' }).at(-1) ?? popup);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the last card has the three actions that this person most likely plays next, and each is logged as on the board', async () => {
  const likely = ['one', 'two', 'three', 'four'].map((id) => ({ ...breakfast, id, title: `Action ${id}` }));
  const opened = openedBoard({}, { actions: likely, favourites: ['three'], mostLogged: ['four', 'two'] });
  const { user, dialog } = await openRecap({}, { 'GET /api/boards/:boardId': opened, 'POST /api/boards/:boardId/activities': lost });
  outbox.belongTo(léa.id);
  await dialog.findByText(/Carte 1 sur/);
  await user.keyboard('{End}');
  const tiles = within(await dialog.findByRole('list', { name: 'La suite se joue dès maintenant.' })).getAllByRole('button');
  expect(tiles.map(({ textContent }) => /Action \w+/.exec(textContent)?.[0])).toEqual(['Action three', 'Action four', 'Action two']);
  await user.click(dialog.getByText('Action four'));
  const asked = within(await screen.findByRole('dialog', { name: /On le note/ }));
  // The arrows lead through the cards again once it is closed.
  await user.keyboard('{Home}');
  expect(dialog.getByText(/Carte 9 sur 9/)).toBeInTheDocument();
  await user.click(asked.getByRole('button', { name: 'Noter +20' }));
  expect(outbox.shown().pending).toMatchObject([{ kind: 'log', boardId: board.id, actionId: 'four' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a recap that is still on its way has the name and the colours of its board', async () => {
  const { popup, dialog } = await openRecap({}, { 'GET /api/boards/:boardId/recaps/:week': () => new Promise(() => undefined) });
  expect(await dialog.findByRole('status')).toHaveTextContent('Le récap arrive…');
  expect(popup.querySelector('[data-board-theme]')).toHaveAttribute('data-board-theme', board.theme);
  expect(popup).toHaveTextContent(board.title);
});

test('the picture of a week says so where the browser draws none', async () => {
  const { user, dialog } = await openRecap();
  await dialog.findByText(/Carte 1 sur/);
  await user.keyboard('{End}');
  expect(await dialog.findByText("Ce navigateur n'a pas pu dessiner l'image.")).toBeVisible();
});

test('the picture of a week is drawn in another font where the browser never says that the font is there', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    Reflect.deleteProperty(document, 'fonts');
  });
  Object.defineProperty(document, 'fonts', { value: { load: () => new Promise(() => undefined) }, configurable: true });
  const written: string[] = [];
  const pen: object = new Proxy(
    {
      measureText: () => ({ width: 10 }),
      createLinearGradient: () => ({ addColorStop: () => undefined }),
      fillText: (text: string) => written.push(text),
    },
    { get: (known, name) => Reflect.get(known, name) ?? (() => undefined), set: () => true },
  );
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { getContext: () => pen });
  const drawing = drawRecap(canvas, recap, false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await drawing).toBe(true);
  expect(written).toContain('OU LA LA');
});

test('a recap that is gone says so, and is told no more', async () => {
  const { dialog, server } = await openRecap({}, { 'GET /api/boards/:boardId/recaps/:week': () => refused('recap_not_found') });
  expect(await dialog.findByRole('alert')).toHaveTextContent("Ce récap n'est plus là");
  await waitFor(() => expect(server.received('PUT /api/boards/:boardId/recaps/:week/read')).toHaveLength(1));
});

test('the recap comes by mail to who switches it on, where the server sends mails', async () => {
  const replies: Replies = {
    'GET /api/recap-mail': { isOffered: true, isOn: false },
    'PUT /api/recap-mail': { isOffered: true, isOn: true },
    'GET /api/achievements': { achievements: [] },
  };
  const { user, server } = await openScreen('/edit-profile', { me: léa, replies });
  const mail = await screen.findByRole('switch', { name: 'Recevoir le récap par mail' });
  expect(mail).not.toBeChecked();
  await user.click(mail);
  await waitFor(() => expect(server.received('PUT /api/recap-mail')).toHaveLength(1));
  await waitFor(() => expect(mail).toBeChecked());
});

test('a link of the mail that was damaged on its way says so, and nothing is said to be done', async () => {
  const { user } = await openScreen('/login#recap=Abc-_9', {
    me: null,
    replies: { 'POST /api/recap-mail/unsubscriptions/:token': () => refused('mail_link_damaged') },
  });
  await user.click(await screen.findByRole('button', { name: 'Ne plus recevoir ce mail' }));
  expect(await screen.findByRole('alert')).toHaveTextContent("Ce lien n'est pas arrivé en entier");
  expect(screen.queryByText(/C'est fait/)).toBeNull();
});

test('the link at the foot of the mail ends it by one press, signed in or not', async () => {
  for (const me of [null, léa]) {
    const { user, server } = await openScreen('/login#recap=Abc-_9', {
      me,
      replies: { 'POST /api/recap-mail/unsubscriptions/:token': undefined },
    });
    await user.click(await screen.findByRole('button', { name: 'Ne plus recevoir ce mail' }));
    expect(await screen.findByRole('status')).toHaveTextContent("C'est fait");
    expect(server.received('POST /api/recap-mail/unsubscriptions/:token')).toHaveLength(1);
    cleanup();
  }
});

afterEach(() => {
  cleanup();
  outbox.belongTo(null);
});
