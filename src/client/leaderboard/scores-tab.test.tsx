import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { achievementIds } from '#shared/achievement-rules';
import type { Member } from '#shared/boards';
import { onClock } from '#shared/agreed-days';
import { dayIn, daysAfter, startOfDay } from '#shared/calendar';
import { rankMembers } from '#shared/leaderboard';
import { onceADay } from '#shared/once-a-day';
import type { Season } from '#shared/play';
import type { Scores } from '#shared/scores';
import { plain, playing as playingFor, seasonOf as seasonWith, standingOf as standing } from '#client/app/testing/play.ts';
import { accountOf, activityOf, breakfast, dishes, léa, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { expectAlert, openScreen } from '#client/app/testing/screen.tsx';
import { lost, type Replies, refused } from '#client/app/testing/server.ts';
import { boardQuery } from '#client/boards/board-queries.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';

afterEach(() => vi.useRealTimers());

const nobodyPlayed = /Tout le monde part de zéro. Qui marque les premiers points/;

async function openUnplayed() {
  const opened = openedBoard({}, { members: [memberOf(léa), memberOf(max)] });
  const shown = await openScreen('/board/board?tab=scores', { me: léa, replies: { 'GET /api/boards/:boardId': opened } });
  expect(await screen.findByText(nobodyPlayed)).toBeVisible();
  return shown;
}

test('while nobody of two has played, Scores says so and leads to the actions', async () => {
  const { user } = await openUnplayed();
  await user.click(screen.getByRole('button', { name: 'Choisir une action' }));
  await waitFor(() => expect(screen.getByRole('tab', { name: 'Actions' })).toHaveAttribute('aria-selected', 'true'));
});

test('while nobody has played, an action that gives points is at hand, and its confirmation opens with the actions', async () => {
  const { user } = await openUnplayed();
  expect(screen.queryByRole('button', { name: /Vaisselle oubliée/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: /Petit-déj au lit/ }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('Petit-déj au lit');
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('tab', { name: 'Scores' }));
  await user.click(screen.getByRole('tab', { name: 'Actions' }));
  expect(await screen.findByRole('button', { name: /Petit-déj au lit/ })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('there is no medal for 0, nor behind a first of 0', async () => {
  const places = async (score: number) => {
    const members = [memberOf(léa), memberOf(max, score)];
    const activities = { activities: [activityOf(breakfast, max)], next: null };
    const replies = { 'GET /api/boards/:boardId': openedBoard({ totalPoints: score }, { members, activities }) };
    await openScreen('/board/board?tab=scores', { me: léa, replies });
    const ranking = within(await screen.findByRole('list', { name: 'Classement' }));
    return ranking.getAllByRole('listitem').map(({ textContent }) => textContent);
  };
  const rank = (text: string, medal?: string) => expect.stringMatching(new RegExp(`${text}${medal ?? '(?!, )'}`));
  expect(await places(20)).toEqual([rank('1ʳᵉ place', ', Or.*\\+20'), rank('2ᵉ place')]);
  cleanup();
  queryClient.clear();
  expect(await places(0)).toEqual([rank('1ʳᵉ place'), rank('1ʳᵉ place')]);
  cleanup();
  queryClient.clear();
  expect(await places(-15)).toEqual([rank('1ʳᵉ place'), rank('2ᵉ place')]);
});

/** What the server adds up for a board of which these are all members, all of it today. */
function scoresOf(members: readonly Member[]): Scores {
  const day = '2026-11-26';
  return {
    period: 'all',
    revision: 1,
    today: day,
    members: rankMembers(members).map((one) => ({ ...one, actions: 1, gained: one.score, lost: 0, points: [one.score], streak: 2 })),
    stretches: [day],
    favourites: [{ actionId: breakfast.id, title: breakfast.title, emoji: breakfast.emoji, points: breakfast.points, times: 3 }],
    biggestDay: { day, points: 25 },
  };
}

/** Scores of a board on which Max, at least, has logged once. */
async function openPlayed(members: readonly Member[], replies: Replies = {}) {
  const opened = openedBoard(
    { totalPoints: 25 },
    { members: [...members], activities: { activities: [activityOf(breakfast, max)], next: null } },
  );
  const screenOpened = await openScreen('/board/board?tab=scores', {
    me: léa,
    replies: {
      'GET /api/boards/:boardId': opened,
      'GET /api/boards/:boardId/scores': scoresOf(members),
      'GET /api/boards/:boardId/members/:userId/achievements': { achievements: ['first-action'] },
      ...replies,
    },
  });
  return { ...screenOpened, opened, ranking: within(await screen.findByRole('list', { name: 'Classement' })) };
}

const both = [memberOf(léa, 5), memberOf(max, 20)];

test('the ranking of two: whoever is ahead comes first, no second list has the same numbers, and the rope is that of the header where it has one', async () => {
  const { ranking } = await openPlayed(both);
  expect(ranking.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/1ʳᵉ place, Or.*Max.*\+20/),
    expect.stringMatching(/2ᵉ place, Argent.*Léa.*Vous.*\+5/),
  ]);
  expect(screen.queryByText(nobodyPlayed)).toBeNull();
  const panel = within(screen.getByRole('tabpanel'));
  expect(panel.getAllByRole('list')).toHaveLength(1);
  expect(document.querySelectorAll(':not([data-rope-above]) > [data-rope]')).toHaveLength(1);
  expect(screen.getByText(/^Max mène de 15\spoints$/)).toHaveAttribute('role', 'status');
});

test('the ranking of two in a week has a rope of its own, which hangs to whoever is ahead in that week', async () => {
  const { server, user } = await openPlayed(both);
  expect(await screen.findByRole('group', { name: 'Points au fil du temps' })).toBeVisible();
  const ofWeek: Scores = { ...scoresOf([memberOf(léa, 15), memberOf(max, 5)]), period: 'week' };
  server.replies({ 'GET /api/boards/:boardId/scores': ofWeek });
  await user.click(screen.getByRole('radio', { name: 'Semaine' }));
  expect(await screen.findByText(/^Vous menez de 10\spoints$/)).toHaveAttribute('role', 'status');
  const pulls = [...document.querySelectorAll<HTMLElement>('[data-rope]')].map(({ style }) => style.getPropertyValue('--pull'));
  expect(pulls).toEqual(['0.2', '0.75']);
});

test('the curve and the records of always stand open', async () => {
  await openPlayed(both);
  expect(await screen.findByRole('group', { name: 'Points au fil du temps' })).toBeVisible();
  expect(screen.getByRole('region', { name: 'Actions préférées' })).toHaveTextContent(/Petit-déj au lit.*3\sfois/);
  expect(screen.getByRole('region', { name: 'Le plus beau jour' })).toHaveTextContent(/\+25 points/);
  expect(screen.getByRole('region', { name: 'Séries' })).toHaveTextContent('🔥');
});

test('what the scores come from is only to be read, and is without what was undone', async () => {
  const undone = { at: Date.now(), userId: léa.id, username: léa.username };
  const activities = [
    activityOf(dishes, léa, { undone }),
    activityOf({ ...breakfast, id: 'coffee', title: 'Café servi' }, léa),
    activityOf(breakfast, max),
  ];
  const opened = openedBoard({}, { members: [...both], activities: { activities, next: null } });
  await openPlayed(both, { 'GET /api/boards/:boardId': opened });
  const recent = await screen.findByRole('region', { name: "Tout ce qui s'est passé" });
  expect(recent).toHaveTextContent(/Vous Café servi.*Max Petit-déj au lit/);
  expect(recent).not.toHaveTextContent(dishes.title);
  expect(within(recent).queryByRole('button')).toBeNull();
});

test('the records of many members are as many as the curve tells apart', async () => {
  const crowd = Array.from({ length: 12 }, (_, index) => memberOf(accountOf(`Membre ${index}`), 100 - index));
  const { ranking } = await openPlayed([...crowd, memberOf(léa)]);
  const giving = await screen.findByRole('region', { name: 'Beaux gestes et petits travers' });
  expect(giving).toHaveTextContent('Léa');
  expect(within(giving).getAllByTitle(/Membre|Léa/)).toHaveLength(6);
  expect(ranking.getAllByRole('listitem')).toHaveLength(13);
});

test('while the curve cannot be read the ranking stays, and it comes when asked again', async () => {
  const { ranking, server, user } = await openPlayed(both, { 'GET /api/boards/:boardId/scores': lost });
  await expectAlert('Impossible de charger la courbe et les records. Veuillez réessayer.');
  expect(ranking.getAllByRole('listitem')).toHaveLength(2);
  server.replies({ 'GET /api/boards/:boardId/scores': scoresOf(both) });
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByRole('group', { name: 'Points au fil du temps' })).toBeVisible();
});

test('a long score is written short on its place, with the whole number in its tooltip and read aloud', async () => {
  const { ranking } = await openPlayed([memberOf(léa, 1_234_567_890), memberOf(max, 99_999)]);
  const [hers, his] = ranking.getAllByRole('button');
  expect(hers).toHaveAccessibleName(/1ʳᵉ place, Or Léa Vous \+1\s234\s567\s890/);
  expect(hers).toHaveTextContent(/\+1,2\sMd/);
  expect(ranking.getAllByTitle(/^\+1\s234\s567\s890\spts$/)).not.toHaveLength(0);
  expect(his).toHaveTextContent(/\+99\s999$/);
});

test('a press on a member opens their card: points, place, distance, last moves and medals', async () => {
  const { ranking, user } = await openPlayed(both);
  const place = ranking.getByRole('button', { name: /Max/ });
  await user.click(place);
  const card = within(await screen.findByRole('dialog', { name: 'Max' }));
  expect(card.getByText('+20', { selector: '[data-score]' })).toBeVisible();
  expect(card.getByText('1ʳᵉ place sur 2')).toBeVisible();
  expect(card.getByText(/^15\spoints d'avance sur vous$/)).toBeVisible();
  expect(card.getByRole('region', { name: 'Dernières actions' })).toHaveTextContent(/Petit-déj au lit.*\+20/);
  await waitFor(() => expect(card.getByRole('region', { name: 'Succès' })).toHaveTextContent('Ça commence'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(place).toHaveFocus());
  await user.click(ranking.getByRole('button', { name: /Léa/ }));
  const own = within(await screen.findByRole('dialog', { name: 'Léa' }));
  expect(own.getByRole('region', { name: 'Dernières actions' })).toHaveTextContent('Rien de noté ces derniers temps.');
  expect(own.queryByText(/vous$/)).toBeNull();
});

test('a card nudges a member who has not played today, once a day, and shows what was sent (D35)', async () => {
  const quiet = openedBoard({ totalPoints: 25 }, { members: [...both], activities: { activities: [], next: null } });
  const { ranking, server, user } = await openPlayed(both, {
    'GET /api/boards/:boardId': quiet,
    'POST /api/boards/:boardId/members/:userId/nudge': lost,
  });
  await user.click(ranking.getByRole('button', { name: /Max/ }));
  const card = within(await screen.findByRole('dialog', { name: 'Max' }));
  await user.click(await card.findByRole('button', { name: 'Relancer' }));
  expect(await card.findByText("La relance n'est pas partie. Réessayez.")).toBeVisible();
  server.replies({ 'POST /api/boards/:boardId/members/:userId/nudge': { sentence: 'Silence radio. Suspect.' } });
  await user.click(card.getByRole('button', { name: 'Relancer' }));
  const done = await card.findByRole('button', { name: 'Relance envoyée' });
  expect(done).toHaveAttribute('aria-disabled', 'true');
  expect(card.getByText(/^Envoyé\s: «\sSilence radio. Suspect.\s»$/)).toHaveAttribute('role', 'status');
  await user.click(done);
  expect(server.received('POST /api/boards/:boardId/members/:userId/nudge')).toHaveLength(2);
  await user.keyboard('{Escape}');
  await user.click(ranking.getByRole('button', { name: /Léa/ }));
  expect(within(await screen.findByRole('dialog', { name: 'Léa' })).queryByRole('button', { name: /Relanc/ })).toBeNull();
});

test('a nudge that was sent stays sent over midnight and in another time zone of the board, and is possible again after 20 hours', async () => {
  const evening = startOfDay('Europe/Paris', '2026-03-04') - 60 * 60 * 1000;
  vi.useFakeTimers({ toFake: ['Date'], now: evening });
  const quiet = (timeZone: string) =>
    openedBoard({ totalPoints: 25, timeZone }, { members: [...both], activities: { activities: [], next: null } });
  const { ranking, server, user } = await openPlayed(both, {
    'GET /api/boards/:boardId': quiet('Europe/Paris'),
    'POST /api/boards/:boardId/members/:userId/nudge': { sentence: 'Silence radio. Suspect.' },
  });
  const at = (time: number) => {
    vi.setSystemTime(time);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
  await user.click(ranking.getByRole('button', { name: /Max/ }));
  const card = within(await screen.findByRole('dialog', { name: 'Max' }));
  await user.click(await card.findByRole('button', { name: 'Relancer' }));
  const sent = await card.findByRole('button', { name: 'Relance envoyée' });
  at(evening + 2 * 60 * 60 * 1000);
  expect(sent).toHaveAttribute('aria-disabled', 'true');
  act(() => void queryClient.setQueryData(boardQuery('board').queryKey, quiet('Pacific/Kiritimati')));
  expect(sent).toHaveAttribute('aria-disabled', 'true');
  at(evening + onceADay - 1000);
  expect(sent).toHaveAttribute('aria-disabled', 'true');
  at(evening + onceADay + 60_000);
  await user.click(card.getByRole('button', { name: 'Relancer' }));
  await waitFor(() => expect(server.received('POST /api/boards/:boardId/members/:userId/nudge')).toHaveLength(2));
});

test('a card has no nudge for a member who has played today, and believes the server that there was one', async () => {
  const { ranking, server, user } = await openPlayed(both);
  await user.click(ranking.getByRole('button', { name: /Max/ }));
  const card = within(await screen.findByRole('dialog', { name: 'Max' }));
  expect(card.queryByRole('button', { name: /Relanc/ })).toBeNull();
  expect(server.received('POST /api/boards/:boardId/members/:userId/nudge')).toEqual([]);
  cleanup();
  queryClient.clear();
  const quiet = openedBoard({ totalPoints: 25 }, { members: [...both], activities: { activities: [], next: null } });
  const again = await openPlayed(both, {
    'GET /api/boards/:boardId': quiet,
    'POST /api/boards/:boardId/members/:userId/nudge': refused('nudged_today'),
  });
  await again.user.click(again.ranking.getByRole('button', { name: /Max/ }));
  await again.user.click(await screen.findByRole('button', { name: 'Relancer' }));
  expect(await screen.findByRole('button', { name: 'Relance envoyée' })).toBeVisible();
});

test('a card shows the six dearest medals of a member, and the others when asked', async () => {
  const { ranking, user } = await openPlayed(both, {
    'GET /api/boards/:boardId/members/:userId/achievements': { achievements: achievementIds.slice(0, 15) },
  });
  await user.click(ranking.getByRole('button', { name: /Max/ }));
  const medals = within(within(await screen.findByRole('dialog', { name: 'Max' })).getByRole('region', { name: 'Succès' }));
  const others = await medals.findByRole('button', { name: /^Et 9\sautres$/ });
  const shown = medals.getAllByRole('listitem');
  expect(shown).toHaveLength(6);
  expect(shown[0]).toHaveTextContent('Monument historique');
  await user.click(others);
  const all = medals.getAllByRole('listitem');
  expect(all).toHaveLength(15);
  expect(all[6]).toHaveFocus();
});

test('the medals of the two are shown to each other, as they are when one looks', async () => {
  const { server, user } = await openPlayed(both, {
    'GET /api/boards/:boardId/members/:userId/achievements': { achievements: ['board-made', 'first-loss'] },
  });
  await user.click(await screen.findByRole('button', { name: 'Voir les succès' }));
  const band = within(await screen.findByRole('dialog', { name: 'Vos succès, à deux' }));
  const his = band.getByRole('button', { name: 'Voir les succès de Max' });
  await user.click(his);
  expect(await band.findByText('Faute avouée')).toBeVisible();
  server.replies({ 'GET /api/boards/:boardId/members/:userId/achievements': { achievements: ['board-made'] } });
  await user.click(his);
  await user.click(his);
  await waitFor(() => expect(band.queryByText('Faute avouée')).toBeNull());
  expect(band.getByText('Ruban coupé')).toBeVisible();
});

test.each([
  [20, '1ʳᵉ place sur 2, à égalité'],
  [0, 'Tout reste à jouer'],
])('a card calls a shared place shared, and nobody first while all have 0: %i points each', async (score, sentence) => {
  const { ranking, user } = await openPlayed([memberOf(léa, score), memberOf(max, score)]);
  await user.click(ranking.getByRole('button', { name: /Max/ }));
  expect(within(await screen.findByRole('dialog', { name: 'Max' })).getByText(sentence)).toBeVisible();
});

test('a card says what cannot be read, and what the server refuses', async () => {
  const { ranking, server, user } = await openPlayed(both, { 'GET /api/boards/:boardId/members/:userId/achievements': lost });
  await user.click(ranking.getByRole('button', { name: /Max/ }));
  const medals = within(within(await screen.findByRole('dialog', { name: 'Max' })).getByRole('region', { name: 'Succès' }));
  expect(await medals.findByRole('alert')).toHaveTextContent('Impossible de charger les succès. Veuillez réessayer.');
  server.replies({ 'GET /api/boards/:boardId/members/:userId/achievements': refused('member_not_found') });
  await user.click(medals.getByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(medals.getByRole('alert')).toHaveTextContent("Cette personne n'est pas membre du tableau."));
  expect(medals.queryByRole('button')).toBeNull();
});

test('the card of a member who leaves meanwhile says so, and keeps what they did', async () => {
  const { opened, ranking, user } = await openPlayed(both);
  await user.click(ranking.getByRole('button', { name: /Max/ }));
  const card = within(await screen.findByRole('dialog', { name: 'Max' }));
  await waitFor(() => expect(card.getByRole('region', { name: 'Succès' })).toHaveTextContent('Ça commence'));
  queryClient.setQueryData(boardQuery('board').queryKey, { ...opened, members: [memberOf(léa, 5)] });
  expect(await card.findByText("Max n'est plus sur ce tableau.")).toHaveAttribute('role', 'status');
  expect(card.getByText('Hors classement')).toBeVisible();
  expect(card.getByRole('region', { name: 'Dernières actions' })).toHaveTextContent('Petit-déj au lit');
  expect(card.queryByRole('region', { name: 'Succès' })).toBeNull();
});

describe('while something runs (D59)', () => {
  const zoé = accountOf('Zoé');
  const today = dayIn('Europe/Paris', Date.now());
  const seasonOf = (other: Partial<Season> = {}) =>
    seasonWith({ stake: 'Le resto', standings: [standing(léa, 10), standing(max, 35), standing(zoé, 0, 0)], ...other });
  const three = [memberOf(léa, 500), memberOf(max, 40), memberOf(zoé, 90)];
  const playing = (season: Season, members = three) => ({
    'GET /api/boards/:boardId': openedBoard(
      { totalPoints: 630 },
      {
        members: [...members],
        activities: { activities: [activityOf(breakfast, max)], next: null },
        play: playingFor({ seasons: [season] }),
      },
    ),
  });
  const rows = (ranking: { getAllByRole: typeof screen.getAllByRole }) =>
    ranking.getAllByRole('listitem').map(({ textContent }) => plain(textContent));

  test('a season is the first period and the chosen one, and its rows are the ranking', async () => {
    const { ranking, user } = await openPlayed(three, playing(seasonOf()));
    const periods = screen.getAllByRole('radio');
    expect(periods.map((one) => one.parentElement?.textContent)).toEqual(['Le resto', 'Semaine', 'Mois', 'Toujours']);
    expect(periods[0]).toBeChecked();
    expect(rows(ranking)).toEqual([
      expect.stringMatching(/1ʳᵉ place, Or.*Max.*\+35/),
      expect.stringMatching(/2ᵉ place, Argent.*Léa.*\+10/),
      // Nobody has a rank who has logged nothing in it (D68).
      expect.stringMatching(/^(?!.*place).*Zoé.*pas encore en jeu.*0/),
    ]);
    await user.click(screen.getByRole('radio', { name: 'Toujours' }));
    expect(rows(within(screen.getByRole('list', { name: 'Classement' })))[0]).toMatch(/1ʳᵉ place, Or.*Léa.*\+500/);
  });

  test('its ranking has what waits to be sent', async () => {
    const { ranking } = await openPlayed(three, { ...playing(seasonOf()), 'POST /api/boards/:boardId/activities': lost });
    outbox.belongTo(léa.id);
    act(() => outbox.enqueue({ kind: 'log', id: 'waiting', boardId: 'board', actionId: 'a', title: 'Câlin', points: 30, emoji: null }));
    await waitFor(() => expect(rows(ranking)[0]).toMatch(/Léa.*\+40/));
    outbox.belongTo(null);
  });

  test.each([
    ['whoever has lost points leads nobody who has not begun', [standing(léa, -5), standing(max, 0, 0)], 'Tout reste à jouer'],
    ['nobody has begun', [standing(léa, 0, 0), standing(max, 0, 0)], 'Tout reste à jouer'],
    ['two are level', [standing(léa, 20), standing(max, 20)], 'Égalité parfaite'],
    ['one leads', [standing(léa, 20), standing(max, 50)], 'Max mène de 30 points'],
  ])('of two, %s', async (_, standings, sentence) => {
    await openPlayed(both, playing(seasonOf({ standings }), both));
    const said = screen.getAllByRole('status').map(({ textContent }) => plain(textContent));
    expect(said).toContain(sentence);
  });

  test('a member who has left plays in it no more, and one who came later is marked', async () => {
    const standings = [standing(léa, 10), { ...standing(max, 35), joinedLate: true }, { ...standing(accountOf('Ada'), 90), left: true }];
    const { ranking } = await openPlayed(both, playing(seasonOf({ standings }), both));
    expect(rows(ranking)).toEqual([expect.stringMatching(/Max.*en jeu depuis peu/), expect.stringContaining('Léa')]);
  });

  test('everybody sees their own part of a common goal alone (D62)', async () => {
    const standings = [standing(léa, 10), standing(max, -35), standing(zoé, 60)];
    const { ranking } = await openPlayed(three, playing(seasonOf({ kind: 'goal', goal: 900, stake: null, standings })));
    const [goal] = screen.getAllByRole('radio');
    expect(goal).toBeChecked();
    expect(goal).toHaveAccessibleName(new RegExp(`^${Number(daysAfter(today, -3).slice(8))}\\b`));
    expect(rows(ranking)).toEqual([expect.stringMatching(/^(?!.*place).*Léa.*Vous.*\+10/)]);
    expect(screen.getByText('On gagne ensemble : ici, votre part.', { normalizer: (text) => text.replaceAll(/\s/g, ' ') })).toBeVisible();
  });

  test('a season that begins tomorrow is no period yet', async () => {
    await openPlayed(
      three,
      playing(seasonOf({ ...onClock({ startsOn: daysAfter(today, 1), lastDay: daysAfter(today, 8) }, 'Europe/Paris') })),
    );
    expect(screen.getAllByRole('radio')).toHaveLength(3);
    expect(screen.getByRole('radio', { name: 'Toujours' })).toBeChecked();
  });

  test('once it is closed the ranking of always is there', async () => {
    const { opened } = await openPlayed(three, playing(seasonOf()));
    const { play: _, ...without } = { ...opened, ...playing(seasonOf())['GET /api/boards/:boardId'] };
    act(() => void queryClient.setQueryData(boardQuery('board').queryKey, { ...without, play: playingFor({}) }));
    expect(await screen.findByRole('radio', { name: 'Toujours' })).toBeChecked();
    expect(screen.getAllByRole('radio')).toHaveLength(3);
  });

  test('the ranking stands before what was played for and the way to play for something', async () => {
    const { ranking } = await openPlayed(three, playing(seasonOf()));
    const list = screen.getByRole('list', { name: 'Classement' });
    expect(ranking.getAllByRole('listitem')).toHaveLength(3);
    const runs = screen.getByRole('region', { name: /Saison 3|Le resto/ });
    const way = await screen.findByRole('button', { name: /^(Jouer pour|Proposer) autre chose$/ });
    expect(runs.compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(list.compareDocumentPosition(way)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.queryByRole('button', { name: /Arrêter/ })).toBeNull();
  });
});

test('the tab of accomplices has their sum, the week before and faces without numbers (D53)', async () => {
  const members = [léa, max].map((person) => ({ ...memberOf(person), score: null }));
  const activities = { activities: [activityOf(breakfast, max)], next: null };
  const { user } = await openScreen('/board/board?tab=scores', {
    me: léa,
    replies: {
      'GET /api/boards/:boardId': openedBoard({ playMode: 'together', totalPoints: 55 }, { members, activities }),
      'GET /api/boards/:boardId/scores': {
        ...{ period: 'week', revision: 1, today: '2026-11-24', members: [], favourites: [], biggestDay: null },
        ...{ stretches: ['2026-11-23', '2026-11-24'], together: { actions: 3, gained: 45, lost: 15, points: [10, 20], before: 25 } },
      },
    },
  });
  const sum = await screen.findByRole('region', { name: 'Cette semaine' });
  expect(plain(sum.textContent)).toContain("+30La semaine d'avant : +25 points");
  const people = screen.getByRole('list', { name: 'Ensemble' });
  expect(
    within(people)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['🧑LéaVous', '🧑Max']);
  expect(screen.queryByText('Classement')).toBeNull();
  await user.click(within(people).getByRole('button', { name: /Max/ }));
  expect(within(await screen.findByRole('dialog', { name: 'Max' })).queryByText(/place|avance|égalité|reste à jouer/)).toBeNull();
});
