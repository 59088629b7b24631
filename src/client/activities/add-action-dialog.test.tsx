import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { OfferedAction } from '#shared/actions';
import { breakfast, cardOf, dishes, léa, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { fill, openScreen, type Opened, type Part } from '#client/app/testing/screen.tsx';
import { lost, refused, type Replies } from '#client/app/testing/server.ts';
import { queryKeys } from '#client/api/query-keys.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';

async function openDialog(replies: Replies): Promise<Opened & { dialog: Part }> {
  const opened = await openScreen('/dashboard', { me: léa, replies });
  await opened.user.click(await screen.findByRole('button', { name: 'Noter une action' }));
  return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Noter une action' })) };
}

test('without boards Accueil says what is missing, and the dialog leads to it', async () => {
  const { user, dialog } = await openDialog({});
  expect(await screen.findByText("Il ne manque qu'un tableau, et quelqu'un avec qui se chamailler.")).toBeVisible();
  expect(await dialog.findByText(/^D'abord un tableau/)).toBeVisible();
  await user.click(dialog.getByRole('link', { name: 'Créer un tableau' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Créer un tableau' })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

const boards = ['un', 'deux', 'trois'].map((id) => cardOf(openedBoard({ id, title: id.toUpperCase() })));
const on = (...ids: string[]) => ids.map((boardId) => ({ boardId, actionId: `${boardId} action` }));

test('boards that lack the chosen action say so, and are not logged on though they were ticked', async () => {
  const actions = [
    { ...breakfast, boards: on('un', 'deux') },
    { ...dishes, boards: on('un', 'deux', 'trois') },
  ];
  const { user, dialog } = await openDialog({ 'GET /api/boards': { boards }, 'GET /api/actions': { actions, next: null } });
  const third = await dialog.findByRole('checkbox', { name: /TROIS/ });
  const add = dialog.getByRole('button', { name: 'Noter' });
  expect(add).toBeDisabled();
  expect(dialog.getByText('Choisissez une action')).toBeVisible();
  await user.click(third);
  await user.click(dialog.getByRole('radio', { name: new RegExp(breakfast.title) }));
  expect(third).toBeDisabled();
  expect(third).not.toBeChecked();
  expect(dialog.getByText("N'a pas cette action")).toBeVisible();
  expect(add).toBeDisabled();
  expect(dialog.getByText('Choisissez au moins un tableau')).toBeVisible();
  for (const name of [/^UN/, /DEUX/]) await user.click(dialog.getByRole('checkbox', { name }));
  expect(dialog.getByRole('status')).toHaveTextContent('+20 points sur 2 tableaux');
  expect(add).toBeEnabled();
});

test('a choice that is edited or retired meanwhile is answered, and logged nowhere (D5)', async () => {
  const offered = (...ids: string[]) => ({ ...breakfast, boards: on(...ids) });
  const other = { ...dishes, boards: on('un', 'deux') };
  const { user, server, dialog } = await openDialog({
    'GET /api/boards': { boards },
    'GET /api/actions': { actions: [offered('un', 'deux'), other], next: null },
  });
  const offer = async (...actions: OfferedAction[]) => {
    server.replies({ 'GET /api/actions': { actions, next: null } });
    await act(() => queryClient.invalidateQueries({ queryKey: queryKeys.offeredActions }));
  };
  const said = () => dialog.getByRole('status').textContent.replaceAll(/\s/g, ' ');
  const press = () => user.click(dialog.getByRole('button', { name: 'Noter' }));
  await user.click(await dialog.findByRole('radio', { name: new RegExp(breakfast.title) }));
  for (const name of [/^UN/, /DEUX/]) await user.click(dialog.getByRole('checkbox', { name }));
  await offer(offered('deux'), other);
  await waitFor(() => expect(said()).toBe("Cette action n'existe plus sur UN."));
  // It meant two boards: it is answered by what is left of them.
  await press();
  expect(said()).toBe('+20 points sur 1 tableau');
  await offer(other);
  await waitFor(() => expect(said()).toBe("Cette action n'existe plus."));
  await press();
  expect(said()).toBe("Cette action n'existe plus.");
  await user.click(dialog.getByRole('radio', { name: new RegExp(dishes.title) }));
  expect(said()).toBe('−15 points sur 2 tableaux');
  expect(outbox.shown().pending).toEqual([]);
});

test('an action is logged on all ticked boards as one; opened again, the dialog has the last board ticked alone', async () => {
  const actions = [{ ...breakfast, boards: on('un', 'deux') }];
  const { user, dialog } = await openDialog({
    'GET /api/boards': { boards },
    'GET /api/actions': { actions, next: null },
    'POST /api/activities': lost,
  });
  outbox.belongTo(léa.id);
  await user.click(await dialog.findByRole('radio', { name: new RegExp(breakfast.title) }));
  for (const name of [/^UN/, /DEUX/]) await user.click(dialog.getByRole('checkbox', { name }));
  await user.click(dialog.getByRole('button', { name: 'Noter' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const open = screen.getByRole('button', { name: 'Noter une action' });
  expect(open).toHaveFocus();
  const logged = await within(screen.getByRole('region', { name: 'Activités récentes' })).findAllByRole('listitem');
  expect(logged).toHaveLength(2);
  for (const bubble of logged) expect(bubble).toHaveTextContent(/^.*Vous.*Petit-déj au lit.*\+20.*En attente d'envoi/);
  expect(outbox.shown().pending).toMatchObject([{ boardId: 'un' }, { boardId: 'deux' }]);
  await user.click(open);
  const again = within(await screen.findByRole('dialog', { name: 'Noter une action' }));
  expect((await again.findAllByRole('checkbox', { checked: true })).map((box) => box.ariaLabel ?? box.getAttribute('aria-label'))).toEqual([
    'DEUX',
  ]);
  expect(again.queryByRole('radio', { checked: true })).toBeNull();
});

test('an empty search suggests five actions, the same ones as long as the dialog is open', async () => {
  const many: OfferedAction[] = Array.from({ length: 30 }, (_, index) => ({
    title: `Geste ${index + 1}`,
    points: index + 1,
    category: 'cuisine',
    emoji: null,
    boards: on('un'),
  }));
  const actions = [...many, { ...breakfast, boards: on('un') }];
  const { user, dialog } = await openDialog({ 'GET /api/boards': { boards }, 'GET /api/actions': { actions, next: null } });
  const suggested = () => dialog.getByRole('group', { name: 'Quelques idées' }).textContent;
  expect(await dialog.findAllByRole('radio')).toHaveLength(5);
  const first = suggested();
  const search = dialog.getByRole('searchbox', { name: 'Rechercher une action' });
  await fill(user, search, 'zzz');
  expect(await dialog.findByText(/^Aucune action ne correspond\./)).toBeVisible();
  await fill(user, search, 'DEJ');
  await waitFor(() => expect(dialog.getByRole('radio')).toHaveAccessibleName(/Petit-déj au lit/));
  // One word that is found is enough, and the category counts.
  await fill(user, search, 'nulle cuisine');
  await waitFor(() => expect(dialog.getAllByRole('radio')).toHaveLength(30));
  await user.clear(search);
  await waitFor(() => expect(dialog.getAllByRole('radio')).toHaveLength(5));
  expect(suggested()).toBe(first);
});

test('the search has the focus when the actions come before the frame in which the dialog takes it', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const { user } = await openScreen('/dashboard', {
    me: léa,
    replies: {
      'GET /api/boards': { boards },
      'GET /api/actions': async () => {
        await answered;
        return { actions: [{ ...breakfast, boards: on('un') }], next: null };
      },
    },
  });
  const frames = new Map<number, FrameRequestCallback>();
  let asked = 0;
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => {
    asked += 1;
    frames.set(asked, frame);
    return asked;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id));
  await user.click(await screen.findByRole('button', { name: 'Noter une action' }));
  expect(await screen.findByRole('dialog', { name: 'Noter une action' })).not.toHaveFocus();
  answer();
  const search = await screen.findByRole('searchbox', { name: 'Rechercher une action' });
  await act(async () => [...frames.values()].forEach((frame) => frame(performance.now())));
  expect(search).toHaveFocus();
});

test('the search has the focus when the actions come only at the second attempt', async () => {
  const { user, server, dialog } = await openDialog({ 'GET /api/boards': { boards }, 'GET /api/actions': refused('server_error') });
  const again = await dialog.findByRole('button', { name: 'Réessayer' });
  server.replies({ 'GET /api/actions': { actions: [{ ...breakfast, boards: on('un') }], next: null } });
  await user.click(again);
  await waitFor(() => expect(dialog.getByRole('searchbox', { name: 'Rechercher une action' })).toHaveFocus());
});

test('the shortcut of the icon opens the way to add an action, once', async () => {
  const { address } = await openScreen('/dashboard?add=1', { me: léa });
  expect(await screen.findByRole('dialog', { name: 'Noter une action' })).toBeVisible();
  expect(address()).toBe('/dashboard');
});

const shared = openedBoard({ id: 'un', title: 'UN' }, { members: [memberOf(léa), memberOf(max)] });

async function openShared(offered = breakfast) {
  const actions = [{ ...offered, boards: on('un', 'deux') }];
  const opened = await openDialog({
    'GET /api/boards': { boards: [cardOf(shared), cardOf(openedBoard({ id: 'deux', title: 'DEUX' }))] },
    'GET /api/boards/:boardId': shared,
    'GET /api/actions': { actions, next: null },
    'POST /api/boards/:boardId/activities': lost,
    'POST /api/boards/:boardId/owed-losses': lost,
  });
  outbox.belongTo(léa.id);
  await opened.user.click(await opened.dialog.findByRole('radio', { name: new RegExp(offered.title) }));
  const tick = async (name: RegExp, isOn: boolean) => {
    const box = opened.dialog.getByRole<HTMLInputElement>('checkbox', { name });
    if (box.checked !== isOn) await opened.user.click(box);
  };
  return { ...opened, tick };
}

/** The action is chosen for Max, on the one board that he shares. */
async function openForMax(offered = breakfast) {
  const opened = await openShared(offered);
  await opened.tick(/^UN/, true);
  await opened.tick(/DEUX/, false);
  // A loss keeps the quiet way between two as well (D52).
  if (offered.points < 0) await opened.user.click(await opened.dialog.findByRole('button', { name: /^Pour qui/ }));
  await opened.user.click(await opened.dialog.findByRole(offered.points < 0 ? 'button' : 'radio', { name: max.username }));
  return opened;
}

test('an action is noted for another member of the one board that is ticked', async () => {
  const { user, dialog } = await openForMax();
  await user.click(dialog.getByRole('button', { name: `Noter +20 pour ${max.username}` }));
  const [item] = outbox.shown().pending;
  expect(item).toMatchObject({ kind: 'log', boardId: 'un', actionId: 'un action', for: { userId: max.id } });
});

test('a loss is asked of another member, without words, and not logged', async () => {
  const { user, dialog } = await openForMax(dishes);
  expect(dialog.getByRole('status')).toHaveTextContent(`Rien ne compte sans l'aveu de ${max.username}.`);
  expect(dialog.queryByRole('button', { name: 'Ajouter un mot' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: `Demander à ${max.username}` }));
  const sent = outbox.shown().pending.filter((item) => 'title' in item && item.title === dishes.title);
  expect(sent).toMatchObject([{ kind: 'owed_loss', boardId: 'un', actionId: 'un action', for: { userId: max.id } }]);
});

test('nobody is asked for whom an action is on several boards, or on one where one is alone', async () => {
  const { dialog, tick } = await openForMax();
  await tick(/DEUX/, true);
  expect(dialog.queryByText(/^Pour qui/)).toBeNull();
  expect(dialog.getByRole('button', { name: 'Noter' })).toBeEnabled();
  await tick(/^UN/, false);
  await act(() => vi.dynamicImportSettled());
  expect(dialog.queryByText(/^Pour qui/)).toBeNull();
});
