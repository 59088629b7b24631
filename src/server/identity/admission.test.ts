import { describe, expect, it } from 'vitest';
import type { SignUpPolicy } from '#shared/accounts';
import { boardOf, password, type Someone, startTestApp, type TestApp, type TestBoard } from '../../../tests/test-app.ts';

/** Signs up as a program would: with an invitation, or without. */
async function tries(app: TestApp, name: string, invitation?: string) {
  const someone = app.visitor();
  const body = { username: name, email: `${name}@example.org`, password, ...(invitation !== undefined && { invitation }) };
  return { someone, reply: await someone.tries('POST /api/accounts', { body }) };
}

async function openWith(signUps: SignUpPolicy) {
  const app = await startTestApp({ config: { signUps } });
  const lea = await app.signUp('Lea');
  const board = await boardOf(lea);
  return { app, lea, board };
}

const linkOf = async (someone: Someone, { id }: TestBoard) =>
  (await someone.does('POST /api/boards/:boardId/single-links', { params: { boardId: id } })).link.token;
const plays = (app: TestApp, invitation: string) => app.visitor().tries('POST /api/guests', { body: { username: 'Max', invitation } });
const policySeenBy = async (someone: Someone) => (await someone.does('GET /api/session')).signUps;

it('open sign-ups ignore what a page took for an invitation', async () => {
  const { app } = await openWith('open');
  for (const [name, invitation] of Object.entries({ Vide: '', Longue: 'x'.repeat(300) }))
    expect((await tries(app, name, invitation)).reply.status).toBe(201);
});

describe('closed sign-ups', () => {
  it('let the first account be made, and no second one, with or without an invitation, and tell nobody whether its name is taken', async () => {
    const { app, lea, board } = await openWith('closed');
    const token = await linkOf(lea, board);
    // Nobody is told whether a name is taken.
    for (const name of ['Max', 'Lea'])
      for (const invitation of [undefined, token, board.id])
        expect((await tries(app, name, invitation)).reply).toMatchObject({ status: 403, code: 'sign_ups_closed' });
    expect(await policySeenBy(app.visitor())).toBe('closed');
    // The link still lets in who has an account.
    expect((await lea.tries('GET /api/invitations/:invitation', { params: { invitation: token } })).status).toBe(200);
  });

  it('let nobody play without an address, by whatever link', async () => {
    const { app, lea, board } = await openWith('closed');
    const token = await linkOf(lea, board);
    for (const invitation of [token, board.id, 'invented'])
      expect(await plays(app, invitation)).toMatchObject({ status: 403, code: 'sign_ups_closed' });
    expect(await app.visitor().does('GET /api/invitations/:invitation', { params: { invitation: token } })).toMatchObject({
      admits: true,
      admitsGuest: false,
    });
  });

  it('say that anybody may come until somebody has', async () => {
    const app = await startTestApp({ config: { signUps: 'closed' } });
    expect(await policySeenBy(app.visitor())).toBe('open');
  });

  it('make one account of several that come first at once', async () => {
    const app = await startTestApp({ config: { signUps: 'closed' } });
    const names = ['Lea', 'Max', 'Zoe', 'Nora', 'Ada'];
    const replies = await Promise.all(names.map((name) => tries(app, name)));
    expect(replies.map(({ reply }) => reply.status).toSorted((a, b) => a - b)).toEqual([201, 403, 403, 403, 403]);
  });

  it('sign in whoever repeats the sign-up that got no reply', async () => {
    const app = await startTestApp({ config: { signUps: 'closed' } });
    const body = { username: 'Lea', email: 'lea@example.org', password, idempotencyKey: 'k'.repeat(22) };
    expect((await app.visitor().tries('POST /api/accounts', { body })).status).toBe(201);
    expect((await app.visitor().tries('POST /api/accounts', { body })).status).toBe(201);
  });
});

describe('playing without an address', () => {
  it.each(['open', 'invited'] as const)(
    'is for who comes by a link for one person where sign-ups are %s, and one by each',
    async (policy) => {
      const { app, lea, board } = await openWith(policy);
      const token = await linkOf(lea, board);
      for (const invitation of [board.id, 'invented']) expect(await plays(app, invitation)).toMatchObject({ code: 'board_not_found' });
      const replies = await Promise.all([1, 2, 3].map(() => plays(app, token)));
      expect(replies.map(({ code }) => code ?? 'in').toSorted()).toEqual(['board_not_found', 'board_not_found', 'in']);
      expect((await plays(app, token)).status).toBe(404);
    },
  );

  it('is for nobody where the host forbids it, and sign-ups go on', async () => {
    const app = await startTestApp({ config: { signUps: 'invited', accountsWithoutEmail: false } });
    const lea = await app.signUp('Lea');
    const token = await linkOf(lea, await boardOf(lea));
    expect(await plays(app, token)).toMatchObject({ status: 403, code: 'guests_closed' });
    const page = await app.visitor().does('GET /api/invitations/:invitation', { params: { invitation: token } });
    expect(page).toMatchObject({ admits: true, admitsGuest: false });
    expect((await tries(app, 'Max', token)).reply.status).toBe(201);
  });
});

describe('sign-ups by invitation', () => {
  it('refuse whoever has none, an invented one, or a board whose link is off', async () => {
    const { app, lea, board } = await openWith('invited');
    await lea.does('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { linkEnabled: false } });
    for (const invitation of [undefined, 'invented', board.id])
      expect((await tries(app, 'Max', invitation)).reply).toMatchObject({ status: 403, code: 'invitation_required' });
    expect(await policySeenBy(app.visitor())).toBe('invited');
  });

  it("let in by a board's link, which still asks its administrator", async () => {
    const { app, board } = await openWith('invited');
    const { someone, reply } = await tries(app, 'Max', board.id);
    expect(reply.status).toBe(201);
    expect((await someone.tries('GET /api/boards/:boardId', { params: { boardId: board.id } })).status).toBe(404);
  });

  it('use a link for one person up, and bring the person onto its board', async () => {
    const { app, lea, board } = await openWith('invited');
    const token = await linkOf(lea, board);
    const { someone, reply } = await tries(app, 'Max', token);
    expect(reply.status).toBe(201);
    expect((await someone.tries('GET /api/boards/:boardId', { params: { boardId: board.id } })).status).toBe(200);
    // The app presses on by itself: it is told so again.
    expect((await someone.tries('POST /api/invitations/:invitation/acceptance', { params: { invitation: token } })).status).toBe(200);
    expect((await tries(app, 'Zoe', token)).reply.code).toBe('invitation_required');
  });

  it('make one account of several that come at once by a link for one person, and leave nothing of the others', async () => {
    const { app, lea, board } = await openWith('invited');
    const token = await linkOf(lea, board);
    const names = ['Max', 'Zoe', 'Nora', 'Ada'];
    const replies = await Promise.all(names.map((name) => tries(app, name, token)));
    expect(replies.map(({ reply }) => reply.status).toSorted((a, b) => a - b)).toEqual([201, 403, 403, 403]);
    const people = await app.deps.database.read.selectFrom('user').select('username').execute();
    expect(people).toHaveLength(2);
  });

  it('count guesses by address', async () => {
    const { app } = await openWith('invited');
    const codes = new Set<string | undefined>();
    for (let guess = 0; guess < 125; guess++) codes.add((await tries(app, 'Max', `guess-${guess}`)).reply.code);
    expect(codes).toEqual(new Set(['invitation_required', 'too_many_requests']));
  });
});
