/** A phone whose clock is a day and more fast or slow shows what one with a right clock does. */
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Contest, Play } from '#shared/play';
import { activityOf, breakfast, cardOf, léa, max, memberOf, openedBoard, requestOf } from '#client/app/testing/samples.ts';
import { agreementOf, contestOf, playing } from '#client/app/testing/play.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { outbox } from '#client/sync/outbox/outbox.ts';

const [minute, hour] = [60_000, 3_600_000];

// Unlike a browser, happy-dom says that nobody handled the end of an animation that was cancelled.
beforeEach(() => void vi.spyOn(Element.prototype, 'animate').mockImplementation(() => new Animation()));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe.each([
  ['30 h fast', 30 * hour],
  ['30 h slow', -30 * hour],
])('on a phone that is %s', (_, ahead) => {
  const clock = () => Date.now() - ahead;
  const contested = (other: Partial<Contest>) =>
    playing({ contests: { isOn: true, list: [contestOf(max, léa, { openedAt: clock() - hour, endsAt: clock() + hour, ...other })] } });
  const proposed = (lapsesAt: number) => playing({ agreements: [agreementOf(max, { proposedAt: clock() - hour, lapsesAt })] });

  async function openBoard(play: Play, { tab = 'scores', loggedAt = clock() - minute, author = max } = {}) {
    const activities = { activities: [activityOf(breakfast, author, { loggedAt })], next: null };
    const opened = openedBoard({}, { members: [memberOf(léa), memberOf(max)], activities, play });
    const shown = await openScreen(`/board/board?tab=${tab}`, {
      me: léa,
      clock,
      replies: {
        'GET /api/boards/:boardId': opened,
        'GET /api/boards/:boardId/activities': activities,
        'GET /api/boards/:boardId/contests/:contestId/vote': { isVoid: null },
      },
    });
    await act(() => vi.dynamicImportSettled());
    return shown;
  }

  test('a contest asks for an answer as long as the server takes one', async () => {
    const { user } = await openBoard(contested({}));
    await user.click(await screen.findByRole('button', { name: 'Une réponse à donner' }));
    for (const name of ['Je maintiens', 'Je retire']) expect(await screen.findByRole('button', { name })).toBeVisible();
  });

  test('a contest whose time is over has no buttons', async () => {
    await openBoard(contested({ endsAt: clock() - minute }));
    expect(await screen.findByRole('region', { name: /Mauvaise foi/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: /réponse à donner|Je maintiens|Je retire/ })).toBeNull();
  });

  test.each([
    ['an hour ago', hour, 3],
    ['25 h ago', 25 * hour, 0],
  ])('what another one logged %s can be contested within a day', async (__, ago, count) => {
    const { user } = await openBoard(playing({ contests: { isOn: true, list: [] } }), { tab: 'notifications', loggedAt: clock() - ago });
    await user.click(await screen.findByRole('button', { name: /^Réagir à/ }));
    await act(() => vi.dynamicImportSettled());
    expect(screen.queryAllByRole('menuitem', { name: /Mauvaise foi/ })).toHaveLength(count);
  });

  test.each([
    ['that lapses in an hour is awaited', hour, 1],
    ['that lapsed a minute ago is not', -minute, 0],
  ])('a proposal %s', async (__, inMs, count) => {
    await openBoard(proposed(clock() + inMs));
    expect(screen.queryAllByRole('button', { name: 'Une réponse à donner' })).toHaveLength(count);
  });

  test.each([
    ['of a minute ago stands under today', minute, "Aujourd'hui"],
    ['of 25 h ago does not', 25 * hour, 'Hier'],
  ])('an activity %s', async (__, ago, day) => {
    const noon = new Date(2026, 10, 26, 12).getTime();
    vi.useFakeTimers({ toFake: ['Date'], now: noon + ahead });
    const opened = openedBoard({}, { members: [memberOf(léa), memberOf(max)] });
    const { id: boardId, title: boardTitle, icon: boardIcon, theme: boardTheme } = opened.board;
    const activity = { ...activityOf(breakfast, max, { loggedAt: noon - ago }), boardId, boardTitle, boardIcon, boardTheme };
    await openScreen('/dashboard', {
      me: léa,
      clock,
      replies: { 'GET /api/boards': { boards: [cardOf(opened)] }, 'GET /api/activities': { activities: [activity], next: null } },
    });
    expect(await screen.findByRole('heading', { level: 2, name: day })).toBeVisible();
  });

  test('what waits to be sent counts for the day that it is', async () => {
    const noon = new Date(2026, 10, 26, 12).getTime();
    vi.useFakeTimers({ toFake: ['Date'], now: noon + ahead });
    outbox.belongTo(léa.id);
    await openBoard(playing({}));
    expect(await screen.findByText("Max a joué aujourd'hui. Il ne manque que vous.")).toBeVisible();
    const item = { id: 'waiting-log-of-lea', boardId: 'board', actionId: 'breakfast', title: 'Sieste', points: 5, emoji: null };
    act(() => outbox.enqueue({ kind: 'log', ...item }));
    expect(await screen.findByText("Vous avez joué à deux aujourd'hui.")).toBeVisible();
  });

  test.each([
    ['a minute ago has a card', minute, 1],
    ['an hour ago has none', hour, 0],
  ])('a request to join of %s', async (__, ago, count) => {
    const request = requestOf({ type: 'request', fromUsername: 'Max', toUsername: 'Léa', createdAt: clock() - ago });
    await openScreen('/dashboard', {
      me: léa,
      clock,
      replies: {
        'GET /api/requests': { received: [request], sent: [], pendingCount: 1 },
      },
    });
    await act(() => vi.dynamicImportSettled());
    expect(screen.queryAllByRole('region', { name: /^Max/ })).toHaveLength(count);
  });
});
