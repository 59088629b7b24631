/** The people of the bench and their boards, all made through the API as a browser would. */
import { predefinedActions } from '#server/actions/catalogue';
import { makeBoard, oneOf, Person } from '../tests/people.ts';

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
  const people = await inGroups(names, (name) => Person.signUp({ origin }, name));
  const couples = Array.from({ length: pairs }, (_, index) => people.slice(index * 2, index * 2 + 2));
  return {
    pairs: await inGroups(couples, (members, index) => boardOf(`Banc ${index}`, members)),
    crowd: await boardOf('La foule', people.slice(0, crowd)),
  };
}

/** What every request of a page of ours carries. */
export function headersOf(origin: string, { cookie }: Someone): Record<string, string> {
  return { origin, cookie, 'content-type': 'application/json' };
}

/** The `Cookie` header that a browser makes of these `Set-Cookie` lines. */
export function cookieOf(lines: readonly string[]): string {
  return lines.map((line) => line.split(';', 1)[0]).join('; ');
}

async function boardOf(title: string, people: readonly Person[]): Promise<PlayersBoard> {
  const [administrator, ...others] = people;
  if (!administrator) throw new Error('a board without members');
  const board = await makeBoard(title, [administrator, ...others], predefinedActions.slice(0, 20));
  const members = people.map(({ name, cookie }) => ({ username: name, cookie }));
  return { id: board.id, actionId: oneOf(board.actions).id, members };
}

async function inGroups<T, R>(all: readonly T[], work: (one: T, index: number) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let start = 0; start < all.length; start += atOnce)
    done.push(...(await Promise.all(all.slice(start, start + atOnce).map((one, index) => work(one, start + index)))));
  return done;
}
