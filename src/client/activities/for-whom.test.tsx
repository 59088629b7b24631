import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { queryKeys } from '#client/api/query-keys.ts';
import { activityOf, breakfast, changed, dishes, léa, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { lost } from '#client/app/testing/server.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { ingest } from '#client/sync/replica/ingest.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';

afterEach(cleanup);

const zoé = { ...memberOf(max), userId: 'zoé', username: 'Zoé' };
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
    expect(asked.toSorted()).toEqual([max.id, 'zoé'].toSorted());
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

test.each([
  ['elsewhere is told in the bar', '/requests'],
  ['at the board hears it at their own face', '/board/board'],
])('a member for whom something is noted %s', async (_, address) => {
  const opened = openedBoard({}, { members: [memberOf(léa), memberOf(max)] });
  await openScreen(address, { me: max, replies: { 'GET /api/boards/:boardId': opened } });
  await act(() => vi.dynamicImportSettled());
  queryClient.setQueryData(queryKeys.board('board'), opened);
  const noted = activityOf(breakfast, max, { notedBy: { userId: léa.id, username: léa.username } });
  act(() => ingest(queryClient, { ...changed({ ...opened.board, revision: 2 }), activities: [noted] }));
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent.replaceAll(/\s/g, ' ').trim());
  await waitFor(() => expect(said().join()).toContain('Léa a noté pour vous : Petit-déj au lit'));
});
