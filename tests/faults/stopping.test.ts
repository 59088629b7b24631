/** R10: a server that is asked to stop finishes what it has begun. */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { counted, lasted, tell } from '../figures.ts';
import { type Board, makeBoard, newActivityId, oneOf, Person } from '../people.ts';
import { serve } from './served.ts';
import { doctor, sound, storedActivities } from './soundness.ts';
import { Stream } from '../stream.ts';

const rounds = 5;
const logsPerSecond = 200;
const streamsOfEach = 5;
const exitWithinMs = 5000;

/** What became of a call. */
type Outcome =
  /** A whole reply: done. */
  | 'done'
  /** A whole reply: come back later. */
  | 'later'
  /** There was nobody to connect to, or the connection ended before a byte of the call was sent. */
  | 'refused'
  /** Sent, at least in part, and the connection ended without a byte of a reply. */
  | 'dropped'
  /** A reply that broke off, or one that should not be. */
  | 'cut';

interface Call {
  id: string;
  /** When the last byte of it was handed to the system, as of performance.now(). */
  at: number;
  /** When its outcome was known, as of performance.now(). */
  endedAt: number;
  outcome: Outcome;
  /** What it was, when it is neither done nor put off. */
  said: string;
}

const { server } = await serve();

it('SIGTERM under load: what was sent is answered, streams are told to come back, and it ends in time', async (test) => {
  const people = await Promise.all(['Lea', 'Max', 'Zoe', 'Tom'].map((name) => Person.signUp(server, name)));
  const [lea, max, zoe, tom] = people;
  if (!lea || !max || !zoe || !tom) throw new Error('somebody is missing');
  const boards = [await makeBoard('Maison', [lea, max]), await makeBoard('Coloc', [zoe, tom, lea])];
  const done = new Set<string>();
  const counts: Record<'before' | 'after', Record<Outcome, number>> = {
    before: { done: 0, later: 0, refused: 0, dropped: 0, cut: 0 },
    after: { done: 0, later: 0, refused: 0, dropped: 0, cut: 0 },
  };
  const faults: string[] = [];
  const exits: number[] = [];
  let told = 0;

  for (let round = 1; round <= rounds; round += 1) {
    if (round > 1) await server.restart();
    const streams = await Promise.all(
      people.flatMap(({ cookie }) => Array.from({ length: streamsOfEach }, () => Stream.greeted(server.origin, cookie))),
    );
    // In the last round somebody sends half a call, and nothing more: nobody waits for that.
    const half = round === rounds ? await sendHalf(lea, boards) : undefined;
    const load = new OpenLoop(boards);
    await pause(700 + Math.random() * 300);
    const asked = performance.now();
    const { code, after } = await server.stop();
    const calls = await load.finish();
    half?.destroy();

    exits.push(after);
    if (code !== 0) faults.push(`exit code ${code}`);
    for (const stream of streams) if (stream.closed && stream.text.endsWith(bye)) told += 1;
    const stored = new Set(storedActivities(server.dataDir).map(({ id }) => id));
    for (const { id, at, outcome, said } of calls) {
      counts[at < asked ? 'before' : 'after'][outcome] += 1;
      if (outcome === 'done') done.add(id);
      if (outcome === 'cut' || (outcome === 'dropped' && (at < asked || stored.has(id)))) faults.push(`${outcome}: ${said}`);
    }
  }

  await server.restart();
  const read = new Set((await Promise.all(boards.map(readAll))).flat());
  const lost = [...done].filter((id) => !read.has(id)).length;
  await server.stop();
  const examined = await doctor(server.dataDir);
  const { before, after } = counts;
  tell(
    test,
    'R10',
    `${rounds} stops under ${logsPerSecond} logs/s: ${counted(before.done)} calls before them done, ${before.later} put off, ${before.cut + before.dropped} cut; ` +
      `of ${counted(sum(after))} after, ${after.done} done, ${after.later} put off, ${after.refused} not accepted, ` +
      `${after.dropped} dropped unread, ${after.cut} cut; ${told} of ${rounds * people.length * streamsOfEach} streams told; ` +
      `${lost} lost; exit within ${lasted(Math.max(...exits))}`,
  );
  expect(faults.slice(0, 10)).toEqual([]);
  expect(told).toBe(rounds * people.length * streamsOfEach);
  expect(Math.max(...exits)).toBeLessThanOrEqual(exitWithinMs);
  expect(lost).toBe(0);
  expect(examined).toEqual(sound);
});

it('SIGTERM with a grace: `/readyz` turns first, and all that comes meanwhile is answered as ever', async (test) => {
  const graceMs = 2000;
  await server.restart({ STOP_GRACE: String(graceMs / 1000) });
  const [ines, hugo] = [await Person.signUp(server, 'Ines'), await Person.signUp(server, 'Hugo')];
  const boards = [await makeBoard('Jardin', [ines, hugo])];
  const streams = await Promise.all([ines, hugo].map(({ cookie }) => Stream.greeted(server.origin, cookie)));
  const load = new OpenLoop(boards);
  await pause(500);
  const asked = performance.now();
  const stopped = server.stop();
  let turned = Infinity;
  while (turned === Infinity && performance.now() < asked + graceMs) if ((await readiness()) === 503) turned = performance.now() - asked;
  const { code, after } = await stopped;
  const calls = await load.finish();

  // Connections of the last moment may end unread, as at any stop.
  const within = calls.filter(({ at }) => at >= asked && at < asked + graceMs - 500);
  const done = within.filter(({ outcome }) => outcome === 'done').length;
  // A starved server still has calls to answer when the grace is over: it may put them off, but must not cut them.
  const faults = within.filter(({ outcome, endedAt }) => outcome !== 'done' && (outcome !== 'later' || endedAt < asked + graceMs));
  const told = streams.filter(({ closed, text }) => closed && text.endsWith(bye)).length;
  tell(
    test,
    'R10',
    `with a grace of ${lasted(graceMs)}: not ready after ${lasted(turned)}; of ${counted(within.length)} calls meanwhile ${counted(done)} done; ` +
      `${told} of ${streams.length} streams told; exit ${lasted(after - graceMs)} after it`,
  );
  expect(turned).toBeLessThan(graceMs);
  expect(within.length).toBeGreaterThan(0);
  expect(done).toBeGreaterThan(0);
  expect(faults.map(({ outcome, said }) => `${outcome}: ${said}`)).toEqual([]);
  expect(told).toBe(streams.length);
  expect(code).toBe(0);
  expect(after).toBeLessThanOrEqual(graceMs + exitWithinMs);
});

async function readiness(): Promise<number | undefined> {
  const reply = await fetch(`${server.origin}/readyz`).catch(() => undefined);
  await reply?.arrayBuffer();
  return reply?.status;
}

const bye = 'event: bye\ndata: {"reason":"restarting"}\n\n';

/** Calls at a steady rate, over connections that are kept, as browsers do; each is made once. */
class OpenLoop {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #calls: Promise<Call>[] = [];
  readonly #running: Promise<void>;
  #stopped = false;

  constructor(boards: readonly Board[]) {
    this.#running = this.#run(boards);
  }

  /** All calls, once each has its outcome. */
  async finish(): Promise<Call[]> {
    this.#stopped = true;
    await this.#running;
    const calls = await Promise.all(this.#calls);
    this.#agent.destroy();
    return calls;
  }

  async #run(boards: readonly Board[]): Promise<void> {
    const start = performance.now();
    while (!this.#stopped) {
      const due = ((performance.now() - start) / 1000) * logsPerSecond;
      while (this.#calls.length < due) this.#calls.push(this.#call(oneOf(boards)));
      await pause(2);
    }
  }

  #call(board: Board): Promise<Call> {
    const id = newActivityId();
    let at = Infinity;
    return new Promise((resolve) => {
      const end = (outcome: Outcome, said: string) => resolve({ id, at, endedAt: performance.now(), outcome, said });
      const call = request(`${server.origin}/api/boards/${board.id}/activities`, {
        method: 'POST',
        agent: this.#agent,
        headers: { origin: server.origin, cookie: oneOf(board.members).cookie, 'content-type': 'application/json' },
      });
      call.on('finish', () => (at = performance.now()));
      call.on('error', (failure) => end(at === Infinity ? 'refused' : 'dropped', String(failure)));
      call.on('response', (reply) => {
        let text = '';
        reply.setEncoding('utf8');
        reply.on('data', (more: string) => (text += more));
        reply.on('error', (failure) => end('cut', String(failure)));
        reply.on('end', () => end(outcomeOf(reply.statusCode, text, id), `${reply.statusCode} ${text}`));
      });
      call.end(JSON.stringify({ id, actionId: oneOf(board.actions).id }));
    });
  }
}

/** The outcome of a call that got a whole reply. */
function outcomeOf(status: number | undefined, text: string, id: string): Outcome {
  if (status === 201 && text.includes(id)) return 'done';
  return status === 503 && text.includes('"unavailable"') ? 'later' : 'cut';
}

/** A call whose body never ends. */
async function sendHalf(person: Person, [board]: readonly Board[]) {
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(
    `POST /api/boards/${board?.id}/activities HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${server.origin}\r\n` +
      `Cookie: ${person.cookie}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"id":`,
  );
  return socket;
}

/** The ids of all activities of a board, read as people read them: page by page. */
async function readAll({ id, members: [someone] }: Board): Promise<string[]> {
  const ids: string[] = [];
  for (let before: number | null | undefined; before !== null && someone; ) {
    const query: Record<string, string> = before === undefined ? {} : { before: String(before) };
    const page = await someone.does('GET /api/boards/:boardId/activities', { params: { boardId: id }, query });
    ids.push(...page.activities.map((activity) => activity.id));
    before = page.next;
  }
  return ids;
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
