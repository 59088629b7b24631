import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { BoardCard } from '#shared/boards';
import type { Film } from '#shared/film';
import { activityOf, breakfast, léa, max, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { refused, type Replies } from '#client/app/testing/server.ts';
import { drawFilm } from './film-picture.ts';

const { board } = openedBoard();
const card: BoardCard = { ...board, memberCount: 2, actionCount: 2, lastActivityAt: 1, film: '2026', recap: '2026-12-21' };
const onBoard = { boardId: board.id, boardTitle: board.title, boardIcon: board.icon, boardTheme: board.theme };
const months = Array.from({ length: 12 }, (_, index) => ({
  month: `2026-${String(index + 1).padStart(2, '0')}`,
  gained: index === 6 ? 900 : 20,
}));
const film: Film = {
  ...{
    boardId: board.id,
    title: board.title,
    icon: board.icon,
    theme: board.theme,
    period: '2026',
    from: '2026-01-01',
    until: '2026-12-31',
  },
  ...{ years: null, company: 'two', missing: null },
  days: { together: 187, played: 301 },
  total: { points: 6240, actions: 412 },
  month: { best: 6, months },
  action: { title: 'Petit-déj au lit', emoji: '🥐', times: 96 },
  gesture: { title: 'Poubelles sorties', emoji: null, userId: max.id, username: 'Max', avatar: '🧑', note: 'Sous la pluie' },
  flame: { days: 31 },
  seasons: { winners: [{ userId: léa.id, username: 'Léa', avatar: '🧑' }], times: 3, won: 4, paid: 3 },
  goals: { reached: 2 },
  loss: { title: 'Vaisselle oubliée', emoji: '🍽️' },
  gestures: { count: 24 },
  notes: [{ title: 'Dîner', emoji: '🍝', note: 'Al dente, pour une fois' }],
  biggest: { day: '2026-07-14', actions: 19 },
  wink: { kind: 'weekday', weekday: 6, actions: 120 },
};

async function openFilm(change: Partial<Film> = {}, replies: Replies = {}) {
  const opened = await openScreen('/dashboard', {
    me: léa,
    replies: {
      'GET /api/boards': { boards: [card] },
      'GET /api/activities': { activities: [{ ...activityOf(breakfast, max), ...onBoard }], next: null },
      'GET /api/boards/:boardId/films/:period': { ...film, ...change },
      'GET /api/boards/:boardId/films': { films: ['2026', '2026-05-01'].map((period) => ({ period, isSeen: false })) },
      'PUT /api/boards/:boardId/films/:period/seen': undefined,
      ...replies,
    },
  });
  await opened.user.click(await screen.findByRole('button', { name: /Le film de l'année est prêt/ }));
  const popup = await screen.findByRole('dialog');
  return { ...opened, popup, dialog: within(popup) };
}

/** The cards from the first to the last, as they read. */
async function cardsOf({ user, popup }: Awaited<ReturnType<typeof openFilm>>): Promise<string[]> {
  await within(popup).findByText(/Carte 1 sur/);
  const live = popup.querySelector('[aria-live="polite"]');
  const seen: string[] = [];
  for (let text = live?.textContent ?? ''; text !== seen.at(-1); text = live?.textContent ?? '') {
    seen.push(text);
    await user.keyboard('{ArrowRight}');
  }
  return seen.map((text) => text.replaceAll(/\s/g, ' ').replace(/^Carte \d+ sur \d+\. /, ''));
}

test('a film is a card for each fact, and takes the place of the recap until it is seen', async () => {
  const opened = await openFilm();
  expect(screen.queryByText('Le récap de la semaine est là')).toBeNull();
  expect((await cardsOf(opened)).map((text) => text.replaceAll(/🧑|👑/gu, ''))).toEqual([
    "L'année 2026187jours à jouer à deux",
    'Et au compteur6 240pointsen 412 actions, à vous deux',
    'Le plus beau moisJuillet900 points gagnésJFMAMJJASOND',
    "La chouchoute de l'année🥐Petit-déj au litnotée 96 fois",
    "Le geste de l'année⭐Poubelles sortiesMerci, Max !« Sous la pluie »",
    "La plus longue flamme31jours sans la laisser s'éteindre",
    "La couronne de l'annéeVous !3 saisons gagnées · 4 enjeux, 3 réglés",
    'Vos objectifs communs2atteints, main dans la main',
    "L'aveu le plus drôle🍽️Vaisselle oubliéeDe qui ? Le générique ne le dira pas.",
    "Le geste de la semaine24gestes retenus, un dimanche après l'autre",
    'Ce que vous avez aimé lire🍝 « Al dente, pour une fois »',
    'Votre plus grande journée🎈Mardi 14 juillet19 actions en un seul jour',
    "Un clin d'œil📅dimancheC'est votre jour : 120 actions dans l'année",
    expect.stringContaining('À la prochaine séance !'),
  ]);
  expect(opened.server.received('PUT /api/boards/:boardId/films/:period/seen')).toHaveLength(1);
  await opened.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('Le récap de la semaine est là')).toBeVisible();
});

test.each<[Partial<Film>, string[]]>([
  [
    { company: 'alone', days: { together: 0, played: 40 }, total: { points: -30, actions: 21 } },
    ['40jours de jeu', '21actions, bonnes ou moins bonnes'],
  ],
  [{ company: 'friends', years: 1, period: '2026-11-12' }, ['Un an, déjà187jours à jouer ensemble', 'en 412 actions, ensemble']],
  [{ company: 'accomplices', years: 12, seasons: null }, ['12 ans, déjà187jours de complicité', 'en 412 actions, entre complices']],
  [{ days: { together: 1, played: 43 } }, ['43jours de jeu\n']],
  [{ action: { title: 'Café', emoji: '☕', times: null } }, ['☕CaféCelle qui revient, encore et encore']],
  [{ seasons: { winners: [], times: 2, won: 9, paid: 9 } }, ['Elle a beaucoup voyagé2 saisons gagnées, à égalité · 9 enjeux, tous réglés']],
  [{ seasons: { winners: film.seasons?.winners ?? [], times: 1, won: 1, paid: 0 } }, ['1 saison gagnée · 1 enjeu, à régler']],
  [{ seasons: { winners: film.seasons?.winners ?? [], times: 1, won: 1, paid: 1 } }, ['1 saison gagnée · 1 enjeu, réglé']],
  [{ gestures: { count: 1 } }, ['1geste retenu, un beau dimanche']],
  [{ wink: { kind: 'silence', days: 12 } }, ["12 jourssans un bruit. Et puis, c'est reparti !"]],
  [{ wink: { kind: 'hour', hour: 18 } }, ["18 hC'est votre heure, et de loin"]],
])('a film of %o says so', async (change, said) => {
  const whole = (await cardsOf(await openFilm(change))).join('\n');
  for (const one of said) expect(whole).toContain(one);
});

test('a film that lacks activities is one kind card', async () => {
  const cards = await cardsOf(await openFilm({ missing: 6, days: null }));
  expect(cards).toEqual([expect.stringContaining('Ce film attend encore ses scènesIl lui manque 6 gestes ou aveux.')]);
});

test('a film that is gone says when it comes, and counts as unseen', async () => {
  const { dialog, server } = await openFilm({}, { 'GET /api/boards/:boardId/films/:period': () => refused('film_not_found') });
  expect(await dialog.findByRole('alert')).toHaveTextContent('Ce film ne passe pas en ce moment');
  expect(server.received('PUT /api/boards/:boardId/films/:period/seen')).toHaveLength(0);
});

test('the last card leads to the other films', async () => {
  const { user, dialog, server } = await openFilm();
  await dialog.findByText(/Carte 1 sur/);
  await user.keyboard('{End}');
  await user.click(await dialog.findByRole('button', { name: 'Le film du 1er mai 2026' }));
  await waitFor(() => expect(server.received('GET /api/boards/:boardId/films/:period')).toHaveLength(2));
});

test('the picture of a film has no names and no words of anybody', async () => {
  const written: string[] = [];
  const known = {
    measureText: () => ({ width: 10 }),
    createLinearGradient: () => ({ addColorStop: () => undefined }),
    fillText: (text: string) => written.push(text),
  };
  const pen: object = new Proxy(known, { get: (all, name) => Reflect.get(all, name) ?? (() => undefined), set: () => true });
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { getContext: () => pen });
  Object.defineProperty(document, 'fonts', { value: { load: () => Promise.resolve([]) }, configurable: true });
  expect(await drawFilm(canvas, film)).toBe(true);
  Reflect.deleteProperty(document, 'fonts');
  const whole = written.join('\n').replaceAll(/\s/g, ' ');
  expect(whole).toContain('187 jours à jouer à deux');
  for (const word of [board.title, 'Max', 'Léa', 'Petit-déj', 'Poubelles', 'Vaisselle', 'pluie', 'dente'])
    expect(whole).not.toContain(word);
});

afterEach(cleanup);
