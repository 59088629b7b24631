/** The calls of P12 about what the app tells a person of: recaps, mails and notifications. */
import { setTimeout as pause } from 'node:timers/promises';
import { defaultTimeZone } from '#shared/calendar';
import { readableWeeks } from '#shared/recap-weeks';
import { type Mailbox, tokenIn } from '../tests/mailbox.ts';
import { newActivityId } from '../tests/people.ts';
import type { TestBrowser, TestPushService } from '../tests/push-service.ts';
import type { Call, Tools } from './waits-tools.ts';

/** In milliseconds, for a push: only what hangs takes longer. */
const longestPush = 120_000;

/** These calls come before any that changes the time zone of the board. */
export function recapCalls({ call, once, visit, person, full, anniversary }: Tools): Call[] {
  const weeks = readableWeeks(defaultTimeZone, Date.now());
  const [newest = ''] = weeks;
  // A week changes something when no later one has been read.
  const unread = weeks.toReversed();
  // The first mail with a token comes on a Monday. The server looks for an unknown token as well, and answers alike.
  const token = newActivityId();
  const film = { params: { ...full, period: anniversary } };
  return [
    call('GET /api/boards/:boardId/recaps/:week', { params: { ...full, week: newest } }),
    call('PUT /api/boards/:boardId/recaps/:week/read', () => ({ params: { ...full, week: unread.shift() ?? newest } })),
    // Open on one evening of the week alone.
    { ...call('PUT /api/boards/:boardId/gesture', { params: full, body: { activityId: 'none' } }), refused: true },
    once('GET /api/boards/:boardId/films/:period', film, 'which makes it'),
    call('GET /api/boards/:boardId/films/:period', film),
    call('GET /api/boards/:boardId/films', { params: full }),
    call('PUT /api/boards/:boardId/films/:period/seen', film),
    call('PUT /api/recap-mail', async () => {
      await person.does('DELETE /api/recap-mail');
      return {};
    }),
    call('DELETE /api/recap-mail', async () => {
      await person.does('PUT /api/recap-mail');
      return {};
    }),
    visit('GET /api/recap-mail/unsubscriptions/:token', { params: { token } }),
    visit('POST /api/recap-mail/unsubscriptions/:token', { params: { token } }),
  ];
}

export function notificationCalls(tools: Tools, pushService: TestPushService): Call[] {
  const { call, person, others, opened, full, loggedBy, next, heavy } = tools;
  let browser: TestBrowser | undefined;
  /** A browser that was never subscribed before, and shows names. */
  const subscription = () => {
    browser = pushService.browser();
    return { ...browser.subscription(), details: true };
  };
  const told = async () => {
    for (const end = performance.now() + longestPush; performance.now() < end; await pause(20)) {
      const message = browser?.messages.at(-1);
      if (message) return message.notification.data.id;
    }
    throw new Error(`no push within ${longestPush} ms`);
  };
  const codeBody = async () => ({
    name: 'Cuisine',
    boardId: full.boardId,
    actionId: next((await opened(full.boardId)).actions)?.id ?? 'none',
  });
  const someCode = async () => {
    const { codes } = await person.does('GET /api/codes');
    return codes[0] ?? (await person.does('POST /api/codes', { body: await codeBody() }));
  };
  return [
    call('PATCH /api/notifications', () => ({ body: { kinds: { achievements: next([true, false]) } } })),
    call('PUT /api/notifications/device', () => ({ body: subscription() })),
    call('GET /api/notifications/:notificationId', async () => {
      if (browser?.messages.length === 0) await loggedBy(others.other);
      return { params: { notificationId: await told() } };
    }),
    call(
      'PUT /api/notifications/seen',
      async () => {
        const { boards } = await person.does('GET /api/boards');
        const looking = next([true, false]);
        return { body: { boards: boards.map(({ id: boardId, revision }) => ({ boardId, revision, looking })) } };
      },
      'all boards',
    ),
    call('PUT /api/boards/:boardId/mute', async () => {
      await person.does('DELETE /api/boards/:boardId/mute', { params: full });
      return { params: full };
    }),
    call('DELETE /api/boards/:boardId/mute', async () => {
      await person.does('PUT /api/boards/:boardId/mute', { params: full });
      return { params: full };
    }),
    call('DELETE /api/notifications/device', async () => {
      await person.does('PUT /api/notifications/device', { body: subscription() });
      return {};
    }),
    // Each time another member: nobody is nudged twice within a day.
    call('POST /api/boards/:boardId/members/:userId/nudge', async () => {
      const nudged = next((await opened(full.boardId)).members.filter(({ userId }) => userId !== heavy.id));
      return { params: { ...full, userId: nudged?.userId ?? 'none' } };
    }),
    call('GET /api/codes'),
    call('POST /api/codes', async () => {
      // A person has fifty at most.
      await person.does('DELETE /api/codes/:codeId', { params: { codeId: (await someCode()).id } });
      return { body: await codeBody() };
    }),
    call('PUT /api/codes/:codeId', async () => ({ params: { codeId: (await someCode()).id }, body: await codeBody() })),
    call('GET /api/l/:code', async () => ({ params: { code: (await someCode()).code } })),
    // Whom one nudges by it was nudged above, or is in a day.
    { ...call('POST /api/l/:code/nudge', { params: { code: 'none' } }), refused: true },
    call('DELETE /api/codes/:codeId', async () => ({ params: { codeId: (await someCode()).id } })),
  ];
}

/** The newcomer has forgotten their password; all their sessions end. */
export function forgottenPasswordCalls({ once, newcomer }: Tools, mailbox: Mailbox): Call[] {
  const visitor = { cookie: '' };
  return [
    once('POST /api/password-resets', { body: { email: `${newcomer.username}@bench.invalid` } }, '', visitor),
    once(
      'PUT /api/password',
      async () => ({ body: { token: tokenIn((await mailbox.next()).mail), password: 'orage violet 44' } }),
      '',
      visitor,
    ),
  ];
}
