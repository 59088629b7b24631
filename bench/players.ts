/** People who play on a built server: their boards are made through the API as a browser would, and then they log. */
import { Client } from 'undici';
import { predefinedActions } from '#server/actions/catalogue';
import { makeBoard, newActivityId, Person } from '../tests/people.ts';
import { assertRight } from './planting.ts';
import { dataDirOf, type RunningServer, startServer } from './processes.ts';

export interface PlayedBoard {
  id: string;
  actionId: string;
  /** Those of its members, each as a `Cookie` header, the administrator's first. */
  sessions: readonly string[];
}

/** Something that is measured on one build, again and again. */
export interface Trial<Figures> {
  slice(): Promise<Figures>;
  end(): Promise<void>;
}

export interface Game {
  server: RunningServer;
  boards: readonly PlayedBoard[];
  /** Stops the server. Throws when something in its database is not right: what a bench has done must be right as well as fast. */
  end(): Promise<void>;
}

const boardsAtOnce = 8;

/** Starts a server with boards of these sizes, each with people of its own. */
export async function startGame(name: string, sizes: readonly number[], build?: string): Promise<Game> {
  const server = await startServer(dataDirOf(name, build), build);
  const boards = await gatherPlayers(server.origin, sizes);
  const end = async () => {
    await server.stop();
    if (build === undefined) await assertRight(server.dataDir);
  };
  return { server, boards, end };
}

export async function gatherPlayers(origin: string, sizes: readonly number[]): Promise<PlayedBoard[]> {
  const gather = async (size: number, index: number): Promise<PlayedBoard> => {
    const administrator = await Person.signUp({ origin }, `bench-${index}`);
    const members = [administrator];
    while (members.length < size) members.push(await Person.signUp({ origin }, `bench-${index}-${members.length}`));
    const { id, actions } = await makeBoard(`Banc ${index}`, [administrator, ...members.slice(1)], predefinedActions.slice(0, 20));
    return { id, actionId: actions[0]?.id ?? '', sessions: members.map(({ cookie }) => cookie) };
  };
  const boards: PlayedBoard[] = [];
  for (let first = 0; first < sizes.length; first += boardsAtOnce)
    boards.push(...(await Promise.all(sizes.slice(first, first + boardsAtOnce).map((size, index) => gather(size, first + index)))));
  return boards;
}

export interface Sender {
  client: Client;
  path: string;
  headers: Record<string, string>;
  actionId: string;
}

/** Logs on a board, as its administrator if nobody else is named, with what every request of a page of ours carries. */
export function senderOn(origin: string, { id, actionId, sessions: [administrator = ''] }: PlayedBoard, cookie = administrator): Sender {
  const headers = { origin, cookie, 'content-type': 'application/json' };
  return { client: new Client(origin), path: `/api/boards/${id}/activities`, headers, actionId };
}

/** All members of these boards, each with a connection of their own. */
export function sendersOf(origin: string, boards: readonly PlayedBoard[]): Sender[] {
  return boards.flatMap((board) => board.sessions.map((cookie) => senderOn(origin, board, cookie)));
}

export async function closeAll(senders: readonly Sender[]): Promise<void> {
  await Promise.all(senders.map(({ client }) => client.close()));
}

/** Logs once and checks the reply. */
export async function send({ client, path, headers, actionId }: Sender, id = newActivityId()): Promise<void> {
  const { statusCode, body } = await client.request({ method: 'POST', path, headers, body: JSON.stringify({ id, actionId }) });
  const text = await body.text();
  if (statusCode !== 201 || !text.includes(id)) throw new Error(`${path}: ${statusCode} ${text}`);
}

/** Requests per second of all senders together, each with one request on its way at a time. */
export async function sendAll(senders: readonly Sender[], seconds: number): Promise<number> {
  const start = performance.now();
  let done = 0;
  const sendFor = async (sender: Sender) => {
    for (; performance.now() < start + seconds * 1000; done++) await send(sender);
  };
  await Promise.all(senders.map(sendFor));
  return (done / (performance.now() - start)) * 1000;
}
