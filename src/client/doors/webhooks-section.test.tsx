import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Webhook, WebhookDelivery } from '#shared/webhooks';
import { cardOf, léa, max, memberOf, openedBoard, servingBoard } from '#client/app/testing/samples.ts';
import { fill, openScreen } from '#client/app/testing/screen.tsx';
import { refused, type Replies } from '#client/app/testing/server.ts';

const opened = openedBoard({}, { members: [memberOf(léa), memberOf(max)] });
const hook: Webhook = { id: 'hook', host: 'example.org', isSigned: true, off: null };
const delivery: WebhookDelivery = {
  id: 'told',
  type: 'activity.logged',
  state: 'failed',
  tries: 10,
  answer: '302',
  createdAt: 0,
  triedAt: 0,
};

async function openDoors(webhooks: Webhook[], replies: Replies = {}) {
  const shown = await openScreen('/doors', {
    me: léa,
    replies: {
      'GET /api/boards': { boards: [cardOf(opened)] },
      'GET /api/boards/:boardId/webhooks': { webhooks, isLeftOut: false },
      'GET /api/boards/:boardId/webhooks/:webhookId/deliveries': { deliveries: [delivery] },
      ...replies,
    },
  });
  return { ...shown, section: within(await screen.findByRole('region', { name: 'Webhooks' })) };
}

test('a signed webhook is opened with its address, and shows its secret once', async () => {
  const { user, server, section } = await openDoors([], {
    'POST /api/boards/:boardId/webhooks': { webhook: hook, secret: 'whsec_abc' },
  });
  await user.click(await section.findByRole('button', { name: 'Créer un webhook' }));
  await fill(user, section.getByRole('textbox', { name: 'Adresse' }), 'https://example.org/ici');
  await user.click(section.getByRole('button', { name: 'Créer le webhook' }));
  expect(await section.findByRole('textbox', { name: 'Secret du webhook' })).toHaveValue('whsec_abc');
  expect(server.received('POST /api/boards/:boardId/webhooks')).toEqual([{ url: 'https://example.org/ici' }]);
  expect(section.getByRole('region', { name: 'Secret du webhook' })).toHaveFocus();
  await user.click(section.getByRole('button', { name: "J'ai copié le secret" }));
  expect(section.queryByText('whsec_abc')).toBeNull();
  expect(section.queryByRole('textbox')).toBeNull();
});

test('a request that the person shapes is sent with its headers, and a wrong part of it is named beside its field', async () => {
  const { user, server, section } = await openDoors([], { 'POST /api/boards/:boardId/webhooks': refused('webhook_headers_invalid') });
  await user.click(await section.findByRole('button', { name: 'Créer un webhook' }));
  await user.click(section.getByRole('radio', { name: 'Sur mesure' }));
  await fill(user, section.getByRole('textbox', { name: 'Adresse' }), 'https://ntfy.sh');
  await fill(user, section.getByRole('textbox', { name: 'En-têtes' }), 'Authorization: Bearer a:b\n\nX-Essai: 1');
  await user.click(section.getByRole('button', { name: 'Créer le webhook' }));
  await waitFor(() => expect(section.getByRole('textbox', { name: 'En-têtes' })).toBeInvalid());
  expect(server.received('POST /api/boards/:boardId/webhooks')).toEqual([
    {
      url: 'https://ntfy.sh',
      shaped: {
        method: 'POST',
        contentType: 'application/json',
        headers: [
          { name: 'Authorization', value: 'Bearer a:b' },
          { name: 'X-Essai', value: '1' },
        ],
        body: '{"title": "{{title}}", "message": "{{body}}"}',
      },
    },
  ]);
});

test('the log says what became of each attempt, and sends again', async () => {
  const { user, server, section } = await openDoors([hook]);
  await user.click(await section.findByText('example.org'));
  expect(await section.findByText('Abandonné · 302 : les redirections ne sont pas suivies · 10 tentatives')).toBeVisible();
  await user.click(section.getByRole('button', { name: /^Renvoyer/ }));
  await user.click(section.getByRole('button', { name: 'Envoyer un essai' }));
  await screen.findByText("L'essai est parti. Le journal dit ce qu'il devient.");
  expect(server.received('POST /api/boards/:boardId/webhooks/:webhookId/deliveries/:deliveryId/again')).toHaveLength(1);
  expect(server.received('POST /api/boards/:boardId/webhooks/:webhookId/test')).toHaveLength(1);
});

test('what is sent again is looked at until it has had an answer', async () => {
  const listed = 'GET /api/boards/:boardId/webhooks/:webhookId/deliveries';
  const { user, server, section } = await openDoors([hook], {
    [listed]: { deliveries: [{ ...delivery, state: 'waiting', answer: null }] },
  });
  await user.click(await section.findByText('example.org'));
  await waitFor(() => expect(server.received(listed)).toHaveLength(1));
  server.replies({ [listed]: { deliveries: [{ ...delivery, state: 'delivered', answer: '204', tries: 11 }] } });
  expect(await section.findByText(/204/)).toBeVisible();
});

test('somebody who administers no board makes none', async () => {
  const shown = await openDoors([], { 'GET /api/boards': { boards: [cardOf(openedBoard({ createdBy: max.id }))] } });
  expect(await shown.section.findByText(/^Il faut être admin d'un tableau pour créer un webhook\./)).toBeVisible();
  expect(shown.section.queryByRole('button')).toBeNull();
});

test('every member reads in the settings of a board where it tells what happens, and leaves out what they do', async () => {
  const { user, server } = await openScreen('/board/board', {
    me: max,
    replies: { ...servingBoard(opened), 'GET /api/boards/:boardId/webhooks': { webhooks: [hook], isLeftOut: false } },
  });
  await user.click(await screen.findByRole('button', { name: 'Réglages du tableau' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Réglages du tableau' }));
  const choice = await dialog.findByRole('switch', { name: 'Ne pas envoyer ce que je fais' });
  expect(choice).toHaveAccessibleDescription('Ce tableau prévient example.org');
  await user.click(choice);
  await waitFor(() => expect(server.received('PUT /api/boards/:boardId/left-out')).toHaveLength(1));
  expect(choice).toBeChecked();
});
