/** Noting what was done the day before (decision D49), where one confirms. */
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startOfDay } from '#shared/calendar';
import type { OpenedBoard } from '#shared/boards';
import { activityOf, breakfast, léa, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { lost, refused, type Replies } from '#client/app/testing/server.ts';
import { boardQuery } from '#client/boards/board-queries.ts';
import { missedDays } from '#client/sync/commands/missed-days.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';

const [saturday, sunday] = ['2026-11-21', '2026-11-22'];
const hour = 60 * 60 * 1000;
/** An hour of the Sunday in Paris. */
const at = (hours: number) => startOfDay('Europe/Paris', sunday) + hours * hour;
const noonBefore = at(-12);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: at(9) });
  queryClient.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const key = 'POST /api/boards/:boardId/activities';
let boards = 0;

async function confirming(other: Partial<OpenedBoard> = {}, replies: Replies = {}) {
  boards += 1;
  const boardId = `day-board-${boards}`;
  const opened = openedBoard({ id: boardId }, { members: [memberOf(léa), memberOf(max)], ...other });
  const shown = await openScreen(`/board/${boardId}`, {
    me: léa,
    replies: {
      'GET /api/boards/:boardId': opened,
      [key]: ({ body }) => ({
        ...{ boardId, revision: 2, totalPoints: 20, score: 20, missedDay: undefined },
        activity: activityOf(breakfast, léa, { id: body.id, revision: 2, loggedAt: Date.now(), playedAt: noonBefore }),
      }),
      ...replies,
    },
  });
  outbox.belongTo(léa.id);
  await shown.user.click(await screen.findByRole('button', { name: new RegExp(breakfast.title) }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('button', { name: 'Ajouter un mot' });
  return { ...shown, dialog, days: () => dialog.queryAllByRole('radio', { name: /^(Aujourd'hui|Hier)$/ }) };
}

it('the choice of the day stands there quietly on today, names both days, and is sent with what it means', async () => {
  const { user, dialog, server } = await confirming();
  const days = within(dialog.getByRole('group', { name: /^Pour quel jour/ }));
  expect(days.getByRole('radio', { name: "Aujourd'hui", description: 'dimanche 22 novembre' })).toBeChecked();
  const yesterday = days.getByRole('radio', { name: 'Hier', description: 'samedi 21 novembre' });
  expect(dialog.queryByText(/noté le lendemain/)).toBeNull();
  yesterday.focus();
  await user.keyboard(' ');
  expect(yesterday).toBeChecked();
  expect(dialog.getByText(/^Compte pour samedi 21 novembre/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Noter +20' }));
  await waitFor(() => expect(server.received(key)).toHaveLength(1));
  expect(server.received(key)[0]).toMatchObject({ day: saturday });
  expect(await screen.findByText('Action enregistrée pour hier')).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Notifications' }));
  expect(await screen.findByText('noté le lendemain')).toBeVisible();
});

it('what is logged without it names no day', async () => {
  const { user, dialog, server } = await confirming();
  await user.click(dialog.getByRole('button', { name: 'Noter +20' }));
  await waitFor(() => expect(server.received(key)).toHaveLength(1));
  expect(server.received(key)[0]).not.toHaveProperty('day');
});

const late = (id: string) => activityOf(breakfast, léa, { id, loggedAt: at(8), playedAt: noonBefore });

it.each<[string, number, Partial<OpenedBoard>]>([
  ['after noon', 12, {}],
  ['on the day on which the person joined', 9, { members: [{ ...memberOf(léa), joinedAt: at(1) }, memberOf(max)] }],
  ['after the third of a day', 9, { activities: { activities: ['a', 'b', 'c'].map(late), next: null } }],
])('%s yesterday is not offered', async (_, hours, other) => {
  vi.setSystemTime(at(hours));
  const { days } = await confirming(other);
  expect(days()).toEqual([]);
});

it('yesterday goes with the choice of somebody who was not there', async () => {
  const { user, dialog, days, server } = await confirming({
    members: [memberOf(léa), memberOf(max), { ...memberOf(max), userId: 'zoé', username: 'Zoé', joinedAt: at(1) }],
  });
  await user.click(dialog.getByRole('radio', { name: 'Hier' }));
  await user.click(dialog.getByRole('button', { name: /^Pour qui/ }));
  await user.click(dialog.getByRole('button', { name: /^Zoé$/ }));
  expect(days()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Noter +20 pour Zoé' }));
  await waitFor(() => expect(server.received(key)).toHaveLength(1));
  expect(server.received(key)[0]).not.toHaveProperty('day');
});

it('the dialog stays when the one who was chosen has left', async () => {
  const { user, dialog, days } = await confirming({
    members: [memberOf(léa), memberOf(max), { ...memberOf(max), userId: 'zoé', username: 'Zoé' }],
  });
  await user.click(dialog.getByRole('button', { name: /^Pour qui/ }));
  await user.click(dialog.getByRole('button', { name: /^Zoé$/ }));
  await user.click(dialog.getByRole('radio', { name: 'Hier' }));
  act(() => {
    queryClient.setQueryData<OpenedBoard>(
      boardQuery(`day-board-${boards}`).queryKey,
      (opened) => opened && { ...opened, members: opened.members.slice(0, 2) },
    );
  });
  expect(await dialog.findByText(/^Hier, ce n'est plus possible/)).toBeVisible();
  expect(days()).toEqual([]);
});

it('what waited since yesterday says for how long', async () => {
  const { user, dialog, server } = await confirming({}, { [key]: lost });
  await user.click(dialog.getByRole('button', { name: 'Noter +20' }));
  await waitFor(() => expect(server.received(key)).toHaveLength(1));
  vi.setSystemTime(at(24 + 7));
  server.replies({ [key]: refused('invalid_input') });
  outbox.retryNow();
  await waitFor(() => expect(server.received(key).length).toBeGreaterThanOrEqual(3));
  const [first, again, plain] = server.received(key);
  expect(again).toEqual({ ...first, waited: 22 * hour });
  // An older copy of the server knows no wait.
  expect(plain).toEqual(first);
});

it('whoever sent something too late is told once', async () => {
  const { user, dialog } = await confirming(
    {},
    {
      [key]: ({ body }) => ({
        ...{ boardId: `day-board-${boards}`, revision: 2, totalPoints: 20, score: 20, missedDay: saturday },
        activity: activityOf(breakfast, léa, { id: body.id, revision: 2 }),
      }),
    },
  );
  await user.click(dialog.getByRole('button', { name: 'Noter +20' }));
  expect(await screen.findByText(/^Arrivé trop tard pour samedi 21 novembre/)).toBeVisible();
  act(() => missedDays.set([saturday, saturday]));
  expect(screen.getAllByText(/^Arrivé trop tard/)).toHaveLength(1);
});
