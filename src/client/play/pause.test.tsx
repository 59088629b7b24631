import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OpenedBoard } from '#shared/boards';
import { daysAfter } from '#shared/calendar';
import type { Flame } from '#shared/flame-rules';
import { onClock } from '#shared/agreed-days';
import type { Play } from '#shared/play';
import { agreementOf, day, openPlaying, plain, playing, said, seasonOf, standingOf } from '#client/app/testing/play.ts';
import { activityOf, breakfast, changed, léa, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { applyChange } from '#client/sync/replica/apply.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';
import { syncStateOf } from '#client/sync/replica/state.ts';

const today = '2026-08-05';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-08-05T10:00:00Z') });
  queryClient.clear();
});
afterEach(() => {
  outbox.belongTo(null);
  cleanup();
  vi.useRealTimers();
});

const pauseOn = (first: number, last: number) =>
  onClock({ startsOn: daysAfter(today, first), lastDay: daysAfter(today, last) }, 'Europe/Paris');
const pause = pauseOn(-2, 7);
const later = pauseOn(1, 7);
const flame: Flame = { litOn: daysAfter(today, -3), days: 12, jokers: 1, record: 41, jokerUsedOn: null };
const season = seasonOf({ stake: 'Un massage', standings: [léa, max].map((one) => standingOf(one, 10)), ...pauseOn(-6, 10) });
const asked = agreementOf(max, { terms: { kind: 'pause', lastDay: '2026-08-12' } });

interface On extends NonNullable<Parameters<typeof openPlaying>[1]> {
  burns?: Flame | undefined;
  activities?: OpenedBoard['activities']['activities'];
}

function open(play: Play | undefined, { burns, activities = [activityOf(breakfast, max)], ...on }: On = {}) {
  const members = [léa, max].map((one) => memberOf(one));
  const opened = openedBoard(burns ? { flame: burns } : {}, { members, activities: { activities, next: null }, ...(play && { play }) });
  return openPlaying(opened, on);
}

describe('a pause', () => {
  test('is proposed in two choices, on a board without any season', async () => {
    const { user, server } = await open(undefined, {
      replies: {
        'POST /api/boards/:boardId/agreements': ({ body }) => ({
          ...changed({ ...openedBoard().board, revision: 2 }),
          play: playing({
            agreements: [agreementOf(léa, { terms: body.terms })],
          }),
        }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Choisir un enjeu' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: /^Faire une pause/ }));
    expect(dialog.getByRole('heading', { name: said('Combien de temps ?') })).toHaveFocus();
    expect(dialog.getByText('Étape 2 sur 2')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Deux semaines' }));
    expect(dialog.getByText(said("Une pause jusqu'au 19 août : la série et la saison se reposent. Bon repos !"))).toBeVisible();
    expect(dialog.queryByRole('radio')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Proposer' }));
    const card = await screen.findByRole('region', { name: 'Vous proposez une pause' });
    expect(card).toHaveTextContent(/Jusqu'au 19 août/);
    expect(server.received('POST /api/boards/:boardId/agreements')).toMatchObject([{ terms: { kind: 'pause', lastDay: '2026-08-19' } }]);
    await waitFor(() => expect(within(card).getByRole('heading')).toHaveFocus());
  });

  test('up to a day of choice lasts three weeks at most', async () => {
    const { user } = await open(undefined);
    await user.click(await screen.findByRole('button', { name: 'Choisir un enjeu' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: /^Faire une pause/ }));
    await user.click(dialog.getByRole('button', { name: 'Choisir la date' }));
    const lastDay = dialog.getByLabelText('Dernier jour');
    expect(lastDay).toHaveFocus();
    for (const date of [today, '2026-08-27']) {
      await user.clear(lastDay);
      await user.type(lastDay, date);
      await user.click(dialog.getByRole('button', { name: 'Continuer' }));
      expect(dialog.getByRole('alert')).toHaveTextContent('Choisissez un jour à venir, dans les trois semaines.');
    }
    await user.clear(lastDay);
    await user.type(lastDay, '2026-08-26');
    await user.click(dialog.getByRole('button', { name: 'Continuer' }));
    expect(dialog.getByText(/Une pause jusqu'au 26 août/)).toBeVisible();
  });

  test('that is proposed says what rests, and is agreed to from the header', async () => {
    const { user, server } = await open(playing({ agreements: [asked] }), { tab: 'actions' });
    await user.click(await screen.findByRole('button', { name: 'Une réponse à donner' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Max propose une pause' }));
    expect(dialog.getByText(said("Jusqu'au 12 août"))).toBeVisible();
    expect(dialog.getByText(said('La série et la saison se reposent. Vos points, eux, comptent toujours au tableau.'))).toBeVisible();
    await user.click(dialog.getByRole('button', { name: "J'en suis" }));
    await waitFor(() => expect(server.received('PUT /api/boards/:boardId/agreements/:agreementId/answer')).toEqual([{ yes: true }]));
  });

  test('before it begins leaves the head to the season that runs', async () => {
    await open(playing({ seasons: [season], pauses: [later] }));
    expect(await screen.findByRole('link', { name: /^Un massage/ })).toBeVisible();
    expect(screen.queryByRole('link', { name: /Pause/ })).toBeNull();
    expect(screen.getByRole('region', { name: 'Pause' })).toHaveTextContent('Dès demain');
    // Eleven days, today among them, but for the seven of the pause.
    expect(plain(screen.getByRole('region', { name: /^Un massage/ }).textContent)).toContain('Encore 4 jours');
  });

  test.each([
    ['with a season', [season], "En pause jusqu'au 12 août · la série et la saison se reposent"],
    ['without any', [], "En pause jusqu'au 12 août · la série se repose"],
  ])('that runs on a board %s stands in its header alone, and leads to its card', async (_, seasons, line) => {
    const { user } = await open(playing({ seasons, pauses: [pause] }), { tab: 'actions' });
    const link = await screen.findByRole('link', { name: /^En pause/ });
    expect(plain(link.getAttribute('aria-label'))).toBe(line);
    expect(screen.queryByRole('link', { name: /^Un massage/ })).toBeNull();
    await user.click(link);
    const card = await screen.findByRole('region', { name: 'Pause' });
    expect(plain(card.textContent)).toContain("Jusqu'au 12 août inclus");
    expect(plain(card.textContent)).toContain('Encore 8 jours de repos');
    expect(plain(card.textContent)).toContain('Bon repos !');
  });

  test('that runs is not proposed once more; a season is, up to a day after it', async () => {
    const { user } = await open(playing({ pauses: [pause] }));
    await user.click(await screen.findByRole('button', { name: 'Jouer pour autre chose' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('button', { name: /^Faire une pause/ })).toBeDisabled();
    await user.click(dialog.getByRole('button', { name: /^Saison/ }));
    await user.click(dialog.getByRole('button', { name: 'Choisir la date' }));
    await user.type(dialog.getByLabelText('Dernier jour'), '2026-08-12');
    await user.click(dialog.getByRole('button', { name: 'Continuer' }));
    expect(dialog.getByRole('alert')).toBeVisible();
  });

  test('counts no point that is logged within it for the season, nor takes one that is undone', async () => {
    const activities = [activityOf(breakfast, max, { id: '1', loggedAt: Date.now() - day })];
    const { opened } = await open(playing({ seasons: [season], pauses: [pause] }), { activities });
    const shown = () => plain(screen.getByRole('region', { name: /^Un massage/ }).textContent);
    const before = shown();
    const undone = { at: Date.now(), userId: max.id, username: max.username };
    act(
      () =>
        void applyChange(queryClient, syncStateOf(queryClient), {
          ...changed({ ...opened.board, revision: 2, totalPoints: 77 }),
          after: 1,
          activities: [activityOf(breakfast, max, { id: '2', loggedAt: Date.now(), revision: 2 })],
          changed: [{ ...activityOf(breakfast, max, { id: '1', loggedAt: Date.now() - day }), undone, changedRevision: 2 }],
        }),
    );
    expect(await screen.findAllByText(/77/)).not.toEqual([]);
    expect(shown()).toBe(before);
  });

  test('that is over is told no more', async () => {
    await open(playing({ seasons: [season], pauses: [onClock({ startsOn: '2026-07-31', lastDay: '2026-08-04' }, 'Europe/Paris')] }));
    expect(await screen.findByRole('link', { name: /^Un massage/ })).toBeVisible();
    expect(screen.queryByText(/pause/i)).toBeNull();
  });
});

describe('the flame', () => {
  test('rests, in words, and asks nobody to play', async () => {
    await open(playing({ pauses: [pause] }), { burns: { ...flame, pauses: [pause] } });
    const [shown] = await screen.findAllByRole('img', { name: said("Série : 12 jours, au repos jusqu'au 12 août, 1 joker en réserve") });
    expect(shown).toBeVisible();
    expect(await screen.findAllByText(said("Elle se repose jusqu'au 12 août. Bon repos !"))).not.toEqual([]);
    expect(screen.queryByRole('list', { name: /Pas encore joué/ })).toBeNull();
    expect(screen.queryByText(/Un joker d/)).toBeNull();
  });

  test('is not lit by two who play within a pause', async () => {
    const activities = [léa, max].map((one) => activityOf(breakfast, one, { id: `of ${one.username}`, loggedAt: Date.now() }));
    await open(playing({ pauses: [pause] }), { burns: { ...flame, pauses: [pause] }, activities });
    expect(
      await screen.findAllByRole('img', { name: said("Série : 12 jours, au repos jusqu'au 12 août, 1 joker en réserve") }),
    ).not.toEqual([]);
  });

  test('after a pause waits for today as after a lit day', async () => {
    const over = pauseOn(-2, -1);
    await open(undefined, { burns: { ...flame, jokers: 0, pauses: [over] } });
    expect(await screen.findByRole('img', { name: said("Série : 12 jours, pas encore allumée aujourd'hui") })).toBeVisible();
  });
});
