import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Wall } from '#shared/walls';
import { breakfast, léa, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { lost, refused, type Replies } from '#client/app/testing/server.ts';
import { live } from '#client/sync/stream/live.ts';
import { keepLock, readLock } from '#client/lock/lock-record.ts';
import { reloadBy } from '#client/ui/reload-page.ts';

/** The stream of the page, which says what a test has it say. */
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static last: Stream;
  readyState = 1;
  constructor() {
    super();
    Stream.last = this;
  }
  close(): void {
    this.readyState = Stream.CLOSED;
  }
  says(event: string): void {
    act(() => void this.dispatchEvent(new Event(event)));
  }
}

beforeEach(() => {
  vi.stubGlobal('EventSource', Stream);
});
// A wall that could not be made starts the stream of the app again, which would go on into the next file.
afterEach(() => live.stop());

const { board } = openedBoard({ totalPoints: 55 });
const shown: Wall = {
  logs: true,
  board,
  members: [memberOf(léa, 20), memberOf(max, 35)],
  actions: [breakfast],
  activities: [
    {
      ...{ id: 'one', title: 'Petit-déj au lit', points: 20, userId: max.id, username: 'Max', userAvatar: '🧑', emoji: '🥐', loggedAt: 0 },
      ...{ revision: 2, undone: null, note: 'depuis le mur', notedBy: { userId: léa.id, username: 'Léa' } },
    },
  ],
  seasons: [],
};
const over = { 'GET /api/wall': refused('wall_over') } satisfies Replies;
const openWall = (wall: Partial<Wall> = {}, replies: Replies = {}) =>
  openScreen('/mur/board', { replies: { 'GET /api/wall': { ...shown, ...wall }, ...replies } });

test('the wall shows the scores, the best first, and what was done last', async () => {
  await openWall();
  const scores = within(screen.getByRole('region', { name: 'Scores' })).getAllByRole('listitem');
  expect(scores.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/Max\+35/), expect.stringMatching(/Léa\+20/)]);
  expect(screen.getByRole('region', { name: 'Dernières activités' })).toHaveTextContent(
    /Max Petit-déj au lit.*depuis le mur.*noté par Léa/,
  );
});

test('members of a board of accomplices are faces without numbers, below what they have together', async () => {
  const members = [léa, max].map((one) => ({ ...memberOf(one), score: null }));
  await openWall({ board: { ...board, playMode: 'together' }, members });
  const scores = screen.getByRole('region', { name: 'Scores' });
  expect(scores).toHaveTextContent(/\+55 ensemble/);
  for (const item of within(scores).getAllByRole('listitem')) expect(item).not.toHaveTextContent(/\d/);
});

test('a wall that reads only offers no log', async () => {
  await openWall({ logs: false, actions: [] });
  expect(screen.queryByRole('button', { name: 'Noter' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Quitter le mur' })).toBeVisible();
});

test('a log asks who one is first; without an answer it goes out again under the same id', async () => {
  const { user, server } = await openWall({}, { 'POST /api/wall/activities': lost });
  await user.click(screen.getByRole('button', { name: 'Noter' }));
  const who = await screen.findByRole('dialog', { name: /Qui êtes-vous/ });
  await user.click(within(who).getByRole('button', { name: 'Max' }));
  const press = await screen.findByRole('button', { name: /Petit-déj au lit/ });
  await user.click(press);
  expect(await screen.findByRole('alert')).toBeVisible();
  server.replies({ 'POST /api/wall/activities': undefined });
  await user.click(press);
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/Max.*Petit-déj au lit, \+20/));
  const [first, second] = server.received('POST /api/wall/activities');
  expect(first).toEqual({ id: expect.any(String) as string, actionId: breakfast.id, points: 20, memberId: max.id });
  expect(second).toEqual(first);
});

test('a log that got no answer is another one once the dialog was closed, or at another worth', async () => {
  const { user, server } = await openWall({}, { 'POST /api/wall/activities': lost });
  const press = async () => {
    await user.click(screen.getByRole('button', { name: 'Noter' }));
    await user.click(await screen.findByRole('button', { name: 'Max' }));
    await user.click(await screen.findByRole('button', { name: /Petit-déj au lit/ }));
    expect(await screen.findByRole('alert')).toBeVisible();
  };
  await press();
  server.replies({ 'GET /api/wall': { ...shown, actions: [{ ...breakfast, points: 30 }] } });
  Stream.last.says('changed');
  const worth = await screen.findByRole('button', { name: /30.*Petit-déj au lit/ });
  await user.click(worth);
  await waitFor(() => expect(server.received('POST /api/wall/activities')).toHaveLength(2));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press();
  const ids = server.received('POST /api/wall/activities').map((sent) => (sent as { id: string }).id);
  expect([ids.length, new Set(ids).size]).toEqual([3, 3]);
});

test('what was said of a log is gone for the next one who comes', async () => {
  const { user } = await openWall();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await logBreakfast(user);
  act(() => void vi.advanceTimersByTime(61_000));
  act(() => void globalThis.dispatchEvent(new Event('pointerdown')));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

/** Max says that he has made breakfast, which the wall confirms. */
async function logBreakfast(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Noter' }));
  await user.click(await screen.findByRole('button', { name: 'Max' }));
  await user.click(await screen.findByRole('button', { name: /Petit-déj au lit/ }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/Max.*Petit-déj au lit, \+20/));
}

const undoKey = 'POST /api/wall/activities/:activityId/undo';
const undoButton = () => screen.queryByRole('button', { name: 'Annuler' });

test('a log is taken back on the wall by the id that it went out under', async () => {
  const undone: unknown[] = [];
  const { user, server } = await openWall({}, { [undoKey]: ({ params }) => void undone.push(params['activityId']) });
  expect(undoButton()).toBeNull();
  await logBreakfast(user);
  await user.click(screen.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/^Action annulée$/));
  expect(undone).toEqual(server.received('POST /api/wall/activities').map(({ id }) => id));
  expect(undoButton()).toBeNull();
  expect(screen.getByRole('button', { name: 'Noter' })).toHaveFocus();
});

test('an undo that gets no answer says that it is not sure, and can be sent again', async () => {
  const { user, server } = await openWall({}, { [undoKey]: lost });
  await logBreakfast(user);
  await user.click(screen.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/Pas de réponse.*on ne sait pas si c'est annulé/));
  server.replies({ [undoKey]: undefined });
  await user.click(screen.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/^Action annulée$/));
  expect(server.received(undoKey)).toHaveLength(2);
});

test('an undo that is refused says why and never that it is done', async () => {
  const { user } = await openWall({}, { [undoKey]: refused('wall_undo_over') });
  await logBreakfast(user);
  await user.click(screen.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/Trop tard pour l'annuler ici/));
  expect(undoButton()).toBeNull();
});

test('an undo that fails after the next log is told beside that one, and each is taken back by its own button', async () => {
  const answers: ((reply: typeof lost | undefined) => void)[] = [];
  const asked: unknown[] = [];
  const { user, server } = await openWall(
    {},
    {
      [undoKey]: ({ params }) => {
        asked.push(params['activityId']);
        return new Promise<typeof lost | undefined>((resolve) => answers.push(resolve));
      },
    },
  );
  const buttons = () => screen.getAllByRole('button', { name: 'Annuler' });
  await logBreakfast(user);
  await user.click(screen.getByRole('button', { name: 'Annuler' }));
  await logBreakfast(user);
  const [first, second] = server.received('POST /api/wall/activities').map(({ id }) => id);
  // The undo under way is of the log before.
  expect(buttons().map((button) => button.getAttribute('aria-busy'))).toEqual([null]);
  await act(async () => answers[0]?.(lost));
  expect(await screen.findByRole('alert')).toHaveTextContent(/Max.*Petit-déj au lit, \+20 · Pas de réponse/);
  expect(screen.getByRole('status')).toHaveTextContent(/Max.*Petit-déj au lit, \+20$/);
  const [ofSecond, ofFirst] = buttons();
  if (!ofFirst || !ofSecond) throw new Error('each has its button');
  await user.click(ofFirst);
  await user.click(ofSecond);
  expect(asked).toEqual([first, first, second]);
  await act(async () => answers[2]?.(undefined));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/^Action annulée$/));
  await act(async () => answers[1]?.(undefined));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/^Action annulée$/));
  expect(undoButton()).toBeNull();
});

test('a cut line is told beside what was logged', async () => {
  const { user } = await openWall();
  await logBreakfast(user);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  Stream.last.says('error');
  act(() => void vi.advanceTimersByTime(3000));
  expect(screen.getByRole('status')).toHaveTextContent(/^Connexion perdue · Max/);
  expect(undoButton()).toBeVisible();
});

test('a member who is removed while chosen notes nothing: the wall asks again who one is', async () => {
  const { user, server } = await openWall();
  await user.click(screen.getByRole('button', { name: 'Noter' }));
  await user.click(await screen.findByRole('button', { name: 'Max' }));
  await screen.findByRole('dialog', { name: /Max/ });
  server.replies({ 'GET /api/wall': { ...shown, members: [memberOf(léa, 20)] } });
  Stream.last.says('changed');
  const who = await screen.findByRole('dialog', { name: /Qui êtes-vous/ });
  expect(within(who).queryByRole('button', { name: 'Max' })).toBeNull();
});

test('a wall that ends while it asks who one is says so, and asks no more', async () => {
  const { user, server } = await openWall();
  await user.click(screen.getByRole('button', { name: 'Noter' }));
  await screen.findByRole('dialog', { name: /Qui êtes-vous/ });
  server.replies(over);
  Stream.last.says('changed');
  expect(await screen.findByRole('heading', { name: 'Ce mur est décroché' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a second press while a log is under way notes nothing more, and nothing closes it', async () => {
  let answer = () => {};
  const { user, server } = await openWall(
    {},
    { 'POST /api/wall/activities': () => new Promise<undefined>((resolve) => (answer = () => resolve(undefined))) },
  );
  await user.click(screen.getByRole('button', { name: 'Noter' }));
  await user.click(await screen.findByRole('button', { name: 'Max' }));
  await user.dblClick(await screen.findByRole('button', { name: /Petit-déj au lit/ }));
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog')).toBeVisible();
  await act(async () => answer());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.received('POST /api/wall/activities')).toHaveLength(1);
});

test('the wall reads again when its board has changed, and says kindly when it is over', async () => {
  const { server } = await openWall();
  Stream.last.says('hello');
  server.replies({ 'GET /api/wall': { ...shown, members: [memberOf(léa, 40), memberOf(max, 35)] } });
  Stream.last.says('changed');
  expect(await screen.findByText('+40')).toBeVisible();
  server.replies(over);
  Stream.last.says('changed');
  expect(await screen.findByRole('heading', { name: 'Ce mur est décroché' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Aller à OU LA LA' })).toHaveAttribute('href', '/');
});

test('the wall is loaded anew once the server is back and nobody stands there, and not under a finger', async () => {
  const reload = vi.fn<() => void>();
  reloadBy(reload);
  onTestFinished(() => reloadBy(() => location.reload()));
  const { user } = await openWall();
  Stream.last.says('hello');
  expect(reload).not.toHaveBeenCalled();
  await user.click(screen.getByRole('heading', { level: 1 }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  act(() => void globalThis.dispatchEvent(new Event('pointerdown')));
  Stream.last.says('error');
  Stream.last.says('hello');
  expect(reload).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(60_000));
  expect(reload).toHaveBeenCalledOnce();
});

test('a wrong code says so, and the wall stays', async () => {
  const { user } = await openWall({}, { 'POST /api/wall/end': refused('wall_code_wrong') });
  await user.click(screen.getByRole('button', { name: 'Quitter le mur' }));
  await user.type(await screen.findByRole('textbox', { name: 'Code à quatre chiffres' }), '0000');
  await user.click(screen.getByRole('button', { name: 'Quitter' }));
  expect(await screen.findByText("Ce n'est pas le bon code.")).toBeVisible();
});

test('who is signed in opens a wall by four digits; a visitor is told that there is none', async () => {
  const { user, server } = await openScreen('/mur/board', {
    me: léa,
    replies: { ...over, 'GET /api/boards/:boardId': openedBoard(), 'POST /api/boards/:boardId/walls': refused('too_many_walls') },
  });
  const field = await screen.findByRole('textbox', { name: 'Code à quatre chiffres' });
  const press = screen.getByRole('button', { name: 'Afficher' });
  await user.type(field, '12a');
  await user.click(press);
  expect(await screen.findByText('Quatre chiffres, ni plus ni moins.')).toBeVisible();
  expect(server.received('POST /api/boards/:boardId/walls')).toEqual([]);
  await user.clear(field);
  await user.type(field, '0042');
  await user.click(screen.getByRole('radio', { name: 'Regarder' }));
  await user.click(press);
  expect(await screen.findByText(/Dix écrans sont déjà au mur/)).toBeVisible();
  expect(server.received('POST /api/boards/:boardId/walls')).toEqual([{ logs: false, code: '0042' }]);
});

test('who opens a wall takes the lock of the app off, which would cover it', async () => {
  const { user } = await openScreen('/mur/board', {
    me: léa,
    replies: { ...over, 'GET /api/boards/:boardId': openedBoard(), 'POST /api/boards/:boardId/walls': undefined },
  });
  const replace = vi.fn();
  vi.stubGlobal('location', { replace });
  await keepLock({ userId: léa.id, minutes: 5, passkey: null }, '4711');
  await user.type(await screen.findByRole('textbox', { name: 'Code à quatre chiffres' }), '0042');
  await user.click(screen.getByRole('button', { name: 'Afficher' }));
  await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/mur/board'));
  expect(readLock()).toBeNull();
});

test('a visitor at the address of a wall that is none is told that it is over', async () => {
  await openScreen('/mur/board', { replies: over });
  expect(screen.getByRole('heading', { name: 'Ce mur est décroché' })).toBeVisible();
});
