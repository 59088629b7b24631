import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { breakfast, dishes, léa, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { lost } from '#client/app/testing/server.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';

afterEach(cleanup);

const zoé = { ...memberOf(max), userId: 'zoé', username: 'Zoé' };
const members = [memberOf(max), memberOf(léa), zoé];

async function confirming(action = breakfast, shown = members) {
  const { user } = await openScreen('/board/board', {
    me: léa,
    replies: { 'GET /api/boards/:boardId': openedBoard({}, { members: shown }), 'POST /api/boards/:boardId/owed-losses': lost },
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
});
