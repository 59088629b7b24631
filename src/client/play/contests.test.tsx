import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Account } from '#shared/accounts';
import type { Activity } from '#shared/activities';
import type { BoardChange } from '#shared/boards';
import type { Contest, Play } from '#shared/play';
import { accountOf, activityOf, breakfast, changed, léa, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { queryKeys } from '#client/api/query-keys.ts';
import { contestOf, day, openPlaying, playing as playingFor, said } from '#client/app/testing/play.ts';
import { lost, type Replies, refused } from '#client/app/testing/server.ts';
import { applyChange } from '#client/sync/replica/apply.ts';
import { ingest } from '#client/sync/replica/ingest.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';
import { syncStateOf } from '#client/sync/replica/state.ts';
import { turnMs } from './turning.ts';

const zoé = accountOf('Zoé');

const contest = 'PUT /api/boards/:boardId/contests/:contestId/answer';

const playing = (list: Contest[], isOn = true): Play => playingFor({ contests: { isOn, list } });

interface On extends NonNullable<Parameters<typeof openPlaying>[1]> {
  people?: readonly Account[];
  of?: Account;
  activity?: Partial<Activity>;
}

function open(play: Play | undefined, { people = [léa, max], of = max, activity = {}, ...on }: On = {}) {
  const activities = { activities: [activityOf(breakfast, of, activity)], next: null };
  return openPlaying(openedBoard({}, { members: people.map((one) => memberOf(one)), activities, ...(play && { play }) }), on);
}

const reply = (play: Play): BoardChange => ({ ...changed({ ...openedBoard().board, revision: 2 }), after: 1, play });
const apply = (play: Play) => act(() => void applyChange(queryClient, syncStateOf(queryClient), reply(play)));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('contesting', () => {
  test('is proposed by the last, quieter choice, in two steps', async () => {
    const { user, server } = await open(undefined, { replies: { 'POST /api/boards/:boardId/agreements': reply(playing([], false)) } });
    await user.click(await screen.findByRole('button', { name: 'Choisir un enjeu' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: /^Mauvaise foi/ }));
    expect(dialog.getByText(/chaque membre peut y mettre fin/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Proposer' }));
    await waitFor(() =>
      expect(server.received('POST /api/boards/:boardId/agreements')).toEqual([
        { id: expect.stringMatching(/^[\w-]{16,64}$/) as unknown, terms: { kind: 'contests' } },
      ]),
    );
    // Somebody else may have signed in in another tab: their session must not be used.
    expect(server.sessionsOf('POST /api/boards/:boardId/agreements')).toEqual([léa.id]);
  });

  test('is one tap in the menu of what another one logged today', async () => {
    const { user, server } = await open(playing([]), {
      tab: 'notifications',
      replies: { 'POST /api/boards/:boardId/contests': reply(playing([contestOf(léa, max)])) },
    });
    await user.click(await screen.findByRole('button', { name: /^Réagir à/ }));
    expect(await screen.findAllByRole('menuitem', { name: /^(🤨|🤥|🙄).Mauvaise foi.!$/u })).toHaveLength(3);
    await user.click(screen.getByRole('menuitem', { name: /🙄/ }));
    expect(await screen.findByText(said("C'est dit ! La réponse est attendue d'ici demain."))).toBeVisible();
    expect(server.received('POST /api/boards/:boardId/contests')).toMatchObject([{ emoji: '🙄' }]);
    expect(server.sessionsOf('POST /api/boards/:boardId/contests')).toEqual([léa.id]);
    expect(screen.getByTitle(said('Mauvaise foi ?'))).toHaveTextContent('🙄');
    await user.click(screen.getByRole('button', { name: /^Réagir à/ }));
    expect(screen.queryByRole('menuitem', { name: /Mauvaise foi/ })).toBeNull();
  });

  test.each<[string, Play | undefined, On]>([
    ['where it is off', undefined, {}],
    ['of what is one’s own', playing([]), { of: léa }],
    ['of what one noted for another', playing([]), { activity: { notedBy: { userId: léa.id, username: 'Léa' } } }],
    ['of what is older than a day', playing([]), { activity: { loggedAt: Date.now() - day } }],
    ['of what was contested before', playing([contestOf(léa, max, { outcome: 'stands', how: 'silence', settledAt: Date.now() })]), {}],
  ])('is not offered %s', async (_, play, on) => {
    const { user } = await open(play, { ...on, tab: 'notifications' });
    await user.click(await screen.findByRole('button', { name: /^Réagir à/ }));
    expect(screen.getAllByRole('menuitemcheckbox')).toHaveLength(8);
    expect(screen.queryByRole('menuitem', { name: /Mauvaise foi/ })).toBeNull();
  });

  test.each<[string, NonNullable<Replies['POST /api/boards/:boardId/contests']>, string]>([
    ['without a network', lost, 'Pas de réseau, pas de « Mauvaise foi ! ». Réessayez.'],
    ['a second time on a day', refused('contested_today'), "Un « Mauvaise foi ! » par jour : le vôtre date d'il y a moins d'un jour."],
  ])('%s says why not', async (_, answer, sentence) => {
    const { user } = await open(playing([]), { tab: 'notifications', replies: { 'POST /api/boards/:boardId/contests': answer } });
    await user.click(await screen.findByRole('button', { name: /^Réagir à/ }));
    await user.click(screen.getByRole('menuitem', { name: /🤥/ }));
    expect(await screen.findByText(said(sentence))).toBeVisible();
  });

  test('is the same one where it is said again after a lost reply', async () => {
    const { user, server } = await open(playing([]), { tab: 'notifications', replies: { 'POST /api/boards/:boardId/contests': lost } });
    const failed = said('Pas de réseau, pas de « Mauvaise foi ! ». Réessayez.');
    for (const times of [1, 2]) {
      await user.click(await screen.findByRole('button', { name: /^Réagir à/ }));
      await user.click(screen.getByRole('menuitem', { name: /🤥/ }));
      await waitFor(() => expect(server.received('POST /api/boards/:boardId/contests')).toHaveLength(times));
      expect(await screen.findByText(failed)).toBeVisible();
    }
    const ids = server.received('POST /api/boards/:boardId/contests').map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
  });

  test('is ended in the settings by any member, who confirms it', async () => {
    const { user, server } = await open(playing([]), { replies: { 'DELETE /api/boards/:boardId/contests': reply(playing([], false)) } });
    expect(screen.queryByRole('button', { name: said('Arrêter « Mauvaise foi ! »') })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Réglages du tableau' }));
    await user.click(await screen.findByRole('button', { name: said('Arrêter « Mauvaise foi ! »') }));
    const dialog = within(await screen.findByRole('dialog', { name: said('Arrêter « Mauvaise foi ! » ?') }));
    expect(dialog.getByText(/personne ne saura qui a dit stop/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: said('Arrêter « Mauvaise foi ! »') }));
    expect(await screen.findByText(said("« Mauvaise foi ! », c'est fini."))).toBeVisible();
    expect(server.sessionsOf('DELETE /api/boards/:boardId/contests')).toEqual([léa.id]);
    await waitFor(() => expect(screen.queryByRole('button', { name: said('Arrêter « Mauvaise foi ! »') })).toBeNull());
  });
});

describe('who is contested', () => {
  test('is asked above all tabs, and takes it back there', async () => {
    const withdrawn = contestOf(max, léa, { outcome: 'withdrawn', how: 'answer', settledAt: Date.now() });
    const { user, server } = await open(playing([contestOf(max, léa)]), {
      of: léa,
      tab: 'actions',
      replies: { [contest]: reply(playing([withdrawn])) },
    });
    await user.click(await screen.findByRole('button', { name: 'Une réponse à donner' }));
    const dialog = within(await screen.findByRole('dialog', { name: said('Max crie « Mauvaise foi ! »') }));
    expect(dialog.getByText(said(`« ${breakfast.title} »`))).toBeVisible();
    expect(dialog.getByText(/Sans réponse, l'action reste\.$/)).toBeVisible();
    // What follows each answer.
    expect(dialog.getByText('Pile ou face tranche.')).toBeVisible();
    expect(dialog.getByText("L'action est effacée, affaire classée.")).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Je retire' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.received(contest)).toEqual([{ keeps: false }]);
    expect(server.sessionsOf(contest)).toEqual([léa.id]);
    expect(await screen.findByText(said("C'est retiré, affaire classée."))).toBeVisible();
    expect(screen.queryByRole('button', { name: /à donner$/ })).toBeNull();
  });

  test('keeps it, and may still withdraw it from the card in Scores, which asks nothing before', async () => {
    const kept = contestOf(max, léa, { keptAt: Date.now() });
    const { user, server } = await open(playing([contestOf(max, léa)]), {
      of: léa,
      people: [léa, max, zoé],
      replies: { [contest]: reply(playing([kept])) },
    });
    await user.click(await screen.findByRole('button', { name: 'Une réponse à donner' }));
    expect(screen.queryByRole('region', { name: said('Max crie « Mauvaise foi ! »') })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Je maintiens' }));
    const card = within(await screen.findByRole('region', { name: said('Max crie « Mauvaise foi ! »') }));
    expect(card.getByText('Vous maintenez.')).toBeVisible();
    expect(server.received(contest)).toEqual([{ keeps: true }]);
    expect(card.getByText('0 pour effacer, 0 pour garder')).toBeVisible();
    expect(card.queryByRole('button', { name: 'Je maintiens' })).toBeNull();
    expect(card.getByRole('button', { name: 'Je retire' })).toBeVisible();
  });

  test('hears of it when it comes while the board is open', async () => {
    await open(playing([]), { of: léa, tab: 'actions' });
    apply(playing([contestOf(max, léa)]));
    const sentence = said('Max crie « Mauvaise foi ! » À vous de répondre.');
    expect(await screen.findByText(sentence)).toHaveAttribute('role', 'status');
  });

  test('has nothing to press any more once the time is over', async () => {
    await open(playing([contestOf(max, léa, { endsAt: Date.now() - 1 })]), { of: léa });
    const card = within(await screen.findByRole('region', { name: said('Max crie « Mauvaise foi ! »') }));
    expect(card.queryByRole('button', { name: 'Je maintiens' })).toBeNull();
  });
});

describe('the others', () => {
  const three = [léa, max, zoé];
  const kept = (other: Partial<Contest> = {}) => contestOf(zoé, max, { keptAt: Date.now(), ...other });

  test('vote, see how it stands, and may change their mind', async () => {
    const { user, server } = await open(playing([kept()]), {
      people: three,
      replies: { 'PUT /api/boards/:boardId/contests/:contestId/vote': reply(playing([kept({ votes: { void: 1, keep: 0 } })])) },
    });
    await user.click(await screen.findByRole('button', { name: 'Une réponse à donner' }));
    await user.click(await screen.findByRole('button', { name: 'On efface' }));
    const card = within(await screen.findByRole('region', { name: said('Zoé crie « Mauvaise foi ! »') }));
    const votes = within(card.getByRole('group', { name: 'Votre vote' }));
    expect(await card.findByText('1 pour effacer, 0 pour garder')).toBeVisible();
    expect(server.received('PUT /api/boards/:boardId/contests/:contestId/vote')).toEqual([{ isVoid: true }]);
    expect(server.sessionsOf('PUT /api/boards/:boardId/contests/:contestId/vote')).toEqual([léa.id]);
    expect(votes.getByRole('button', { name: 'On efface' })).toHaveAttribute('aria-pressed', 'true');
    expect(votes.getByRole('button', { name: 'On garde' })).toHaveAttribute('aria-pressed', 'false');
    expect(screen.queryByRole('button', { name: 'Une réponse à donner' })).toBeNull();
  });

  test('are not asked again for what they voted on before', async () => {
    await open(playing([kept()]), { people: three, replies: { 'GET /api/boards/:boardId/contests/:contestId/vote': { isVoid: false } } });
    expect(await screen.findByRole('button', { name: 'On garde', pressed: true })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Une réponse à donner' })).toBeNull();
  });

  test.each([
    ['void', 'Le vote a parlé : on efface.'],
    ['stands', 'Le vote a parlé : on garde.'],
  ] as const)('learn that it is %s', async (outcome, sentence) => {
    await open(playing([kept()]), { people: three, tab: 'actions' });
    apply(playing([kept({ outcome, how: 'vote', settledAt: Date.now() })]));
    expect(await screen.findByText(said(sentence))).toBeVisible();
  });
});

describe('pile ou face', () => {
  const kept = (other: Partial<Contest> = {}) => contestOf(léa, max, { keptAt: Date.now(), ...other });
  beforeEach(() => void vi.spyOn(Object.getPrototypeOf(matchMedia('all')) as MediaQueryList, 'matches', 'get').mockReturnValue(false));

  test('is asked for by either, turns for a moment, and is said once', async () => {
    const landed = kept({ outcome: 'stands', how: 'coin', settledAt: Date.now() });
    const { user, server } = await open(playing([kept()]), {
      tab: 'actions',
      replies: { 'POST /api/boards/:boardId/contests/:contestId/coin': reply(playing([landed])) },
    });
    await user.click(await screen.findByRole('button', { name: 'Une réponse à donner' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: said('Pile ou face ?') }));
    expect((await screen.findAllByText('La pièce tourne…')).length).toBeGreaterThan(0);
    expect(server.sessionsOf('POST /api/boards/:boardId/contests/:contestId/coin')).toEqual([léa.id]);
    expect(screen.queryByText(said("Pile : l'action reste."))).toBeNull();
    const sheet = within(await screen.findByRole('dialog'));
    expect(await sheet.findByText(said("Pile : l'action reste."), undefined, { timeout: 10_000 })).toHaveAttribute('role', 'status');
    expect(screen.queryByText('La pièce tourne…')).toBeNull();
  });

  test('that undoes an activity changes the cache at once, and strikes the activity in the list when the coin has fallen', async () => {
    const landed = kept({ outcome: 'void', how: 'coin', settledAt: Date.now() });
    const undone = { at: Date.now(), revision: 2, userId: léa.id, username: léa.username };
    await open(playing([kept()]), { tab: 'notifications' });
    await screen.findByRole('button', { name: 'Une réponse à donner' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const isStruck = () => screen.queryByText(/^Annulée par/) !== null;
    // The reply and the stream tell the same toss.
    for (let time = 0; time < 2; time += 1) {
      act(() => {
        ingest(queryClient, { ...reply(playing([landed])), changed: [{ ...activityOf(breakfast, max), undone, changedRevision: 2 }] });
        vi.advanceTimersByTime(50);
      });
      expect(queryClient.getQueryData(queryKeys.board('board'))).toMatchObject({ activities: { activities: [{ undone }] } });
      expect(screen.getAllByText('La pièce tourne…').length).toBeGreaterThan(0);
      expect(isStruck()).toBe(false);
    }
    act(() => void vi.advanceTimersByTime(turnMs));
    expect(screen.queryByText('La pièce tourne…')).toBeNull();
    expect(isStruck()).toBe(true);
  });

  test('is read in the card by who was away', async () => {
    await open(playing([kept({ outcome: 'void', how: 'coin', settledAt: Date.now() })]));
    const card = within(await screen.findByRole('region', { name: said('Vous criez « Mauvaise foi ! »') }));
    expect(card.getByText(said('Face : on efface.'), { exact: false })).toBeVisible();
    expect(screen.queryByText('La pièce tourne…')).toBeNull();
  });
});
