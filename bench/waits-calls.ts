/** Every call of the API as the heaviest account makes it, in an order in which each succeeds: what takes away comes last. */
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { request } from 'undici';
import { avatars } from '#shared/account-rules';
import type { EndpointKey, ReplyOf } from '#shared/api';
import { actionLimits } from '#shared/action-limits';
import { activityLimits } from '#shared/activities';
import { reactionEmojis } from '#shared/reaction-choices';
import type { HeavyAccount } from './heavy-account.ts';
import { newActivityId } from './logging.ts';

export interface Input {
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
  /** In place of a body, as it is. */
  payload?: string | Buffer;
  headers?: Record<string, string>;
}

export interface Call {
  key: EndpointKey | 'GET /api/docs/js/scalar.js' | 'GET /api/openapi.json' | 'GET /';
  what?: string;
  cookie?: string | undefined;
  /** Made before the call, and not counted. */
  input?: () => Input | Promise<Input>;
  /** What cannot be repeated is made once. */
  once?: true;
  /** The call is there to be refused. */
  refused?: true;
}

/** Calls that need what only a mail has; they change one row. */
export const uncalled: ReadonlySet<EndpointKey> = new Set(['PUT /api/password']);

export function callsOf(origin: string, { cookies, names, ids, password, fullest, own, joined }: HeavyAccount): Call[] {
  const { heavy, other, newcomer } = cookies;
  const full = { params: { boardId: fullest } };
  const [, shared = ''] = own;
  const [, , joinedSmall = ''] = joined;

  async function read<K extends EndpointKey>(path: string, cookie: string): Promise<ReplyOf<K>> {
    const { body } = await request(`${origin}${path}`, { headers: { cookie } });
    return (await body.json()) as ReplyOf<K>;
  }
  const openBoard = (boardId: string, cookie: string) => read<'GET /api/boards/:boardId'>(`/api/boards/${boardId}`, cookie);
  const actionOf = async (boardId: string) => (await openBoard(boardId, heavy)).actions[0]?.id;
  const pending = async (cookie: string) => {
    const { received } = await read<'GET /api/requests'>('/api/requests', cookie);
    return { params: { requestId: received.find(({ status }) => status === 'pending')?.id ?? 'none' } };
  };
  const manyActions = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      title: `${randomBytes(8).toString('hex')} ${index}`,
      points: 5,
      category: 'positive',
      emoji: '✨',
    }));
  async function write<K extends EndpointKey>(method: 'POST' | 'PUT', path: string, sent?: unknown): Promise<ReplyOf<K>> {
    const { body } = await request(`${origin}${path}`, {
      method,
      headers: { origin, cookie: heavy, ...(sent === undefined ? {} : { 'content-type': 'application/json' }) },
      body: sent === undefined ? null : JSON.stringify(sent),
    });
    return (await body.json()) as ReplyOf<K>;
  }
  const proposed = async (boardId: string) => {
    const { proposal } = await write<'POST /api/boards/:boardId/proposals'>('POST', `/api/boards/${boardId}/proposals`, manyActions(1)[0]);
    return { params: { boardId, proposalId: proposal.id } };
  };
  const madeLink = async (boardId: string) =>
    (await write<'POST /api/boards/:boardId/single-links'>('POST', `/api/boards/${boardId}/single-links`)).link;
  let reacted = 0;
  // What is there already changes nothing.
  const nextReaction = async () => {
    const { activities } = (await openBoard(fullest, heavy)).activities;
    const activityId = activities.find(({ undone }) => !undone)?.id ?? 'none';
    return { boardId: fullest, activityId, emoji: reactionEmojis[reacted++ % reactionEmojis.length] ?? '' };
  };
  const ask = (boardId: string, cookie: string, body: unknown, what: string): Call => ({
    key: 'POST /api/boards/:boardId/requests',
    what,
    cookie,
    once: true,
    input: () => ({ params: { boardId }, body }),
  });
  const hostile = (what: string, payload: string | Buffer, headers: Record<string, string> = {}): Call => ({
    key: 'POST /api/boards',
    what: `POST /api/boards, ${what}`,
    cookie: heavy,
    refused: true,
    input: () => ({ payload, headers }),
  });
  const farZones = ['Asia/Tokyo', 'Pacific/Pago_Pago'];
  let moved = 0;
  let dressed = 0;
  // What is there already changes nothing.
  const nextAvatar = () => avatars[++dressed % avatars.length]?.symbol;
  const email = () => `${randomBytes(8).toString('hex')}@bench.invalid`;

  return [
    { key: 'GET /' },
    { key: 'GET /api/openapi.json' },
    { key: 'GET /api/docs/js/scalar.js' },
    { key: 'GET /api/configuration' },
    { key: 'GET /api/emojis' },
    { key: 'GET /api/session', cookie: heavy },
    {
      key: 'POST /api/accounts',
      input: () => ({
        body: { username: randomBytes(8).toString('hex'), email: email(), password: randomBytes(12).toString('base64url') },
      }),
    },
    { key: 'POST /api/session', input: () => ({ body: { identifier: names.heavy, password } }) },
    { key: 'GET /api/users/:username', cookie: heavy, input: () => ({ params: { username: names.other } }) },
    { key: 'PATCH /api/account', cookie: heavy, input: () => ({ body: { avatar: nextAvatar() } }) },
    { key: 'PATCH /api/account/preferences', cookie: heavy, input: () => ({ body: { onlineStatus: true } }) },
    { key: 'GET /api/account/export', cookie: heavy },
    { key: 'GET /api/account/deletion', cookie: heavy },
    { key: 'GET /api/sessions', cookie: heavy },
    {
      key: 'POST /api/password-resets',
      once: true,
      input: () => ({ body: { email: `${names.newcomer.toLowerCase()}@bench.invalid` } }),
    },
    { key: 'POST /api/counts', cookie: heavy, input: () => ({ body: { counts: [{ name: 'visit', count: 1 }] } }) },
    { key: 'GET /api/predefined-actions', cookie: heavy },
    { key: 'GET /api/actions', cookie: heavy },
    // Without favourites the boards are counted through.
    { key: 'GET /api/favourites', cookie: heavy },
    { key: 'GET /api/boards', cookie: heavy },
    hostile('a text of a megabyte', `{"title":"${'a'.repeat(1024 * 1024)}"}`),
    hostile('lists as deep as 256 kB can be', `{"title":${'['.repeat(125_000)}${']'.repeat(125_000)}}`),
    hostile('50 MB packed small', gzipSync(Buffer.alloc(50 * 1024 * 1024, ' ')), { 'content-encoding': 'gzip' }),
    { key: 'GET /api/boards/:boardId', cookie: heavy, input: () => full },
    { key: 'GET /api/boards/:boardId/changes', cookie: heavy, input: () => ({ ...full, query: '?after=0' }) },
    { key: 'GET /api/boards/:boardId/scores', cookie: heavy, input: () => ({ ...full, query: '?period=all' }) },
    { key: 'GET /api/invitations/:invitation', input: () => ({ params: { invitation: full.params.boardId } }) },
    { key: 'GET /api/activities', cookie: heavy },
    {
      key: 'GET /api/activities',
      what: 'GET /api/activities, from the middle',
      cookie: heavy,
      input: () => ({ query: `?before=${Date.now() - 182 * 24 * 60 * 60 * 1000}.0` }),
    },
    { key: 'GET /api/boards/:boardId/activities', cookie: heavy, input: () => full },
    { key: 'GET /api/live', cookie: heavy },
    {
      key: 'POST /api/boards/:boardId/activities',
      cookie: heavy,
      input: async () => ({ ...full, body: { id: newActivityId(), actionId: await actionOf(fullest) } }),
    },
    {
      key: 'POST /api/activities',
      what: `POST /api/activities, on ${activityLimits.boardsAtOnce} boards`,
      cookie: heavy,
      input: async () => {
        const boards = own.slice(0, activityLimits.boardsAtOnce);
        const activities: object[] = [];
        for (const boardId of boards) activities.push({ id: newActivityId(), boardId, actionId: await actionOf(boardId) });
        return { body: { activities } };
      },
    },
    {
      key: 'POST /api/boards/:boardId/activities/:activityId/undo',
      cookie: heavy,
      input: async () => {
        const { activities } = (await openBoard(fullest, heavy)).activities;
        return { params: { ...full.params, activityId: activities.find(({ undone }) => !undone)?.id ?? 'none' } };
      },
    },
    {
      key: 'PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji',
      cookie: heavy,
      input: async () => ({ params: await nextReaction() }),
    },
    {
      key: 'DELETE /api/boards/:boardId/activities/:activityId/reactions/:emoji',
      cookie: heavy,
      input: async () => {
        const { boardId, activityId, emoji } = await nextReaction();
        await write('PUT', `/api/boards/${boardId}/activities/${activityId}/reactions/${encodeURIComponent(emoji)}`);
        return { params: { boardId, activityId, emoji } };
      },
    },
    { key: 'GET /api/achievements', cookie: heavy },
    {
      key: 'GET /api/boards/:boardId/members/:userId/achievements',
      cookie: heavy,
      input: () => ({ params: { ...full.params, userId: ids.other } }),
    },
    { key: 'PATCH /api/boards/:boardId', cookie: heavy, input: () => ({ ...full, body: { title: 'Autre nom' } }) },
    {
      key: 'PATCH /api/boards/:boardId',
      what: 'PATCH /api/boards/:boardId, the time zone, with 50,000 activities',
      cookie: heavy,
      // One after the other, each away from the one before; an hour sees no more than five.
      input: () => ({ ...full, body: { timeZone: farZones[++moved % farZones.length] } }),
    },
    {
      key: 'PATCH /api/boards/:boardId/actions/:actionId',
      what: 'PATCH /api/boards/:boardId/actions/:actionId, retired',
      cookie: heavy,
      input: async () => ({ params: { boardId: shared, actionId: (await actionOf(shared)) ?? 'none' }, body: { retired: true } }),
    },
    { key: 'GET /api/boards/:boardId/actions/retired', cookie: heavy, input: () => ({ params: { boardId: shared } }) },
    { key: 'POST /api/boards/:boardId/proposals', cookie: heavy, input: () => ({ ...full, body: manyActions(1)[0] }) },
    { key: 'GET /api/boards/:boardId/proposals', cookie: heavy, input: () => full },
    { key: 'DELETE /api/boards/:boardId/proposals/:proposalId', cookie: heavy, input: () => proposed(fullest) },
    { key: 'POST /api/boards/:boardId/proposals/:proposalId/acceptance', cookie: heavy, once: true, input: () => proposed(shared) },
    {
      key: 'PUT /api/boards/:boardId/actions/:actionId/favourite',
      cookie: heavy,
      input: async () => ({ params: { ...full.params, actionId: (await actionOf(fullest)) ?? 'none' } }),
    },
    {
      key: 'DELETE /api/boards/:boardId/actions/:actionId/favourite',
      cookie: heavy,
      input: async () => {
        const actionId = (await actionOf(fullest)) ?? 'none';
        await write('PUT', `/api/boards/${fullest}/actions/${actionId}/favourite`);
        return { params: { ...full.params, actionId } };
      },
    },
    { key: 'GET /api/requests', cookie: heavy },
    ask(shared, newcomer, { type: 'request' }, 'POST /api/boards/:boardId/requests, asking'),
    { key: 'POST /api/requests/:requestId/rejection', cookie: heavy, once: true, input: () => pending(heavy) },
    ask(fullest, newcomer, { type: 'request' }, 'POST /api/boards/:boardId/requests, asking again'),
    { key: 'POST /api/requests/:requestId/acceptance', cookie: heavy, once: true, input: () => pending(heavy) },
    ask(joinedSmall, heavy, { type: 'member_invitation', username: names.newcomer }, 'POST /api/boards/:boardId/requests, proposing'),
    ask(own.at(-1) ?? '', heavy, { type: 'invitation', username: names.newcomer }, 'POST /api/boards/:boardId/requests, inviting'),
    {
      key: 'DELETE /api/requests/:requestId',
      cookie: heavy,
      once: true,
      input: async () => {
        const { sent } = await read<'GET /api/requests'>('/api/requests', heavy);
        return { params: { requestId: sent.find(({ type, status }) => type === 'invitation' && status === 'pending')?.id ?? 'none' } };
      },
    },
    ask(own.at(-2) ?? '', heavy, { type: 'invitation', username: names.newcomer }, 'POST /api/boards/:boardId/requests, inviting again'),
    { key: 'POST /api/requests/:requestId/block', cookie: newcomer, once: true, input: () => pending(newcomer) },
    { key: 'GET /api/blocks', cookie: newcomer },
    { key: 'DELETE /api/blocks/:userId', cookie: newcomer, once: true, input: () => ({ params: { userId: ids.heavy } }) },
    { key: 'POST /api/boards/:boardId/single-links', cookie: heavy, input: () => full },
    { key: 'GET /api/boards/:boardId/single-links', cookie: heavy, input: () => full },
    {
      key: 'DELETE /api/boards/:boardId/single-links/:linkId',
      cookie: heavy,
      input: async () => ({ params: { ...full.params, linkId: (await madeLink(fullest)).id } }),
    },
    {
      key: 'POST /api/invitations/:invitation/acceptance',
      cookie: newcomer,
      once: true,
      input: async () => ({ params: { invitation: (await madeLink(shared)).token } }),
    },
    {
      key: 'DELETE /api/boards/:boardId/members/:userId',
      what: 'DELETE /api/boards/:boardId/members/:userId, with 25,000 activities',
      cookie: heavy,
      once: true,
      input: () => ({ params: { ...full.params, userId: ids.other } }),
    },
    ask(fullest, other, { type: 'request' }, 'POST /api/boards/:boardId/requests, coming back'),
    {
      key: 'POST /api/requests/:requestId/acceptance',
      what: 'POST /api/requests/:requestId/acceptance, of one with 25,000 activities',
      cookie: heavy,
      once: true,
      input: () => pending(heavy),
    },
    {
      key: 'PUT /api/boards/:boardId/administrator',
      cookie: heavy,
      once: true,
      input: () => ({ params: { boardId: shared }, body: { userId: ids.other } }),
    },
    {
      key: 'PUT /api/account/password',
      cookie: newcomer,
      once: true,
      input: () => ({ body: { currentPassword: password, newPassword: 'orage violet 43' } }),
    },
    { key: 'DELETE /api/sessions', cookie: heavy, once: true },
    {
      key: 'DELETE /api/sessions/:sessionId',
      cookie: heavy,
      once: true,
      input: async () => {
        await request(`${origin}/api/session`, {
          method: 'POST',
          headers: { origin, 'content-type': 'application/json' },
          body: JSON.stringify({ identifier: names.heavy, password }),
        });
        const { sessions } = await read<'GET /api/sessions'>('/api/sessions', heavy);
        return { params: { sessionId: sessions.find(({ isCurrent }) => !isCurrent)?.id ?? 'none' } };
      },
    },
    { key: 'DELETE /api/session', cookie: newcomer, once: true },
    {
      key: 'DELETE /api/boards/:boardId',
      what: 'DELETE /api/boards/:boardId, with 50,000 activities',
      cookie: heavy,
      once: true,
      input: () => full,
    },
    {
      key: 'POST /api/boards',
      what: 'POST /api/boards, with 300 actions',
      cookie: heavy,
      once: true,
      input: () => ({ body: { title: 'Neuf', actions: manyActions(actionLimits.perBoard), invited: [names.other] } }),
    },
    {
      key: 'DELETE /api/boards/:boardId',
      what: 'DELETE /api/boards/:boardId, another, for its place',
      cookie: heavy,
      once: true,
      input: () => ({ params: { boardId: own[10] ?? '' } }),
    },
    {
      key: 'POST /api/boards',
      what: 'POST /api/boards, with one action',
      cookie: heavy,
      once: true,
      input: () => ({ body: { title: 'Petit', actions: manyActions(1) } }),
    },
    {
      key: 'POST /api/boards/:boardId/actions',
      what: 'POST /api/boards/:boardId/actions, 299 of them',
      cookie: heavy,
      once: true,
      input: async () => {
        const { boards } = await read<'GET /api/boards'>('/api/boards', heavy);
        const boardId = boards.find(({ title }) => title === 'PETIT')?.id ?? 'none';
        return { params: { boardId }, body: { actions: manyActions(actionLimits.perBoard - 1) } };
      },
    },
    {
      key: 'PUT /api/boards/:boardId/actions/order',
      what: 'PUT /api/boards/:boardId/actions/order, all 300 of them moved',
      cookie: heavy,
      once: true,
      input: async () => {
        const { boards } = await read<'GET /api/boards'>('/api/boards', heavy);
        const boardId = boards.find(({ title }) => title === 'PETIT')?.id ?? 'none';
        const { actions } = await read<'GET /api/boards/:boardId'>(`/api/boards/${boardId}`, heavy);
        return { params: { boardId }, body: { actionIds: actions.map(({ id }) => id).toReversed() } };
      },
    },
    {
      key: 'POST /api/account/deletion',
      what: 'POST /api/account/deletion, with all boards and 12,500 activities elsewhere',
      cookie: heavy,
      once: true,
      input: () => ({ body: { password } }),
    },
  ];
}
