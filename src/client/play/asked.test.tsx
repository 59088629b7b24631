import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Account } from '#shared/accounts';
import type { Replies } from '#client/app/testing/server.ts';
import { accountOf, activityOf, breakfast, léa, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { agreementOf, openPlaying, personOf, playing } from '#client/app/testing/play.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';

const sacha = accountOf('Sacha');
const hour = 60 * 60 * 1000;

const agreement = agreementOf(max, { terms: { kind: 'pause', lastDay: '2099-01-01' } });
const loss = {
  ...{ id: 'loss', boardId: 'board', boardTitle: 'NOUS DEUX', title: 'Vaisselle oubliée', points: -15, emoji: null },
  ...{ from: personOf(max), madeAt: Date.now(), lapsesAt: Date.now() + hour },
};
const proposal = {
  id: 'idea',
  title: 'Une balade',
  points: 15,
  emoji: '🚶',
  category: null,
  proposedBy: personOf(max),
  proposedAt: Date.now(),
};
const request = {
  ...{ id: 'knock', type: 'request' as const, status: 'pending' as const, boardId: 'board', boardTitle: 'NOUS DEUX', boardIcon: '💜' },
  ...{ boardTheme: 'pink' as const, fromUsername: sacha.username, toUsername: léa.username, invitedUsername: null },
  ...{ avatar: sacha.avatar, createdAt: 0 },
};

async function open(me: Account, replies: Replies = {}) {
  const opened = openedBoard(
    { createdBy: léa.id },
    {
      members: [memberOf(léa), memberOf(max, 20)],
      activities: { activities: [activityOf(breakfast, max)], next: null },
      play: playing({ agreements: [agreement] }),
    },
  );
  return await openPlaying(opened, {
    tab: 'actions',
    me,
    replies: {
      'GET /api/owed-losses': { owedLosses: me === léa ? [loss, { ...loss, id: 'elsewhere', boardId: 'another' }] : [] },
      'GET /api/requests': { received: [request], sent: [], pendingCount: 1 },
      'GET /api/boards/:boardId/proposals': { proposals: [proposal] },
      ...replies,
    },
  });
}

test('all questions of a board are one pill, which asks them one after the other (D61)', async () => {
  const { user } = await open(léa);
  await user.click(await screen.findByRole('button', { name: /^4\s réponses à donner$|^4\sréponses à donner$/ }));
  for (const [title, position] of [
    ['Max propose une pause', '1 sur 4'],
    [/Vaisselle oubliée/, '2 sur 4'],
    ['Sacha frappe à la porte', '3 sur 4'],
    [/Max propose.*Une balade/, '4 sur 4'],
  ] as const) {
    const sheet = within(await screen.findByRole('dialog', { name: title }));
    expect(sheet.getByText(position)).toBeVisible();
    // No card asks the same in the sheet.
    const later = sheet.queryAllByRole('button', { name: 'Plus tard' });
    expect(later).toHaveLength(position === '4 sur 4' ? 0 : 1);
    for (const one of later) await user.click(one);
  }
});

test('what is answered leaves the stack, which closes after its last question', async () => {
  const { user } = await open(léa, {
    'GET /api/requests': { received: [], sent: [], pendingCount: 0 },
    'GET /api/boards/:boardId/proposals': { proposals: [] },
    'PUT /api/boards/:boardId/agreements/:agreementId/answer': () => new Promise(() => {}),
  });
  await user.click(await screen.findByRole('button', { name: /^2\sréponses à donner$/ }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: "J'en suis" }));
  await user.click(within(await screen.findByRole('dialog', { name: /Vaisselle oubliée/ })).getByRole('button', { name: 'Pas moi' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('button', { name: /à donner$/ })).toBeNull();
});

test('a member who does not administer the board is asked neither about the door nor about new actions', async () => {
  await open({ ...max });
  expect(screen.queryByRole('button', { name: /à donner$/ })).toBeNull();
});

beforeEach(() => {
  queryClient.clear();
});
afterEach(() => {
  outbox.belongTo(null);
  cleanup();
});
