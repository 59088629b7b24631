import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '#shared/accounts';
import type { BoardChange, OpenedBoard } from '#shared/boards';
import { dayIn, daysAfter } from '#shared/calendar';
import type { PastSeason, Play, Terms } from '#shared/play';
import { agreementOf, day, openPlaying, pastOf, plain, playing, said, seasonOf, stake, standingOf } from '#client/app/testing/play.ts';
import { accountOf, activityOf, breakfast, changed, léa, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { expectAlert, fill } from '#client/app/testing/screen.tsx';
import { lost, refused } from '#client/app/testing/server.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { applyChange } from '#client/sync/replica/apply.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';
import { syncStateOf } from '#client/sync/replica/state.ts';
import { dayOf } from './play-messages.fr.ts';

const zoé = accountOf('Zoé');
const today = dayIn('Europe/Paris', Date.now());
const goalTerms: Terms = { kind: 'goal', length: 'month', points: 500 };

/** The standing of somebody who has logged nothing in the season. */
const idle = (who: Account) => standingOf(who, 0, 0);

interface On extends NonNullable<Parameters<typeof openPlaying>[1]> {
  people?: readonly Account[];
}

function open(play: Play | undefined, { people = [léa, max], ...on }: On = {}) {
  const activities = { activities: [activityOf(breakfast, max)], next: null };
  return openPlaying(openedBoard({}, { members: people.map((one) => memberOf(one)), activities, ...(play && { play }) }), on);
}

const apply = (opened: OpenedBoard, more: Partial<BoardChange>) =>
  act(() => void applyChange(queryClient, syncStateOf(queryClient), { ...changed({ ...opened.board, revision: 2 }), after: 1, ...more }));

describe('proposing', () => {
  test('takes three choices, says all in words, and sends them', async () => {
    const { user, server, opened } = await open(undefined, {
      replies: {
        'POST /api/boards/:boardId/agreements': ({ body }) => ({
          ...changed({ ...openedBoard().board, revision: 2 }),
          play: playing({ agreements: [agreementOf(léa, { terms: body.terms })] }),
        }),
      },
    });
    expect(opened.play).toBeUndefined();
    const offer = await screen.findByRole('button', { name: 'Choisir un enjeu' });
    expect(screen.queryByRole('button', { name: 'Palmarès' })).toBeNull();
    await user.click(offer);
    const dialog = within(await screen.findByRole('dialog', { name: 'Jouer pour quelque chose' }));
    // A goal asks for more, a pause for less.
    expect(dialog.getByText('Étape 1')).toBeVisible();
    expect(dialog.getByRole('group', { name: 'Et aussi' })).toHaveTextContent(/Faire une pause.*Mauvaise foi/);
    await user.click(dialog.getByRole('button', { name: /^Saison/ }));
    expect(dialog.getByText('Étape 2 sur 3')).toBeVisible();
    expect(dialog.getByRole('heading', { name: said('Combien de temps ?') })).toHaveFocus();
    await user.click(
      dialog.getByRole('button', { name: 'Une semaine', description: said(plain(`jusqu'au ${dayOf(daysAfter(today, 7))}`)) }),
    );
    expect(dialog.getByRole('heading', { name: said('Pour quel enjeu ?') })).toHaveFocus();
    expect(dialog.getAllByRole('button', { name: /massage|petit-déj|film|téléphone|matinée|dîner|chocolat|vaisselle/ })).toHaveLength(8);
    await user.click(dialog.getByRole('button', { name: 'Le petit-déj au lit, dimanche' }));
    await user.click(dialog.getByRole('radio', { name: "L'enjeu tombe à l'eau" }));
    expect(dialog.getByText(said("Une saison d'une semaine : qui finit en tête gagne."))).toBeVisible();
    expect(dialog.getByText(said('En jeu : « Le petit-déj au lit, dimanche »'))).toBeVisible();
    expect(dialog.getByText("En cas d'égalité, l'enjeu tombe à l'eau.")).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Proposer' }));
    const card = await screen.findByRole('region', { name: 'Vous proposez une saison' });
    expect(server.received('POST /api/boards/:boardId/agreements')).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{16,64}$/),
        terms: { kind: 'season', length: 'week', stake: 'Le petit-déj au lit, dimanche', ties: 'void' },
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // What opened the dialog is gone.
    await waitFor(() => expect(within(card).getByRole('heading')).toHaveFocus());
    expect(await screen.findByRole('button', { name: 'Palmarès' })).toBeVisible();
  });

  test('a goal asks for points, and needs no stake', async () => {
    const { user, server } = await open(undefined, {
      replies: { 'POST /api/boards/:boardId/agreements': changed({ ...openedBoard().board, revision: 2 }) },
    });
    await user.click(await screen.findByRole('button', { name: 'Choisir un enjeu' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: /^Objectif commun/ }));
    await user.click(dialog.getByRole('button', { name: 'Un mois' }));
    const points = dialog.getByRole('textbox', { name: 'Points à réunir' });
    await fill(user, points, '0');
    await user.click(dialog.getByRole('button', { name: 'Continuer' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('De 1 à 1 000 000 de points.');
    for (const text of ['1.200', '1e3', '0x10']) {
      await fill(user, points, text);
      await user.click(dialog.getByRole('button', { name: 'Continuer' }));
      expect(dialog.getByRole('alert')).toHaveTextContent('De 1 à 1 000 000 de points.');
    }
    await fill(user, points, '1 200');
    await user.click(dialog.getByRole('button', { name: 'Continuer' }));
    await user.click(dialog.getByRole('button', { name: 'Sans enjeu, pour la gloire' }));
    expect(dialog.queryByRole('radio')).toBeNull();
    expect(dialog.getByText(said('1 200 points à réunir ensemble, en un mois.'))).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Proposer' }));
    await waitFor(() =>
      expect(server.received('POST /api/boards/:boardId/agreements')).toMatchObject([
        { terms: { kind: 'goal', length: 'month', points: 1200 } },
      ]),
    );
    expect(server.received('POST /api/boards/:boardId/agreements')[0]?.terms).not.toHaveProperty('stake');
  });

  test('a day of choice must be to come, a stake of one’s own is taken as it is written, and Back keeps what was chosen', async () => {
    const { user } = await open(undefined);
    await user.click(await screen.findByRole('button', { name: 'Choisir un enjeu' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: /^Saison/ }));
    await user.click(dialog.getByRole('button', { name: 'Choisir la date' }));
    const lastDay = dialog.getByLabelText('Dernier jour');
    expect(lastDay).toHaveFocus();
    await user.type(lastDay, today);
    await user.click(dialog.getByRole('button', { name: 'Continuer' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('Choisissez un jour, de demain à un an au plus tard.');
    await user.clear(lastDay);
    await user.type(lastDay, daysAfter(today, 20));
    await user.click(dialog.getByRole('button', { name: 'Continuer' }));
    await user.click(dialog.getByRole('button', { name: 'Écrire le vôtre' }));
    expect(dialog.getByLabelText('Votre enjeu')).toHaveFocus();
    await user.paste('  \u200B ');
    await user.click(dialog.getByRole('button', { name: 'Continuer' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('Dites ce qui est en jeu.');
    await user.clear(dialog.getByLabelText('Votre enjeu'));
    await user.paste(' Les  crêpes de Mamie ');
    await user.click(dialog.getByRole('button', { name: 'Continuer' }));
    expect(dialog.getByText(said('En jeu : « Les crêpes de Mamie »'))).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Retour' }));
    expect(dialog.getByLabelText('Votre enjeu')).toHaveValue('Les crêpes de Mamie');
  });

  test('that is refused says why, and sends the same once more under the same id', async () => {
    const { user, server } = await open(undefined, { replies: { 'POST /api/boards/:boardId/agreements': lost } });
    await user.click(await screen.findByRole('button', { name: 'Choisir un enjeu' }));
    const dialog = within(await screen.findByRole('dialog'));
    for (const name of [/^Saison/, /^Une semaine/, /^Un massage/, /^Proposer/]) await user.click(dialog.getByRole('button', { name }));
    await expectAlert("La proposition n'est pas partie. Réessayez.");
    server.replies({ 'POST /api/boards/:boardId/agreements': refused('agreement_open') });
    await user.click(dialog.getByRole('button', { name: 'Réessayer' }));
    await expectAlert('Une proposition attend déjà des réponses.');
    const [first, second] = server.received('POST /api/boards/:boardId/agreements');
    expect(second?.id).toBe(first?.id);
  });

  test('is offered for what neither runs nor waits', async () => {
    const { user } = await open(playing({ seasons: [seasonOf()] }));
    await user.click(await screen.findByRole('button', { name: 'Proposer autre chose' }));
    const dialog = within(await screen.findByRole('dialog'));
    for (const name of [/^Saison/, /^Objectif commun/]) expect(dialog.getByRole('button', { name })).toBeDisabled();
    expect(dialog.getAllByText(said('Une saison est déjà en cours : la suivante attendra son tour.'))).toHaveLength(2);
    expect(dialog.getByRole('button', { name: /^Faire une pause/ })).toBeEnabled();
  });

  test('is offered again only once one has answered what waits', async () => {
    const { user } = await open(playing({ agreements: [agreementOf(max, { terms: goalTerms })], past: [pastOf()] }));
    await screen.findByRole('region', { name: said(`${stake} : le podium`) });
    expect(screen.queryByRole('button', { name: said('On remet ça ?') })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Jouer pour autre chose' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Une réponse à donner' }));
    await user.click(await screen.findByRole('button', { name: 'Pas cette fois' }));
    expect(await screen.findByRole('button', { name: said('On remet ça ?') })).toBeVisible();
  });

  test('is not offered to somebody alone', async () => {
    await open(undefined, { people: [léa] });
    expect(screen.queryByText('Jouer pour quelque chose')).toBeNull();
  });
});

describe('a proposal', () => {
  test('is seen above all tabs, and answered from there', async () => {
    const { user, server } = await open(playing({ agreements: [agreementOf(max)] }), {
      tab: 'actions',
      replies: {
        'PUT /api/boards/:boardId/agreements/:agreementId/answer': {
          ...changed({ ...openedBoard().board, revision: 2 }),
          play: playing({ agreements: [agreementOf(max, { agreed: [max.id, léa.id] })] }),
        },
      },
    });
    expect(screen.getAllByRole('status').some(({ textContent }) => textContent === 'Max propose une saison. À vous de répondre.')).toBe(
      true,
    );
    await user.click(await screen.findByRole('button', { name: 'Une réponse à donner' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Max propose une saison' }));
    expect(plain(screen.getByRole('dialog').textContent)).toContain('En jeu « Un massage de vingt minutes »');
    expect(dialog.getByText('Il ne manque que votre réponse.')).toBeVisible();
    expect(dialog.getByRole('img', { name: said("Déjà d'accord : Max") })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: "J'en suis" }));
    expect(await screen.findByText(said('Vous en êtes !'))).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('button', { name: /à donner$/ })).toBeNull();
    await waitFor(() => expect(server.received('PUT /api/boards/:boardId/agreements/:agreementId/answer')).toEqual([{ yes: true }]));
  });

  test('that comes while the board is open is announced', async () => {
    const { opened } = await open(undefined, { tab: 'actions' });
    const sentence = 'Max propose un objectif commun. À vous de répondre.';
    expect(screen.queryByText(sentence)).toBeNull();
    apply(opened, { play: playing({ agreements: [agreementOf(max, { terms: goalTerms })] }) });
    expect(await screen.findByText(sentence)).toHaveAttribute('role', 'status');
  });

  test('is no second question in Scores, and a card there once it waits for others', async () => {
    const { user } = await open(playing({ agreements: [agreementOf(max)] }), { people: [léa, max, zoé] });
    await user.click(await screen.findByRole('button', { name: 'Une réponse à donner' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Max propose une saison' }));
    expect(screen.queryByRole('region', { name: 'Max propose une saison' })).toBeNull();
    expect(dialog.getByText('On attend Zoé et vous.')).toBeVisible();
    expect(dialog.getByText("Si quelqu'un dit non, personne ne saura qui l'a dit.")).toBeVisible();
    await user.click(dialog.getByRole('button', { name: "J'en suis" }));
    const card = within(await screen.findByRole('region', { name: 'Max propose une saison' }));
    expect(card.getByText('On attend Zoé.')).toBeVisible();
    expect(card.getByRole('img', { name: said("Déjà d'accord : Léa, Max") })).toBeVisible();
    expect(card.queryByRole('button')).toBeNull();
  });

  test('that is declined goes at once, and the focus stays near', async () => {
    const { user } = await open(playing({ agreements: [agreementOf(max)], seasons: [seasonOf({ kind: 'goal', goal: 100 })] }));
    await user.click(await screen.findByRole('button', { name: 'Une réponse à donner' }));
    await user.click(await screen.findByRole('button', { name: 'Pas cette fois' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText("La proposition s'efface.")).toBeVisible();
    expect(document.activeElement).not.toBe(document.body);
  });

  test('of one’s own can be withdrawn', async () => {
    const { user, server } = await open(playing({ agreements: [agreementOf(léa)] }), {
      replies: {
        'DELETE /api/boards/:boardId/agreements/:agreementId': { ...changed({ ...openedBoard().board, revision: 2 }), play: playing({}) },
      },
    });
    const card = within(await screen.findByRole('region', { name: 'Vous proposez une saison' }));
    expect(card.getByText('On attend Max.')).toBeVisible();
    await user.click(card.getByRole('button', { name: 'Retirer' }));
    expect(await screen.findByText('Proposition retirée')).toBeVisible();
    expect(server.sessionsOf('DELETE /api/boards/:boardId/agreements/:agreementId')).toEqual([léa.id]);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Vous proposez une saison' })).toBeNull());
  });

  test('that has lapsed is not shown any more', async () => {
    await open(playing({ agreements: [agreementOf(max, { lapsesAt: Date.now() - 2 * day })] }));
    expect(screen.queryByText('Max propose une saison')).toBeNull();
  });
});

describe('a season that runs', () => {
  test.each([
    ['in its middle', {}, 'Un massage de vingt minutes : Max mène de 25 points · encore 4 jours'],
    ['on its last day', { lastDay: today }, 'Un massage de vingt minutes : Max mène de 25 points · dernier jour !'],
    ['before it begins', { startsOn: daysAfter(today, 1) }, 'Un massage de vingt minutes · dès demain'],
    [
      'while all is even',
      { standings: [standingOf(léa, 0), standingOf(max, 0)] },
      'Un massage de vingt minutes : tout reste à jouer · encore 4 jours',
    ],
    [
      'as long as one leads',
      { standings: [standingOf(léa, 36), standingOf(max, 35)] },
      'Un massage de vingt minutes : vous menez de 1 point · encore 4 jours',
    ],
    [
      'among three',
      { standings: [standingOf(léa, 10), standingOf(max, 35), standingOf(zoé, 20)] },
      'Un massage de vingt minutes : vous êtes 3ᵉ · encore 4 jours',
    ],
    ['that is a goal', { kind: 'goal', goal: 90 } as const, 'Objectif commun : 45 sur 90 points · encore 4 jours'],
  ])('is in the header %s, and leads to Scores', async (_, other, text) => {
    const { user, address } = await open(playing({ seasons: [seasonOf(other)] }), { tab: 'actions' });
    const line = await screen.findByRole('link', { name: /^(Un massage|Objectif commun)/ });
    expect(plain(line.getAttribute('aria-label'))).toBe(text);
    await user.click(line);
    await waitFor(() => expect(address()).toContain('tab=scores'));
  });

  test('has its points as the large numbers of the head, and the crown on whoever leads it', async () => {
    await open(playing({ seasons: [seasonOf()] }), { tab: 'actions' });
    const head = (await screen.findByRole('heading', { level: 1 })).closest('header') as HTMLElement;
    const sides = [...head.querySelectorAll('[data-member]')].map(({ textContent }) => plain(textContent));
    expect(sides).toEqual([expect.stringMatching(/Vous \+10$/), expect.stringMatching(/Max \+35$/)]);
    expect(head.querySelector('[data-crowned]')).toHaveAttribute('data-face', max.id);
  });

  test('that is a goal has the points of all as the one large number of the head', async () => {
    await open(playing({ seasons: [seasonOf({ kind: 'goal', goal: 90 })] }), { tab: 'actions' });
    const head = (await screen.findByRole('heading', { level: 1 })).closest('header') as HTMLElement;
    expect(plain(head.querySelector('[data-lands]')?.textContent)).toBe('+45');
    expect(head.querySelector('[data-member]')).toBeNull();
  });

  test('says how one stands, which moves with what is logged here and elsewhere', async () => {
    const { opened } = await open(playing({ seasons: [seasonOf()] }));
    const card = within(await screen.findByRole('region', { name: stake }));
    expect(card.getByText(said('25 points derrière Max'))).toBeVisible();
    apply(opened, { activities: [activityOf(breakfast, léa, { id: 'elsewhere', points: 30 })] });
    expect(await card.findByText(said('Vous menez de 5 points'))).toBeVisible();
    act(() => outbox.enqueue({ kind: 'log', id: 'waiting', boardId: 'board', actionId: 'a', title: 'Câlin', points: 5, emoji: null }));
    expect(await card.findByText(said('Vous menez de 10 points'))).toBeVisible();
  });

  test.each([
    ['behind', {}, '25 points derrière Max'],
    ['ahead', { standings: [standingOf(léa, 36), standingOf(max, 35)] }, 'Vous menez de 1 point'],
    ['level', { standings: [standingOf(léa, 35), standingOf(max, 35)] }, 'À égalité en tête'],
    ['before anybody has played', { standings: [standingOf(léa, 0), standingOf(max, 0)] }, 'Tout reste à jouer'],
    ['while the others have logged nothing', { standings: [standingOf(léa, 35), idle(max)] }, 'Vous menez de 35 points'],
    ['below zero, while the others have logged nothing', { standings: [standingOf(léa, -5), idle(max)] }, 'Tout reste à jouer'],
    ['before one logs anything oneself', { standings: [idle(léa), standingOf(max, 20)] }, '20 points derrière Max'],
    ['with nothing logged, when another has lost points', { standings: [idle(léa), standingOf(max, -5)] }, 'Tout reste à jouer'],
    ['before it begins', { startsOn: daysAfter(today, 1) }, 'Dès demain'],
    ['once it is over', { lastDay: daysAfter(today, -1) }, 'Terminée : le podium arrive'],
  ])('says first how one stands: %s', async (_, other, sentence) => {
    await open(playing({ seasons: [seasonOf(other)] }));
    const card = within(await screen.findByRole('region', { name: stake }));
    expect(card.getByText(said(sentence))).toBeVisible();
  });

  test('without a stake is called by its days', async () => {
    await open(playing({ seasons: [seasonOf({ stake: null, startsOn: '2025-12-01', lastDay: '2025-12-07' })] }));
    expect(await screen.findByRole('region', { name: said('Du 1er au 7 décembre 2025') })).toBeVisible();
  });

  test('of all together shows the whole and one’s own part, and nobody else’s', async () => {
    const standings = [standingOf(léa, 60), standingOf(max, -15)];
    await open(playing({ seasons: [seasonOf({ kind: 'goal', goal: 90, standings })] }));
    const card = within(await screen.findByRole('region', { name: 'Objectif commun' }));
    expect(card.getByText(said('Votre part : +60 points'))).toBeVisible();
    expect(card.queryByText(/Max/)).toBeNull();
    expect(card.queryByText(/15/)).toBeNull();
  });

  test('of all together has a bar with points and percent', async () => {
    await open(playing({ seasons: [seasonOf({ kind: 'goal', goal: 90, stake: null })] }));
    const bar = await screen.findByRole('progressbar', { name: 'Objectif commun' });
    expect(bar).toHaveAttribute('aria-valuenow', '50');
    expect(plain(bar.getAttribute('aria-valuetext'))).toBe('45 sur 90 points');
    expect(screen.getByText(said('50 %'))).toBeVisible();
  });

  test.each([
    [219, 1000, '22 %'],
    [999, 1000, '99 %'],
    [1000, 1000, '100 %'],
  ])('of all together is rounded, and full only once it is reached: %i of %i', async (points, goal, percent) => {
    await open(playing({ seasons: [seasonOf({ kind: 'goal', goal, standings: [standingOf(léa, points)] })] }));
    expect(await screen.findByText(said(percent))).toBeVisible();
  });
});

describe('a season that is over', () => {
  test.each<[string, Partial<PastSeason>, string]>([
    ['somebody else', {}, 'Max gagne : « Un massage de vingt minutes »'],
    ['oneself', { winners: [léa.id], places: [{ ...standingOf(léa, 40), rank: 1 }] }, 'Vous gagnez : « Un massage de vingt minutes »'],
    [
      'both',
      { ties: 'shared', winners: [max.id, léa.id], places: [max, léa].map((one) => ({ ...standingOf(one, 5), rank: 1 })) },
      'Max et Léa gagnent : « Un massage de vingt minutes »',
    ],
    [
      'somebody and somebody who is gone',
      {
        ties: 'shared',
        winners: [max.id],
        places: [
          { ...standingOf(max, 5), rank: 1 },
          { ...standingOf(zoé, 5), userId: null, rank: 1 },
        ],
      },
      "Max et Quelqu'un qui est parti gagnent : « Un massage de vingt minutes »",
    ],
    [
      'nobody',
      { winners: [], isOwed: false, places: [léa, max].map((one) => ({ ...standingOf(one, 5), rank: 1 })) },
      "Égalité en tête : l'enjeu tombe à l'eau.",
    ],
    [
      'nobody, since nobody has played',
      { winners: [], isOwed: false, places: [léa, max].map((one) => ({ ...idle(one), rank: null })) },
      "Personne n'est au classement : l'enjeu tombe à l'eau.",
    ],
    [
      'somebody who is gone',
      { winners: [], isOwed: false, places: [{ ...standingOf(max, 35), userId: null, rank: 1 }] },
      "Quelqu'un qui est parti gagne : « Un massage de vingt minutes »",
    ],
  ])('says what was won by %s', async (_, other, sentence) => {
    await open(playing({ past: [pastOf(other)] }));
    const card = await screen.findByRole('region', { name: said(`${stake} : le podium`) });
    expect(plain(card.textContent)).toContain(sentence);
  });

  test('is owed until a winner says that it is settled', async () => {
    const paid = playing({ past: [pastOf({ winners: [léa.id], isOwed: false, paidAt: Date.now() })] });
    const { user, server } = await open(playing({ past: [pastOf({ winners: [léa.id] })] }), {
      replies: { 'PUT /api/boards/:boardId/seasons/:seasonId/paid': { ...changed({ ...openedBoard().board, revision: 2 }), play: paid } },
    });
    const card = within(await screen.findByRole('region', { name: said(`${stake} : le podium`) }));
    expect(card.getByText('À régler')).toBeVisible();
    await user.click(card.getByRole('button', { name: "C'est réglé" }));
    expect(await card.findByText(/^Réglé le /)).toBeVisible();
    expect(server.sessionsOf('PUT /api/boards/:boardId/seasons/:seasonId/paid')).toEqual([léa.id]);
    expect(card.queryByText('À régler')).toBeNull();
    expect(document.activeElement).not.toBe(document.body);
  });

  test('leaves that to who has won', async () => {
    await open(playing({ past: [pastOf()] }));
    const card = within(await screen.findByRole('region', { name: said(`${stake} : le podium`) }));
    expect(card.getByText('À régler')).toBeVisible();
    expect(card.getByText("Max dira quand c'est fait.")).toBeVisible();
    expect(card.queryByRole('button', { name: "C'est réglé" })).toBeNull();
  });

  test('takes no focus when somebody else settles it', async () => {
    const { opened } = await open(playing({ past: [pastOf()] }));
    const card = within(await screen.findByRole('region', { name: said(`${stake} : le podium`) }));
    (document.activeElement as HTMLElement).blur();
    apply(opened, { play: playing({ past: [pastOf({ isOwed: false, paidAt: Date.now() })] }) });
    expect(await card.findByText(/^Réglé le /)).toBeVisible();
    expect(document.activeElement).toBe(document.body);
  });

  test('leaves it to whoever is there once nobody who has won is', async () => {
    await open(playing({ past: [pastOf({ winners: [zoé.id] })] }));
    const card = within(await screen.findByRole('region', { name: said(`${stake} : le podium`) }));
    expect(card.getByRole('button', { name: "C'est réglé" })).toBeVisible();
    expect(card.queryByText(/quand c'est fait/)).toBeNull();
  });

  test('is offered once more under the same terms, and nothing is sent by itself', async () => {
    const { user, server } = await open(playing({ past: [pastOf()] }));
    await user.click(await screen.findByRole('button', { name: said('On remet ça ?') }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Jouer pour quelque chose' }));
    expect(dialog.getByText(said("Une saison d'une semaine : qui finit en tête gagne."))).toBeVisible();
    expect(dialog.getByRole('radio', { name: "L'enjeu tombe à l'eau" })).toBeChecked();
    expect(server.received('POST /api/boards/:boardId/agreements')).toEqual([]);
  });

  test('is not offered once more while another one runs', async () => {
    await open(playing({ seasons: [seasonOf({ number: 4 })], past: [pastOf()] }));
    await screen.findByRole('region', { name: said(`${stake} : le podium`) });
    expect(screen.queryByRole('button', { name: said('On remet ça ?') })).toBeNull();
  });

  test.each([
    [{ isReached: true, goal: 40 }, 'Objectif atteint, ensemble ! C’est gagné : « Un massage de vingt minutes »'],
    [{ isReached: false, goal: 46, isOwed: false, winners: [] }, 'À un cheveu près !'],
    [{ isReached: false, goal: 460, isOwed: false, winners: [] }, 'La prochaine sera la bonne.'],
  ])('as a goal says how it went: %o', async (other, sentence) => {
    await open(playing({ past: [pastOf({ kind: 'goal', ...other })] }));
    const card = await screen.findByRole('region', { name: said('Objectif commun') });
    expect(plain(card.textContent)).toContain(sentence.replace('’', "'"));
  });

  test('says that something was undone since', async () => {
    await open(playing({ past: [pastOf({ changedSince: true })] }));
    expect(await screen.findByText(/^action annulée depuis/)).toHaveTextContent('Le résultat reste celui du dernier jour');
  });
});

test('a podium folds into a row two days after the end, which opens', async () => {
  const { user } = await open(playing({ past: [pastOf({ closedAt: Date.now() - 2 * day })] }));
  const row = await screen.findByText(said('Max a gagné « Un massage de vingt minutes » · À régler'));
  const card = screen.getByText("Max dira quand c'est fait.");
  expect(card).not.toBeVisible();
  await user.click(row);
  expect(card).toBeVisible();
});

test('Palmarès is a wall of what was won, and each opens with all places', async () => {
  const places = [
    { ...standingOf(max, 3), userId: null, rank: 1 },
    { ...standingOf(léa, 1), rank: 2, joinedLate: true },
    { ...standingOf(zoé, 9), rank: null, left: true },
  ];
  const { user } = await open(playing({ past: [] }), {
    replies: { 'GET /api/boards/:boardId/seasons': { seasons: [pastOf({ places })], next: null } },
  });
  await user.click(await screen.findByRole('button', { name: 'Palmarès' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Palmarès' }));
  expect(await dialog.findByRole('heading', { name: stake })).toBeVisible();
  expect(dialog.queryByText('Zoé')).toBeNull();
  await user.click(dialog.getByRole('button', { name: stake }));
  expect(dialog.getByRole('heading', { name: stake })).toHaveFocus();
  const rows = within(dialog.getByRole('list', { name: said(`Classement : ${stake}`) }));
  expect(rows.getAllByRole('listitem').map(({ textContent }) => plain(textContent))).toEqual([
    expect.stringMatching(/1ʳᵉ place.*Quelqu'un qui est parti.*\+3 pts/),
    expect.stringMatching(/2ᵉ place.*Léa.*Vous.*\+1 pts/),
    expect.stringMatching(/^(?!.*place).*Zoé.*n'y joue plus.*\+9 pts/),
  ]);
  await user.click(dialog.getByRole('button', { name: 'Retour' }));
  expect(dialog.getByRole('button', { name: stake })).toHaveFocus();
});

test.each([
  ['2025-11-06', '2025-11-06', 'Le 6 novembre 2025'],
  ['2025-12-01', '2025-12-07', 'Du 1er au 7 décembre 2025'],
  ['2025-11-24', '2025-12-07', 'Du 24 novembre 2025 au 7 décembre 2025'],
])('Palmarès names the days of a season, and a month only once: %s to %s', async (startsOn, lastDay, days) => {
  const { user } = await open(playing({ past: [] }), {
    replies: { 'GET /api/boards/:boardId/seasons': { seasons: [pastOf({ startsOn, lastDay })], next: null } },
  });
  await user.click(await screen.findByRole('button', { name: 'Palmarès' }));
  const dialog = await screen.findByRole('dialog', { name: 'Palmarès' });
  await within(dialog).findByRole('heading', { name: stake });
  expect(plain(dialog.textContent)).toContain(days);
});

test('Palmarès lets a winner say that a stake is settled', async () => {
  const won = pastOf({ winners: [léa.id], places: [{ ...standingOf(léa, 40), rank: 1 }] });
  const { user, server } = await open(playing({ past: [] }), {
    replies: {
      'GET /api/boards/:boardId/seasons': { seasons: [won], next: null },
      'PUT /api/boards/:boardId/seasons/:seasonId/paid': changed({ ...openedBoard().board, revision: 2 }),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Palmarès' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Palmarès' }));
  expect(await dialog.findByText('À régler')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: stake }));
  server.replies({
    'GET /api/boards/:boardId/seasons': { seasons: [{ ...won, isOwed: false, paidAt: Date.now() }], next: null },
  });
  await user.click(dialog.getByRole('button', { name: "C'est réglé" }));
  expect(await dialog.findByText(/^Réglé le /)).toBeVisible();
  expect(dialog.queryByRole('button', { name: "C'est réglé" })).toBeNull();
});

test('Palmarès says when it cannot be read, and when there is nothing yet', async () => {
  const { user, server } = await open(playing({}), { replies: { 'GET /api/boards/:boardId/seasons': refused('not_found') } });
  await user.click(await screen.findByRole('button', { name: 'Palmarès' }));
  await expectAlert('Impossible de charger le palmarès. Veuillez réessayer.');
  server.replies({ 'GET /api/boards/:boardId/seasons': { seasons: [], next: null } });
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Vos saisons terminées brilleront ici, podium compris.')).toBeVisible();
});

beforeEach(() => {
  queryClient.clear();
});
afterEach(() => {
  outbox.belongTo(null);
  cleanup();
});
