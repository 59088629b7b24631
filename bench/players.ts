/** The people of the bench and their boards, all made through the API as a browser would. */
import { randomBytes } from 'node:crypto';
import { request } from 'undici';
import { predefinedActions } from '#server/actions/catalogue';
import type { EndpointKey, ReplyOf } from '#shared/api';

export interface Someone {
  username: string;
  /** The session, as a `Cookie` header. */
  cookie: string;
}

export interface PlayersBoard {
  id: string;
  actionId: string;
  /** The administrator first. */
  members: readonly Someone[];
}

export interface Players {
  /** Boards of two, each with people of its own. */
  pairs: readonly PlayersBoard[];
  /** One board that many of them share. */
  crowd: PlayersBoard;
}

const pairs = 100;
const crowd = 21;
const atOnce = 8;

export async function gatherPlayers(origin: string): Promise<Players> {
  const names = Array.from({ length: pairs * 2 }, (_, index) => `bench-${index}`);
  const people = await inGroups(names, (username) => signUp(origin, username));
  const couples = Array.from({ length: pairs }, (_, index) => people.slice(index * 2, index * 2 + 2));
  return {
    pairs: await inGroups(couples, (members, index) => makeBoard(origin, `Banc ${index}`, members)),
    crowd: await makeBoard(origin, 'La foule', people.slice(0, crowd)),
  };
}

/** What every request of a page of ours carries. */
export function headersOf(origin: string, { cookie }: Someone): Record<string, string> {
  return { origin, cookie, 'content-type': 'application/json' };
}

async function signUp(origin: string, username: string): Promise<Someone> {
  const { statusCode, headers, body } = await request(`${origin}/api/accounts`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ username, email: `${username}@bench.invalid`, password: randomBytes(12).toString('base64url') }),
  });
  const text = await body.text();
  if (statusCode !== 201) throw new Error(`sign-up of ${username}: ${statusCode} ${text}`);
  return { username, cookie: cookieOf([headers['set-cookie'] ?? []].flat()) };
}

/** The `Cookie` header that a browser makes of these `Set-Cookie` lines. */
export function cookieOf(lines: readonly string[]): string {
  return lines.map((line) => line.split(';', 1)[0]).join('; ');
}

async function makeBoard(origin: string, title: string, members: readonly Someone[]): Promise<PlayersBoard> {
  const [administrator, ...invited] = members;
  if (!administrator) throw new Error('a board without members');
  const { board } = await call<'POST /api/boards'>(origin, administrator, 'POST', '/api/boards', {
    title,
    actions: predefinedActions.slice(0, 20),
    invited: invited.map(({ username }) => username),
  });
  for (const someone of invited) {
    const { received } = await call<'GET /api/requests'>(origin, someone, 'GET', '/api/requests');
    const invitation = received.find(({ boardId }) => boardId === board.id);
    if (invitation) await call(origin, someone, 'POST', `/api/requests/${invitation.id}/acceptance`);
  }
  const opened = await call<'GET /api/boards/:boardId'>(origin, administrator, 'GET', `/api/boards/${board.id}`);
  const [action] = opened.actions;
  if (!action || opened.members.length !== members.length) throw new Error(`board ${title} is incomplete`);
  return { id: board.id, actionId: action.id, members };
}

async function call<K extends EndpointKey>(
  origin: string,
  someone: Someone,
  method: 'GET' | 'POST',
  path: string,
  content?: object,
): Promise<ReplyOf<K>> {
  const { statusCode, body } = await request(`${origin}${path}`, {
    method,
    headers: headersOf(origin, someone),
    body: content ? JSON.stringify(content) : null,
  });
  const text = await body.text();
  if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${text}`);
  return JSON.parse(text) as ReplyOf<K>;
}

async function inGroups<T, R>(all: readonly T[], work: (one: T, index: number) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let start = 0; start < all.length; start += atOnce)
    done.push(...(await Promise.all(all.slice(start, start + atOnce).map((one, index) => work(one, start + index)))));
  return done;
}
