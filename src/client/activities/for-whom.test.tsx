import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import type { Activity } from '#shared/activities';
import type { Member } from '#shared/boards';
import { thanksEmoji } from '#shared/reaction-choices';
import { queryKeys } from '#client/api/query-keys.ts';
import { accountOf, activityOf, breakfast, cardOf, changed, dishes, léa, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { lost, type Replies } from '#client/app/testing/server.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { ingest } from '#client/sync/replica/ingest.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';

afterEach(cleanup);

const zoéHerself = accountOf('Zoé');
const zoé = memberOf(zoéHerself);
const members = [memberOf(max), memberOf(léa), zoé];

async function confirming(action = breakfast, shown = members) {
  const { user } = await openScreen('/board/board', {
    me: léa,
    replies: {
      'GET /api/boards/:boardId': openedBoard({}, { members: shown }),
      'POST /api/boards/:boardId/owed-losses': lost,
      'POST /api/boards/:boardId/activities': lost,
    },
  });
  outbox.belongTo(léa.id);
  await user.click(await screen.findByRole('button', { name: new RegExp(action.title) }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('button', { name: 'Ajouter un mot' });
  return { user, dialog };
}

describe('the question for whom an action is noted', () => {
  it('stays out of the way, and then offers the members, oneself first and chosen', async () => {
    const { user, dialog } = await confirming();
    await user.click(dialog.getByRole('button', { name: /^Pour qui.\? Moi$/ }));
    const people = within(dialog.getByRole('group', { name: /^Pour qui.\?$/ })).getAllByRole('button');
    expect(people.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Moi'),
      expect.stringContaining('Max'),
      expect.stringContaining('Zoé'),
    ]);
    expect(people.map((person) => person.getAttribute('aria-pressed'))).toEqual(['true', 'false', 'false']);
    expect(people[0]).toHaveFocus();
  });

  it('has the button say for whom: the first other one alone, then all who are chosen, and nobody is oneself again', async () => {
    const { user, dialog } = await confirming();
    await user.click(dialog.getByRole('button', { name: /^Pour qui/ }));
    const press = (name: RegExp) => user.click(dialog.getByRole('button', { name }));
    await press(/^Max$/);
    expect(dialog.getByRole('button', { name: 'Noter +20 pour Max' })).toBeVisible();
    expect(dialog.getByText('Un geste de plus, et les points sont à Max.')).toBeVisible();
    await press(/^Moi$/);
    expect(dialog.getByRole('button', { name: 'Noter +20 pour vous et Max' })).toBeVisible();
    await press(/^Zoé$/);
    expect(dialog.getByRole('button', { name: 'Noter +20 pour 3\u00A0personnes' })).toBeVisible();
    for (const name of [/^Zoé$/, /^Moi$/, /^Max$/]) await press(name);
    expect(dialog.getByRole('button', { name: 'Noter +20' })).toBeVisible();
    expect(dialog.getByRole('button', { name: /^Moi$/ })).toHaveAttribute('aria-pressed', 'true');
  });

  it('of a loss is about others, who are each asked to avow it, or about oneself', async () => {
    const { user, dialog } = await confirming(dishes);
    await user.click(dialog.getByRole('button', { name: /^Pour qui/ }));
    await user.click(dialog.getByRole('button', { name: /^Max$/ }));
    expect(dialog.getByRole('button', { name: 'Demander à Max' })).toBeVisible();
    expect(dialog.getByText("Rien ne compte sans l'aveu de Max.")).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Ajouter un mot' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: /^Zoé$/ }));
    expect(dialog.getByRole('button', { name: 'Demander à Max et Zoé' })).toBeVisible();
    expect(dialog.getByText("Rien ne compte sans l'aveu de chaque personne.")).toBeVisible();
    await user.click(dialog.getByRole('button', { name: /^Moi$/ }));
    expect(dialog.getByRole('button', { name: 'Avouer −15' })).toBeVisible();
    for (const name of [/^Max$/, /^Zoé$/]) await user.click(dialog.getByRole('button', { name }));
    await user.click(dialog.getByRole('button', { name: 'Demander à Max et Zoé' }));
    expect(await screen.findByText("C'est demandé : Max et Zoé ont un jour pour répondre")).toBeVisible();
    const asked = outbox.shown().pending.flatMap((item) => (item.kind === 'owed_loss' ? [item.for.userId] : []));
    expect(asked.toSorted()).toEqual([max.id, zoé.userId].toSorted());
    expect(outbox.shown().pending).toHaveLength(2);
  });

  it('keeps the focus beside a note that is being written', async () => {
    const { user, dialog } = await confirming();
    await user.click(dialog.getByRole('button', { name: 'Ajouter un mot' }));
    expect(dialog.getByRole('textbox')).toHaveFocus();
    await user.paste('Avec du beurre');
    await user.click(dialog.getByRole('button', { name: /^Pour qui/ }));
    await user.click(dialog.getByRole('button', { name: /^Max$/ }));
    expect(dialog.getByRole('button', { name: /^Max$/ })).toHaveFocus();
  });

  it('is answered by one tap on the other of two for a gain, oneself chosen before; a loss keeps its quiet way (D52)', async () => {
    const two = [memberOf(max), memberOf(léa)];
    const { user, dialog } = await confirming(breakfast, two);
    const faces = within(dialog.getByRole('radiogroup', { name: /^Pour qui.\?$/ })).getAllByRole('radio');
    expect(faces.map((face) => face.closest('label')?.textContent)).toEqual([
      expect.stringContaining('Moi'),
      expect.stringContaining('Max'),
    ]);
    expect(faces[0]).toBeChecked();
    expect(dialog.queryByRole('button', { name: /^Pour qui/ })).toBeNull();
    const other = dialog.getByRole('radio', { name: 'Max' });
    await user.click(other);
    expect(other).toBeChecked();
    expect(dialog.getByText('Les points sont à Max, qui saura que ça ne vous a pas échappé.')).toBeVisible();
    await user.keyboard('{ArrowLeft}');
    expect(dialog.getByRole('button', { name: 'Noter +20' })).toBeVisible();
    await user.click(other);
    await user.click(dialog.getByRole('button', { name: 'Noter +20 pour Max' }));
    expect(outbox.shown().pending).toMatchObject([{ kind: 'log', for: { userId: max.id } }]);
    cleanup();
    expect((await confirming(dishes, two)).dialog.getByRole('button', { name: /^Pour qui/ })).toBeVisible();
  });

  it('is not asked alone on a board', async () => {
    const { dialog } = await confirming(breakfast, [memberOf(léa)]);
    expect(dialog.queryByRole('button', { name: /^Pour qui/ })).toBeNull();
  });

  it('has the gain with them at once, without a network too, and says who noted it', async () => {
    const { user, dialog } = await confirming();
    await user.click(dialog.getByRole('button', { name: /^Pour qui/ }));
    await user.click(dialog.getByRole('button', { name: /^Max$/ }));
    await user.click(dialog.getByRole('button', { name: 'Noter +20 pour Max' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('tab', { name: 'Notifications' }));
    const [row] = within(await screen.findByRole('list', { name: 'Notifications' })).getAllByRole('listitem');
    expect(row).toHaveTextContent(/Max.*noté par vous/);
    await user.click(screen.getByRole('tab', { name: 'Scores' }));
    const places = within(await screen.findByRole('list', { name: 'Classement' })).getAllByRole('listitem');
    expect(places.find(({ textContent }) => textContent.includes('Max'))).toHaveTextContent('20');
  });
});

const silent: Replies = { 'PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji': lost };
const noted = (other: Partial<Activity> = {}) =>
  activityOf(breakfast, max, { id: 'noted', revision: 2, notedBy: { userId: léa.id, username: léa.username }, ...other });

/** Max is there, and Léa notes breakfast for him. */
async function openNoted(address: string, others: Member[] = []) {
  const opened = openedBoard({}, { members: [memberOf(léa), memberOf(max), ...others] });
  const activities = { activities: [noted()], next: null };
  const { user } = await openScreen(address, {
    me: max,
    replies: { ...silent, 'GET /api/boards/:boardId': opened, 'GET /api/boards': { boards: [cardOf(opened)] } },
  });
  outbox.belongTo(max.id);
  await act(() => vi.dynamicImportSettled());
  if (!queryClient.getQueryData(queryKeys.board('board'))) queryClient.setQueryData(queryKeys.board('board'), opened);
  act(() => ingest(queryClient, { ...changed({ ...opened.board, revision: 2 }), activities: activities.activities }));
  return user;
}

const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent.replaceAll(/\s/g, ' ').trim());
const givenThanks = () => outbox.shown().pending.filter((item) => item.kind === 'reaction');

describe.each([
  ['elsewhere, in the bar', '/requests'],
  ['at the board, at their own face', '/board/board'],
])('a member for whom something is noted hears it %s,', (_, address) => {
  test('between two as what was seen, which one tap thanks for (D52)', async () => {
    const user = await openNoted(address);
    await waitFor(() => expect(said().join()).toContain("Léa l'a remarqué : Petit-déj au lit"));
    await user.click(await screen.findByRole('button', { name: /^Merci à Léa pour «.Petit-déj au lit.»$/ }));
    expect(givenThanks()).toMatchObject([{ boardId: 'board', activityId: 'noted', emoji: thanksEmoji, isOn: true }]);
    expect(screen.queryByRole('button', { name: /^Merci/ })).toBeNull();
    expect(document.activeElement).not.toBe(document.body);
  });

  test('among three as what was noted, without more', async () => {
    await openNoted(address, [zoé]);
    await waitFor(() => expect(said().join()).toContain('Léa a noté pour vous : Petit-déj au lit'));
    expect(screen.queryByRole('button', { name: /^Merci/ })).toBeNull();
  });
});

describe("the row of what the other of two has noticed (D52) offers 'Merci'", () => {
  const offered = async (activity: Activity, me = max, others: Member[] = []) => {
    const opened = openedBoard(
      {},
      { members: [memberOf(léa), memberOf(max), ...others], activities: { activities: [activity], next: null } },
    );
    const { user } = await openScreen('/board/board?tab=notifications', { me, replies: { ...silent, 'GET /api/boards/:boardId': opened } });
    outbox.belongTo(me.id);
    const row = (await screen.findByText(/Petit-déj au lit/)).closest('li') ?? document.body;
    await act(() => vi.dynamicImportSettled());
    return { user, row, button: within(row).queryByRole('button', { name: /^Merci/ }) };
  };

  test('until it is given, and a second tap would give it once', async () => {
    const { user, row } = await offered(noted());
    const button = await within(row).findByRole('button', { name: /^Merci/ });
    for (const _ of [1, 2]) await user.click(button);
    await waitFor(() => expect(within(row).queryByRole('button', { name: /^Merci/ })).toBeNull());
    expect(givenThanks()).toHaveLength(1);
    expect(within(row).getByRole('button', { name: /^Cœur, 1.réaction, dont la vôtre$/ })).toBeVisible();
  });

  test.each<[string, Partial<Activity>]>([
    ['it was undone', { undone: { at: 1, userId: max.id, username: max.username } }],
    ['it was given before', { reactions: [{ emoji: thanksEmoji, userIds: [max.id] }] }],
    ['it was a loss that they avowed', { points: -15 }],
    ['who noted it is gone', { notedBy: { userId: null, username: 'Utilisateur supprimé' } }],
  ])('but not where %s', async (_, other) => {
    expect((await offered(noted(other))).button).toBeNull();
  });

  test.each<[string, typeof max, Member[]]>([
    ['to whoever noted it', léa, []],
    ['among three', max, [zoé]],
    ['to a third one', zoéHerself, [zoé]],
  ])('but not %s', async (_, me, others) => {
    expect((await offered(noted(), me, others)).button).toBeNull();
  });
});
