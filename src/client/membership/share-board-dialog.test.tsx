import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Account } from '#shared/accounts';
import type { SingleLink } from '#shared/single-links';
import { accountOf, changed, léa, max, memberOf, openedBoard, requestOf, servingBoard } from '#client/app/testing/samples.ts';
import { fill, openScreen, type Opened, type Part } from '#client/app/testing/screen.tsx';
import { lost, refused } from '#client/app/testing/server.ts';
import { offeredSharing } from '#client/boards/creation/offered-sharing.ts';
import { ingest } from '#client/sync/replica/ingest.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';

const opened = openedBoard({}, { members: [memberOf(léa), memberOf(max), memberOf(accountOf('Zoé'))] });
const url = () => `${location.origin}/invite/board`;
const link = () => screen.queryByRole('textbox', { name: "Lien d'invitation" });

async function openShare(me: Account = léa, board = opened, links: SingleLink[] = []): Promise<Opened & { dialog: Part }> {
  const screenOpened = await openScreen('/board/board', {
    me,
    replies: {
      ...servingBoard(board),
      'GET /api/boards/:boardId/single-links': { links },
    },
  });
  await screenOpened.user.click(await screen.findByRole('button', { name: 'Partager le tableau' }));
  return { ...screenOpened, dialog: within(await screen.findByRole('dialog', { name: 'Partager le tableau' })) };
}

/** A system that can share. */
function offerSharing() {
  const share = vi.fn<(shared: ShareData) => Promise<void>>(() => Promise.resolve());
  Object.assign(navigator, { share });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
  return share;
}

test('the link is copied, drawn, switched off and on again', async () => {
  vi.stubGlobal('isSecureContext', true);
  const { user, server, dialog } = await openShare();
  expect(link()).toHaveValue(url());
  // Before it stands the link that lets one person in at once.
  const forOne = dialog.getByRole('button', { name: 'Créer un lien pour une personne' });
  expect(forOne.compareDocumentPosition(dialog.getByRole('textbox', { name: "Lien d'invitation" }))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(await dialog.findByRole('img', { name: "QR code du lien d'invitation" })).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Copier le lien' }));
  expect(await dialog.findByRole('button', { name: /^Copié/ })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(url());
  expect(await dialog.findByRole('button', { name: 'Copier le lien' })).toBeVisible();

  await user.click(dialog.getByRole('button', { name: 'Désactiver le lien' }));
  expect(await dialog.findByText(/Le lien est désactivé/)).toBeVisible();
  expect(link()).toBeNull();

  await user.click(dialog.getByRole('button', { name: 'Activer le lien' }));
  await waitFor(() => expect(link()).toHaveValue(url()));
  expect(server.received('PATCH /api/boards/:boardId')).toEqual([{ linkEnabled: false }, { linkEnabled: true }]);
});

test.each([
  // As on plain http in a local network, in a browser that knows no other way either.
  ['nothing can be copied', false],
  ['the clipboard of the browser never answers', true],
])('where %s the link is selected, and said so', async (_, isSecure) => {
  vi.stubGlobal('isSecureContext', isSecure);
  Object.assign(document, { execCommand: () => false });
  onTestFinished(() => void Reflect.deleteProperty(document, 'execCommand'));
  const { user, dialog } = await openShare();
  vi.spyOn(navigator.clipboard, 'writeText').mockReturnValue(new Promise(() => undefined));
  await user.click(dialog.getByRole('button', { name: 'Copier le lien' }));
  expect(await dialog.findByText('La copie a échoué. Sélectionnez le texte pour le copier vous-même.')).toBeVisible();
  const field = dialog.getByRole<HTMLInputElement>('textbox', { name: "Lien d'invitation" });
  expect(field).toHaveFocus();
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(url());
});

test("the system's own sharing is offered where there is one", async () => {
  const share = offerSharing();
  const { user, dialog } = await openShare();
  await user.click(dialog.getByRole('button', { name: 'Partager le lien' }));
  expect(share.mock.lastCall?.[0].text).toMatch(new RegExp(`NOUS DEUX.*${url()}$`));
});

test('the administrator invites by name, and reads why it cannot be', async () => {
  const { user, server, dialog } = await openShare();
  await user.click(dialog.getByRole('tab', { name: 'Invitation directe' }));
  const field = await dialog.findByRole('textbox', { name: 'Pseudo' });
  const invite = async (name: string) => {
    await fill(user, field, name);
    await user.click(dialog.getByRole('button', { name: 'Inviter' }));
  };
  server.replies({ 'POST /api/boards/:boardId/requests': { request: requestOf({ toUsername: 'Zoé' }) } });
  await invite('Zoé');
  expect(await dialog.findByText('Invitation envoyée !')).toBeVisible();
  expect(field).toHaveValue('');

  for (const [name, code, sentence] of [
    ['Zoé', 'already_invited', 'Une invitation est déjà en cours pour cet utilisateur'],
    ['Max', 'already_member', 'Cet utilisateur est déjà membre du tableau'],
    ['Léa', 'invited_yourself', 'Vous ne pouvez pas vous inviter vous-même'],
    ['', 'username_required', "Le nom d'utilisateur est requis"],
  ] as const) {
    server.replies({ 'POST /api/boards/:boardId/requests': refused(code, 'username') });
    await invite(name);
    expect(await dialog.findByText(sentence)).toBeVisible();
    expect(dialog.queryByText('Invitation envoyée !')).toBeNull();
  }

  server.replies({ 'POST /api/boards/:boardId/requests': lost });
  await invite('personne');
  expect(await dialog.findByText("Une erreur est survenue lors de l'invitation")).toBeVisible();
  server.replies({ 'POST /api/boards/:boardId/requests': refused('user_not_found', 'username') });
  await user.click(dialog.getByRole('button', { name: 'Réessayer' }));
  expect(await dialog.findByText('Utilisateur non trouvé')).toBeVisible();
  expect(dialog.getByText(/Personne ne porte ce pseudo/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Partager le lien' }));
  expect(dialog.getByRole('tab', { name: 'Lien' })).toHaveFocus();
  expect(link()).toBeVisible();
});

test('a member shares the link and proposes, and does not invite (D2)', async () => {
  const { user, server, dialog } = await openShare(max);
  expect(dialog.getByText('Action non autorisée')).toBeVisible();
  expect(link()).toBeVisible();
  expect(dialog.queryByRole('tab', { name: 'Invitation directe' })).toBeNull();
  expect(dialog.queryByRole('button', { name: /(Désactiver|Activer) le lien/ })).toBeNull();
  server.replies({ 'POST /api/boards/:boardId/requests': refused('already_member', 'username') });
  await fill(user, dialog.getByRole('textbox', { name: "Proposer une personne à l'administrateur" }), 'Léa');
  await user.keyboard('{Enter}');
  expect(await dialog.findByText('Cet utilisateur est déjà membre du tableau')).toBeVisible();
  server.replies({ 'POST /api/boards/:boardId/requests': { request: requestOf({ type: 'member_invitation', invitedUsername: 'Nina' }) } });
  await fill(user, dialog.getByRole('textbox', { name: "Proposer une personne à l'administrateur" }), 'Nina');
  await user.click(dialog.getByRole('button', { name: 'Proposer' }));
  expect(await dialog.findByText('Proposition envoyée !')).toBeVisible();
  expect(server.received('POST /api/boards/:boardId/requests').at(-1)).toEqual({ type: 'member_invitation', username: 'Nina' });
});

test('a link for one person is made, shown with its code, and withdrawn; one that was used is not shown any more', async () => {
  const { user, server, dialog } = await openShare();
  let made = 0;
  let waiting: SingleLink[] = [];
  server.replies({
    'POST /api/boards/:boardId/single-links': () => {
      made += 1;
      const known = { id: `single ${made}`, createdAt: Date.now(), expiresAt: Date.now() + 3_600_000 };
      waiting = [known];
      return { link: { ...known, token: `${made}`.repeat(22) } };
    },
    'GET /api/boards/:boardId/single-links': () => ({ links: waiting }),
    'DELETE /api/boards/:boardId/single-links/:linkId': () => {
      waiting = [];
      return undefined;
    },
  });
  const single = within(dialog.getByRole('region', { name: 'Lien pour une personne' }));
  const make = () => user.click(single.getByRole('button', { name: 'Créer un lien pour une personne' }));
  await make();
  expect(await single.findByRole('textbox')).toHaveValue(`${location.origin}/invite/${'1'.repeat(22)}`);
  expect(await single.findByRole('img', { name: 'QR code du lien pour une personne' })).toBeVisible();
  expect(single.getByText(/^Pour une personne, qui entre sans attendre. Valable jusqu'au/)).toBeVisible();
  await user.click(single.getByRole('button', { name: 'Retirer ce lien' }));
  await waitFor(() => expect(single.queryByRole('textbox')).toBeNull());

  await make();
  expect(await single.findByRole('textbox')).toHaveValue(`${location.origin}/invite/${'2'.repeat(22)}`);
  waiting = [];
  const joined = [...opened.members, memberOf(accountOf('Nino'))];
  act(() => ingest(queryClient, { ...changed({ ...opened.board, revision: opened.board.revision + 1 }), members: joined }));
  await waitFor(() => expect(single.queryByRole('textbox')).toBeNull());
});

const pair = openedBoard({}, { members: [memberOf(léa), memberOf(max)] });

test('on a board of two no link for one person is offered, and the way in for others stands first (D65)', async () => {
  const { dialog } = await openShare(léa, pair);
  expect(dialog.getByText('Vous voilà deux : la place est prise.')).toBeVisible();
  expect(dialog.queryByRole('button', { name: /Créer|En créer/ })).toBeNull();
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Copier le lien' })).toHaveFocus());
});

test('on a board of two a link for one person that still waits can be withdrawn', async () => {
  const waiting = { id: 'single', createdAt: Date.now(), expiresAt: Date.now() + 3_600_000 };
  const { dialog } = await openShare(léa, pair, [waiting]);
  expect(await dialog.findByRole('button', { name: 'Retirer ce lien' })).toBeVisible();
  expect(dialog.queryByRole('button', { name: /Créer|En créer/ })).toBeNull();
});

/** The board of somebody who is alone, and is offered to share it. */
async function openOffered(isUnseen: boolean): Promise<Opened> {
  offeredSharing.set({ boardId: opened.board.id, isUnseen, forOne: true });
  return openScreen('/board/board', {
    me: léa,
    replies: {
      ...servingBoard(openedBoard()),
      'GET /api/boards/:boardId/single-links': { links: [] },
      'POST /api/boards/:boardId/single-links': {
        link: { id: 'single', token: 'x'.repeat(22), createdAt: Date.UTC(2030, 0, 1), expiresAt: Date.UTC(2030, 0, 2) },
      },
    },
  });
}

test('on a board just made for two the link for the other one is there at once, and the other link stands second', async () => {
  vi.stubGlobal('isSecureContext', true);
  const { user, server } = await openOffered(true);
  // The board is seen first.
  expect(await screen.findByRole('tab', { name: 'Actions' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  const dialog = within(await screen.findByRole('dialog', { name: 'Partager le tableau' }));
  expect(await dialog.findByRole('img', { name: 'QR code du lien pour une personne' })).toBeVisible();
  const copy = dialog.getByRole('button', { name: 'Copier ce lien' });
  expect(copy.compareDocumentPosition(dialog.getByRole('textbox', { name: "Lien d'invitation" }))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.click(copy);
  expect(await dialog.findByText('Lien copié')).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/invite/${'x'.repeat(22)}`);
  expect(server.received('POST /api/boards/:boardId/single-links')).toHaveLength(1);
});

test('where the system can share, one press passes that link on', async () => {
  const share = offerSharing();
  const { user } = await openOffered(false);
  await user.click(await screen.findByRole('button', { name: 'Partager ce lien' }));
  expect(share.mock.lastCall?.[0].text).toContain(`/invite/${'x'.repeat(22)}`);
});
