/** Every call of the API as the heaviest account makes it, in an order in which each succeeds: what takes away comes last. */
import { gzipSync } from 'node:zlib';
import { avatars } from '#shared/account-rules';
import { api, type EndpointKey } from '#shared/api';
import { actionLimits } from '#shared/action-limits';
import { activityLimits } from '#shared/activity-limits';
import { reactionEmojis } from '#shared/reaction-choices';
import type { Mailbox } from '../tests/mailbox.ts';
import { newActivityId, password } from '../tests/people.ts';
import type { TestPushService } from '../tests/push-service.ts';
import type { HeavyAccount } from './large-accounts.ts';
import { doorCalls } from './waits-door-calls.ts';
import { guestCalls } from './waits-guest-calls.ts';
import { forgottenPasswordCalls, notificationCalls, recapCalls } from './waits-news-calls.ts';
import { ownPasskeys, passkeyCalls } from './waits-passkey-calls.ts';
import { playCalls } from './waits-play-calls.ts';
import { type Call, toolsFor } from './waits-tools.ts';

/** The services to which the server sends. */
export interface FarEnds {
  mailbox: Mailbox;
  pushService: TestPushService;
}

const endpoints = Object.keys(api) as EndpointKey[];

/** Throws when an endpoint is not called. */
export function assertAllCalled(calls: readonly Call[]): void {
  const missing = endpoints.filter((key) => !calls.some((call) => call.key === key));
  if (missing.length > 0) throw new Error(`P12 does not call ${missing.join(', ')}`);
}

export function callsOf(origin: string, account: HeavyAccount, { mailbox, pushService }: FarEnds): Call[] {
  const tools = toolsFor(origin, account);
  const { heavy, other, newcomer, fullest, own, joined } = account;
  const { full, person, caller, opened, actionOf, loggedBy, next, word, call, visit, once, onFull } = tools;
  const [, shared = ''] = own;
  const zones = ['Asia/Tokyo', 'Pacific/Pago_Pago'];
  const manyActions = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ title: `${word()} ${index}`, points: 5, category: 'positive', emoji: '✨' }));

  const lastActivity = async () => {
    const { activities } = (await opened(fullest)).activities;
    return { ...full, activityId: activities.find(({ undone }) => !undone)?.id ?? 'none' };
  };
  const nextReaction = async () => ({ ...(await lastActivity()), emoji: next(reactionEmojis) ?? '' });
  const pending =
    (of = heavy) =>
    async () => {
      const { received } = await caller(of).does('GET /api/requests');
      return { params: { requestId: received.find(({ status }) => status === 'pending')?.id ?? 'none' } };
    };
  const proposed = (boardId: string) => async () => {
    const { proposal } = await person.does('POST /api/boards/:boardId/proposals', { params: { boardId }, body: manyActions(1)[0] ?? {} });
    return { params: { boardId, proposalId: proposal.id } };
  };
  const madeLink = async (boardId: string) => (await person.does('POST /api/boards/:boardId/single-links', { params: { boardId } })).link;
  const idOfSmall = async () => {
    const { boards } = await person.does('GET /api/boards');
    return boards.find(({ title }) => title === 'PETIT')?.id ?? 'none';
  };

  const ask = (boardId: string, someone: typeof heavy, body: unknown, note: string): Call =>
    once('POST /api/boards/:boardId/requests', { params: { boardId }, body }, note, someone);
  const hostile = (note: string, payload: string | Buffer, headers: Record<string, string> = {}): Call => ({
    ...call('POST /api/boards', { payload, headers }, note),
    refused: true,
  });

  // All that read, of the fullest board where they are about one. There are no favourites yet: the boards are counted through.
  const queries: Record<string, string> = {
    'GET /api/boards/:boardId/changes': '?after=0',
    'GET /api/boards/:boardId/scores': '?period=all',
  };
  const reads = endpoints
    .filter((key) => key !== ownPasskeys)
    .filter((key) => /^GET [^:]*(:boardId[^:]*)?$/.test(key))
    .map((key) => onFull(key, { query: queries[key] ?? '' }));

  return [
    visit('GET /'),
    visit('GET /api/openapi.json'),
    visit('GET /api/docs/js/scalar.js'),
    ...reads,
    visit('POST /api/accounts', () => ({ body: { username: word(), email: `${word()}@bench.invalid`, password: word() } })),
    visit('POST /api/session', { body: { identifier: heavy.username, password } }),
    call('GET /api/users/:username', { params: { username: other.username } }),
    call('PATCH /api/account', () => ({ body: { avatar: next(avatars)?.symbol } })),
    call('PATCH /api/account/preferences', { body: { onlineStatus: true } }),
    call('POST /api/counts', { body: { counts: [{ name: 'visit', count: 1 }] } }),
    hostile('a text of a megabyte', `{"title":"${'a'.repeat(1024 * 1024)}"}`),
    hostile('lists as deep as 256 kB can be', `{"title":${'['.repeat(125_000)}${']'.repeat(125_000)}}`),
    hostile('50 MB packed small', gzipSync(Buffer.alloc(50 * 1024 * 1024, ' ')), { 'content-encoding': 'gzip' }),
    visit('GET /api/invitations/:invitation', { params: { invitation: fullest } }),
    call('GET /api/activities', { query: `?before=${Date.now() - 182 * 24 * 60 * 60 * 1000}.0` }, 'from the middle'),
    call('POST /api/boards/:boardId/activities', async () => ({
      params: full,
      body: { id: newActivityId(), actionId: (await actionOf(fullest)).actionId },
    })),
    call(
      'POST /api/activities',
      async () => {
        const activities: object[] = [];
        for (const boardId of own.slice(0, activityLimits.boardsAtOnce))
          activities.push({ id: newActivityId(), ...(await actionOf(boardId)) });
        return { body: { activities } };
      },
      `on ${activityLimits.boardsAtOnce} boards`,
    ),
    call('POST /api/boards/:boardId/activities/:activityId/undo', async () => ({ params: await lastActivity() })),
    call('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', async () => ({ params: await nextReaction() })),
    call('DELETE /api/boards/:boardId/activities/:activityId/reactions/:emoji', async () => {
      const params = await nextReaction();
      await person.does('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', { params });
      return { params };
    }),
    call('PUT /api/boards/:boardId/activities/:activityId/note', async () => ({
      params: { ...full, activityId: await loggedBy(person) },
      body: { note: word() },
    })),
    call('GET /api/boards/:boardId/members/:userId/achievements', { params: { ...full, userId: other.id } }),
    // Before the time zone of the board changes: the weeks of recaps depend on it.
    ...recapCalls(tools),
    ...notificationCalls(tools, pushService),
    ...passkeyCalls(tools),
    ...guestCalls(tools),
    ...playCalls(tools),
    ...doorCalls(tools),
    onFull('PATCH /api/boards/:boardId', { body: { title: 'Autre nom' } }),
    // One after the other, each away from the one before; an hour sees no more than five.
    call('PATCH /api/boards/:boardId', () => ({ params: full, body: { timeZone: next(zones) } }), 'the time zone, with 50,000 activities'),
    call('PATCH /api/boards/:boardId/actions/:actionId', async () => ({ params: await actionOf(shared), body: { retired: true } })),
    call('POST /api/boards/:boardId/proposals', () => ({ params: full, body: manyActions(1)[0] })),
    call('DELETE /api/boards/:boardId/proposals/:proposalId', proposed(fullest)),
    once('POST /api/boards/:boardId/proposals/:proposalId/acceptance', proposed(shared)),
    call('PUT /api/boards/:boardId/actions/:actionId/favourite', async () => ({ params: await actionOf(fullest) })),
    call('DELETE /api/boards/:boardId/actions/:actionId/favourite', async () => {
      const params = await actionOf(fullest);
      await person.does('PUT /api/boards/:boardId/actions/:actionId/favourite', { params });
      return { params };
    }),
    ask(shared, newcomer, { type: 'request' }, 'asking'),
    once('POST /api/requests/:requestId/rejection', pending()),
    ask(fullest, newcomer, { type: 'request' }, 'asking again'),
    once('POST /api/requests/:requestId/acceptance', pending()),
    ask(joined[2] ?? '', heavy, { type: 'member_invitation', username: newcomer.username }, 'proposing'),
    ask(own.at(-1) ?? '', heavy, { type: 'invitation', username: newcomer.username }, 'inviting'),
    once('DELETE /api/requests/:requestId', async () => {
      const { sent } = await person.does('GET /api/requests');
      return { params: { requestId: sent.find(({ type, status }) => type === 'invitation' && status === 'pending')?.id ?? 'none' } };
    }),
    ask(own.at(-2) ?? '', heavy, { type: 'invitation', username: newcomer.username }, 'inviting again'),
    once('POST /api/requests/:requestId/block', pending(newcomer), '', newcomer),
    once('DELETE /api/blocks/:userId', { params: { userId: heavy.id } }, '', newcomer),
    onFull('POST /api/boards/:boardId/single-links'),
    call('DELETE /api/boards/:boardId/single-links/:linkId', async () => ({ params: { ...full, linkId: (await madeLink(fullest)).id } })),
    once(
      'POST /api/invitations/:invitation/acceptance',
      async () => ({ params: { invitation: (await madeLink(shared)).token } }),
      '',
      newcomer,
    ),
    once('DELETE /api/boards/:boardId/members/:userId', { params: { ...full, userId: other.id } }, 'with 25,000 activities'),
    ask(fullest, other, { type: 'request' }, 'coming back'),
    once('POST /api/requests/:requestId/acceptance', pending(), 'of one with 25,000 activities'),
    once('PUT /api/boards/:boardId/administrator', { params: { boardId: shared }, body: { userId: other.id } }),
    once('PUT /api/account/password', { body: { currentPassword: password, newPassword: 'orage violet 43' } }, '', newcomer),
    once('DELETE /api/sessions'),
    once('DELETE /api/sessions/:sessionId', async () => {
      await caller({ ...heavy, cookie: '' }).does('POST /api/session', { body: { identifier: heavy.username, password } });
      const { sessions } = await person.does('GET /api/sessions');
      return { params: { sessionId: sessions.find(({ isCurrent }) => !isCurrent)?.id ?? 'none' } };
    }),
    once('DELETE /api/session', {}, '', newcomer),
    ...forgottenPasswordCalls(tools, mailbox),
    once('DELETE /api/boards/:boardId', { params: full }, 'with 50,000 activities'),
    once(
      'POST /api/boards',
      { body: { title: 'Neuf', actions: manyActions(actionLimits.perBoard), invited: [other.username] } },
      'with 300 actions',
    ),
    once('DELETE /api/boards/:boardId', { params: { boardId: own[10] ?? '' } }, 'another, for its place'),
    once('POST /api/boards', { body: { title: 'Petit', actions: manyActions(1) } }, 'with one action'),
    once(
      'POST /api/boards/:boardId/actions',
      async () => ({ params: { boardId: await idOfSmall() }, body: { actions: manyActions(actionLimits.perBoard - 1) } }),
      '299 of them',
    ),
    once(
      'PUT /api/boards/:boardId/actions/order',
      async () => {
        const boardId = await idOfSmall();
        const { actions } = await opened(boardId);
        return { params: { boardId }, body: { actionIds: actions.map(({ id }) => id).toReversed() } };
      },
      'all 300 of them moved',
    ),
    once('POST /api/account/deletion', { body: { password } }, 'with all boards and 12,500 activities elsewhere'),
  ];
}
