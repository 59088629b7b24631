/** What a page keeps of a board and moves on by changes is what the server would tell it anew. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cardsAfter, openedAfter } from '#client/sync/replica/views.ts';
import { agree, contest, contests, day, pauseOf } from './seasons.ts';
import { accept, boardOf, log, remove, startTestApp } from './test-app.ts';

const testApp = await startTestApp({ boundless: true });
const [lea, max, zoe] = await testApp.signUpAll('Léa', 'Max', 'Zoé');
/** A Tuesday noon in Paris. */
const start = Date.parse('2026-03-03T11:00:00Z');
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

it('a card and an open board that follow every change are those that the server tells', async () => {
  const board = await boardOf(lea, [max], { invited: [zoe] });
  const params = { boardId: board.id };
  const told = async () => {
    const { boards } = await lea.does('GET /api/boards');
    // What she has seen, and what is news to her, no change tells.
    const cards = boards.map(({ seen: _seen, hasNews: _hasNews, ...card }) => card);
    // What was logged most is counted at an opening only: it sorts actions.
    const { mostLogged: _, ...opened } = await lea.does('GET /api/boards/:boardId', { params });
    return { cards, opened };
  };
  let shown = await told();
  const logFor = { id: randomUUID(), actionId: board.breakfast, for: max.id };
  const proposed = { id: randomUUID(), terms: { kind: 'goal', length: 'month', points: 100 } as const };
  const agreementParams = { ...params, agreementId: proposed.id };
  const steps: Record<string, () => Promise<unknown>> = {
    'a gain for another': () => lea.does('POST /api/boards/:boardId/activities', { params, body: logFor }),
    'a reaction to it': () =>
      max.does('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', {
        params: { ...params, activityId: logFor.id, emoji: '🔥' },
      }),
    'a loss': () => log(max, board, 'dishes'),
    'a name that changes': () => max.does('PATCH /api/account', { body: { username: 'Maxime' } }),
    'the name of who noted it': () => lea.does('PATCH /api/account', { body: { username: 'Léonie' } }),
    'a proposal': () => max.does('POST /api/boards/:boardId/agreements', { params, body: proposed }),
    'its withdrawal': () => max.does('DELETE /api/boards/:boardId/agreements/:agreementId', { params: agreementParams }),
    'a season that begins tomorrow': () => agree(testApp, board, [lea, max]),
    'somebody who comes': () => accept(zoe, board.id),
    'its first day': async () => {
      vi.setSystemTime(start + day);
      await log(zoe, board, 'breakfast');
    },
    'a name that changes in a season': () => zoe.does('PATCH /api/account', { body: { username: 'Zoélie' } }),
    'an avatar': () => max.does('PATCH /api/account', { body: { avatar: '👸' } }),
    'a pause': () => agree(testApp, board, [max, lea, zoe], pauseOf(2)),
    'an activity taken back': () =>
      max.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { ...params, activityId: logFor.id } }),
    'somebody who leaves': () => remove(zoe, board, zoe),
    'the day after the pause': async () => {
      vi.setSystemTime(start + 4 * day);
      await log(max, board, 'breakfast');
    },
    'that one may contest': () => agree(testApp, board, [max, lea], contests),
    'a contest': () => contest(testApp, board, lea, max),
    'the end of the season': async () => {
      vi.setSystemTime(start + 12 * day);
      await log(lea, board, 'breakfast');
    },
    'the week after it': async () => {
      vi.setSystemTime(start + 20 * day);
      await log(lea, board, 'dishes');
    },
  };
  for (const [name, step] of Object.entries(steps)) {
    await step();
    const { revision } = shown.opened.board;
    const change = await lea.does('GET /api/boards/:boardId/changes', { params, query: { after: String(revision) } });
    shown = { cards: cardsAfter(shown.cards, change), opened: openedAfter(shown.opened, change) };
    expect(shown, name).toStrictEqual(await told());
  }
});
