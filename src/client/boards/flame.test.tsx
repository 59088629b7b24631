import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Member, OpenedBoard } from '#shared/boards';
import { dayIn, daysAfter } from '#shared/calendar';
import type { Flame } from '#shared/flame-rules';
import type { Scores } from '#shared/scores';
import { accountOf, activityOf, breakfast, léa, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { lost } from '#client/app/testing/server.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { applyChange } from '#client/sync/replica/apply.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';

const today = dayIn('Europe/Paris', Date.now());
const burning = (other: Partial<Flame> = {}): Flame => ({ litOn: today, days: 12, jokers: 0, record: 41, jokerUsedOn: null, ...other });

async function openBoard(flame: Flame | undefined, other: Partial<OpenedBoard> = {}, id = 'board') {
  const members = [memberOf(léa), memberOf(max, 20)];
  const opened = openedBoard({ id, totalPoints: 20, ...(flame ? { flame } : {}) }, { members, ...other });
  return await openScreen(`/board/${id}`, { me: léa, replies: { 'GET /api/boards/:boardId': opened } });
}

// As it is heard, whatever spaces are in it.
const flameNamed = (name: string) => screen.findByRole('img', { name: (heard) => heard.replaceAll(/\s/g, ' ') === name });
const shownFlame = async () => {
  await screen.findByRole('heading', { level: 1, name: 'NOUS DEUX' });
  await act(() => vi.dynamicImportSettled());
  return screen.queryByRole('img', { name: /^Série/ });
};

test.each([
  ['lit today', burning(), "Série : 12 jours, à deux aujourd'hui"],
  ['of one day', burning({ days: 1 }), "Série : 1 jour, à deux aujourd'hui"],
  ['with jokers', burning({ jokers: 2 }), "Série : 12 jours, à deux aujourd'hui, 2 jokers en réserve"],
  ['that waits for today', burning({ litOn: daysAfter(today, -1) }), "Série : 12 jours, pas encore allumée aujourd'hui"],
  [
    'that a joker kept yesterday',
    burning({ litOn: daysAfter(today, -2), jokers: 2 }),
    "Série : 12 jours, pas encore allumée aujourd'hui, sauvée hier par un joker, 1 joker en réserve",
  ],
])('the flame of a board of two %s is said in words', async (_, flame, name) => {
  await openBoard(flame);
  expect(await flameNamed(name)).toBeVisible();
});

test('the flame of a board of three does not say that there are two', async () => {
  const zoé = accountOf('Zoé');
  await openBoard(burning(), { members: [memberOf(léa), memberOf(max, 20), memberOf(zoé)] });
  expect(await flameNamed("Série : 12 jours, allumée aujourd'hui")).toBeVisible();
});

test('the flame is not shown once it is out', async () => {
  await openBoard(burning({ litOn: daysAfter(today, -3), jokers: 1 }));
  expect(await shownFlame()).toBeNull();
});

test('the flame is not shown to somebody alone', async () => {
  await openBoard(burning(), { members: [memberOf(léa)] });
  expect(await shownFlame()).toBeNull();
});

test('the flame burns as soon as two have logged today, whatever the server has heard of', async () => {
  const activities = {
    activities: [activityOf(breakfast, max, { loggedAt: Date.now() }), activityOf(breakfast, léa, { id: 'mine', loggedAt: Date.now() })],
    next: null,
  };
  await openBoard(burning({ litOn: daysAfter(today, -1) }), { activities });
  expect(await flameNamed("Série : 13 jours, à deux aujourd'hui")).toBeVisible();
});

test('the flame burns at once by what is logged without a network', async () => {
  const activities = { activities: [activityOf(breakfast, max, { loggedAt: Date.now() })], next: null };
  const { user, server } = await openBoard(burning({ litOn: daysAfter(today, -1) }), { activities });
  server.replies({ 'POST /api/boards/:boardId/activities': lost });
  outbox.belongTo(léa.id);
  await flameNamed("Série : 12 jours, pas encore allumée aujourd'hui");
  await user.click(await screen.findByRole('button', { name: new RegExp(breakfast.title) }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Noter +20' }));
  expect(await flameNamed("Série : 13 jours, à deux aujourd'hui")).toBeVisible();
});

test('the flame moves with the change that brings another one, and stays with one that brings none', async () => {
  await openBoard(burning({ litOn: daysAfter(today, -1) }));
  await flameNamed("Série : 12 jours, pas encore allumée aujourd'hui");
  const change = { boardId: 'board', complete: true, totalPoints: 20, activities: [] };
  const { syncStateOf } = await import('#client/sync/replica/state.ts');
  const apply = (revision: number, flame?: Flame) =>
    act(
      () =>
        void applyChange(queryClient, syncStateOf(queryClient), { ...change, after: revision - 1, revision, ...(flame ? { flame } : {}) }),
    );
  apply(2, burning({ days: 13 }));
  expect(await flameNamed("Série : 13 jours, à deux aujourd'hui")).toBeVisible();
  apply(3);
  expect(await flameNamed("Série : 13 jours, à deux aujourd'hui")).toBeVisible();
  apply(4, { litOn: null, days: 0, jokers: 0, record: 0, jokerUsedOn: null });
  await vi.waitFor(() => expect(screen.queryByRole('img', { name: /^Série/ })).toBeNull());
});

test('the flame opens its card when it is pressed, and is still read as a picture', async () => {
  const { user } = await openBoard(burning({ jokers: 2 }));
  await user.click(await screen.findByRole('button', { name: /^Série/ }));
  const card = within(await screen.findByRole('dialog', { name: 'Série à deux' }));
  expect(card.getByText("Vous avez joué à deux aujourd'hui.")).toBeVisible();
});

test('the second person of a day plays the moment in which the flame is lit, once a day (D66)', async () => {
  const activities = { activities: [activityOf(breakfast, max, { loggedAt: Date.now() })], next: null };
  await openBoard(burning({ litOn: daysAfter(today, -1) }), { activities }, 'moment');
  await act(() => vi.dynamicImportSettled());
  // The moment of another test may still be on the page.
  await vi.waitFor(() => expect(screen.queryByText(/^Treize/)).toBeNull(), 5000);
  const { syncStateOf } = await import('#client/sync/replica/state.ts');
  const change = (revision: number, undone: ReturnType<typeof activityOf>['undone'] = null) =>
    act(
      () =>
        void applyChange(queryClient, syncStateOf(queryClient), {
          ...{ boardId: 'moment', complete: true, totalPoints: 40, after: revision - 1, revision },
          activities: undone ? [] : [activityOf(breakfast, léa, { id: `of-${revision}`, loggedAt: Date.now(), revision })],
          ...(undone && {
            changed: [{ ...activityOf(breakfast, léa, { id: 'of-2', loggedAt: Date.now() }), undone, changedRevision: revision }],
          }),
        }),
    );
  change(2);
  expect(await screen.findByText((said) => said.replaceAll(/\s/g, ' ') === 'Treize jours.')).toBeInTheDocument();
  await vi.waitFor(() => expect(screen.queryByText(/^Treize/)).toBeNull(), 5000);
  change(3, { at: Date.now(), userId: léa.id, username: léa.username });
  change(4);
  await act(() => vi.dynamicImportSettled());
  expect(screen.queryByText(/^Treize/)).toBeNull();
});

test('a joker that kept the flame yesterday is told once, also after a start of the app, until another day', async () => {
  const kept = burning({ litOn: daysAfter(today, -2), days: 8, jokers: 1 });
  const sentence = 'Ouf ! Hier, un joker a sauvé votre série de 8 jours.';
  localStorage.setItem('jokers-told', ['restarted', today, léa.id].join(' '));
  await openBoard(kept, {}, 'restarted');
  await act(() => vi.dynamicImportSettled());
  expect(screen.queryByText(sentence)).toBeNull();
  cleanup();
  queryClient.clear();
  localStorage.setItem('jokers-told', ['restarted', daysAfter(today, -8), léa.id].join(' '));
  await openBoard(kept, {}, 'restarted');
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(localStorage.getItem('jokers-told')?.split('\n')).toContain(`restarted ${today} ${léa.id}`);
});

const scores: Scores = {
  period: 'all',
  revision: 1,
  today,
  members: [],
  stretches: [today],
  favourites: [],
  biggestDay: null,
};

async function factsOf(flame: Flame | undefined, played: readonly (typeof léa)[], others: readonly Member[] = []): Promise<HTMLElement> {
  const activities = played.map((person, index) => activityOf(breakfast, person, { id: `played-${index}`, loggedAt: Date.now() }));
  const old = activityOf(breakfast, max, { id: 'old', loggedAt: Date.parse('2026-01-01') });
  const opened = openedBoard(
    { totalPoints: 20, ...(flame ? { flame } : {}) },
    { members: [memberOf(léa), memberOf(max, 20), ...others], activities: { activities: [...activities, old], next: null } },
  );
  await openScreen('/board/board?tab=scores', {
    me: léa,
    replies: {
      'GET /api/boards/:boardId': opened,
      'GET /api/boards/:boardId/scores': scores,
      'POST /api/boards/:boardId/members/:userId/nudge': { sentence: 'Silence radio. Suspect.' },
    },
  });
  return await screen.findByRole('region', { name: others.length > 0 ? 'Série à plusieurs' : 'Série à deux' });
}

test.each([
  ['never burned', undefined, [], ["Bientôt l'étincelle", "Jouez à deux le même jour, et la flamme s'allume."]],
  ['is out', burning({ litOn: '2026-01-01' }), [], ['Prête à repartir', 'Record : 41 jours']],
  [
    'burns',
    burning({ jokers: 1 }),
    [],
    ['12 jours', "Vous avez joué à deux aujourd'hui.", '1 joker en réserve', 'Un joker dans 2 jours', 'Record : 41 jours'],
  ],
  ['waits for both', burning({ litOn: daysAfter(today, -1) }), [], ["Aujourd'hui, elle vous attend à deux."]],
  ['brings a joker tomorrow', burning({ days: 6 }), [], ['Un joker demain']],
  ['brings a joker today', burning({ litOn: daysAfter(today, -1), days: 6 }), [], ["Un joker dès aujourd'hui"]],
  ['can bring a joker tomorrow at the earliest', burning({ litOn: daysAfter(today, -1), days: 5 }), [], ['Un joker demain']],
  ['brought a joker yesterday', burning({ litOn: daysAfter(today, -1), days: 7 }), [], ['Un joker dans 6 jours']],
  ['waits for me', burning({ litOn: daysAfter(today, -1) }), [max], ["Max a joué aujourd'hui. Il ne manque que vous."]],
  ['waits for the other', burning({ litOn: daysAfter(today, -1) }), [léa], ["Vous avez joué aujourd'hui. Il ne manque que Max."]],
  ['was kept yesterday', burning({ litOn: daysAfter(today, -2), jokers: 1 }), [], ['Hier, un joker a sauvé la flamme.']],
] as const)('the scores of a board whose flame %s say what it needs', async (_, flame, played, sentences) => {
  const facts = within(await factsOf(flame, played));
  for (const sentence of sentences) expect(facts.getByText(sentence)).toBeVisible();
});

test('the flame nudges who has not played today, and nobody who has (D35)', async () => {
  const facts = within(await factsOf(burning({ litOn: daysAfter(today, -1) }), [léa]));
  const nudge = await facts.findByRole('button', { name: 'Relancer Max' });
  await userEvent.click(nudge);
  expect(await facts.findByText(/^Envoyé\s: «\sSilence radio. Suspect.\s»$/)).toBeVisible();
  expect(facts.getByRole('button', { name: 'Relance envoyée à Max' })).toHaveAttribute('aria-disabled', 'true');
  cleanup();
  queryClient.clear();
  const lit = within(await factsOf(burning(), [léa, max]));
  expect(lit.queryByRole('button')).toBeNull();
});

test('the flame of many shows three to nudge while it waits, and the others when asked', async () => {
  const others = ['Zoé', 'Nino', 'Inès', 'Noé', 'Ana'].map((name) => memberOf(accountOf(name)));
  const waiting = within(await factsOf(burning({ litOn: daysAfter(today, -1) }), [léa], others));
  expect(waiting.getAllByRole('button', { name: /^Relancer (?!quelqu)/ })).toHaveLength(3);
  await userEvent.click(waiting.getByRole('button', { name: /^Et 3\sautres$/ }));
  expect(waiting.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(
    ['Max', 'Zoé', 'Nino', 'Inès', 'Noé', 'Ana'].map((name) => `Relancer ${name}`),
  );
  expect(waiting.getByRole('button', { name: 'Relancer Inès' })).toHaveFocus();
  cleanup();
  queryClient.clear();
  const mine = within(await factsOf(burning({ litOn: daysAfter(today, -1) }), [max], others));
  expect(mine.getByText("Max a joué aujourd'hui. Jouez aussi, et elle s'allume.")).toBeVisible();
  expect(mine.queryByRole('button', { name: /^Relancer (?!quelqu)/ })).toBeNull();
  cleanup();
  queryClient.clear();
  const lit = within(await factsOf(burning(), [léa, max], others));
  expect(lit.queryByRole('button', { name: /^Relancer (?!quelqu)/ })).toBeNull();
  await userEvent.click(lit.getByRole('button', { name: "Relancer quelqu'un" }));
  expect(lit.getAllByRole('button', { name: /^Relancer (?!quelqu)/ })).toHaveLength(5);
});

beforeEach(() => queryClient.clear());
afterEach(cleanup);
