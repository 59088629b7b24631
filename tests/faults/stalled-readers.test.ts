/** R8: readers who do not read cost the server no memory to speak of, and nobody else anything. */
import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type RunningServer, startServer } from '../built-server.ts';
import { counted, megabytes, tell } from '../figures.ts';
import { Load } from './load.ts';
import { type Board, makeBoard, newActivityId, Person } from '../people.ts';
import { Stream } from '../stream.ts';
import { heldConnections } from './held-connections.ts';

const stalledReaders = 200;
/** They read, beside the others. */
const honestReaders = 20;
const logsPerSecond = 100;
// Each sends the whole list of actions, tens of kilobytes, to everybody: the system's own buffers take some megabytes for each
// reader before anything stays unread with the server.
const longChanges = 120;
const longChangesPerSecond = 40;
const mostMemory = 20e6;

it('200 stalled readers are cut and take next to no memory; those who read beside them miss nothing', async (test) => {
  const without = await measure(0);
  const stalled = await measure(stalledReaders);
  const more = stalled.growth - without.growth;
  tell(
    test,
    'R8',
    `${stalledReaders} stalled readers: memory +${megabytes(stalled.growth)}, without them +${megabytes(without.growth)}; ` +
      `${stalled.cut} cut, and ${without.cutOfHonest + stalled.cutOfHonest} of the ${honestReaders} who read beside them; ` +
      `${counted(stalled.changes)} changes`,
  );
  expect(stalled.cut).toBe(stalledReaders);
  expect(without.cutOfHonest + stalled.cutOfHonest).toBe(0);
  expect(more).toBeLessThanOrEqual(mostMemory);
});

interface Measured {
  /** From the open streams at rest to the most there ever was, in bytes. */
  growth: number;
  /** Stalled streams that the server has ended. */
  cut: number;
  cutOfHonest: number;
  changes: number;
}

/** The same load on a server of its own, before so many stalled readers. */
async function measure(stalled: number): Promise<Measured> {
  const server = await startServer();
  const memory = new Memory(server);
  try {
    const people = await Promise.all(Array.from({ length: 16 }, (_, index) => Person.signUp(server, `Personne${index}`)));
    const [lea, ...others] = people;
    if (!lea) throw new Error('nobody');
    const board = await makeBoard('La foule', [lea, ...others]);
    await addActions(lea, board, 170);
    // Everything that a server loads and keeps in its first moments.
    await load(board, 1500);

    const open = (count: number) => createStreams(server.origin, people, count);
    const honest = await open(honestReaders);
    const stuck = await open(stalled);
    for (const stream of stuck) stream.stall();
    await pause(1000);
    memory.watch();

    const logging = load(board, (longChanges / longChangesPerSecond) * 1000);
    for (let n = 0; n < longChanges; n += 1) {
      await Promise.all([addActions(lea, board, 1), pause(1000 / longChangesPerSecond)]);
    }
    const logs = await logging;
    const last = [...logs.sent.keys()].at(-1) ?? '';
    for (const stream of honest) await stream.until(() => stream.text.includes(last), 'not told', 120_000);
    const missed = honest.flatMap(({ text }) => [...logs.sent.keys()].filter((id) => !text.includes(id)));
    expect(missed).toEqual([]);
    const held = (streams: readonly Stream[]) => {
      const connections = heldConnections(server.origin);
      return streams.filter((stream) => stream.isHeld(connections)).length;
    };
    await expect.poll(() => held(stuck), { timeout: 10_000 }).toBe(0);
    const cut = stalled - held(stuck);
    const cutOfHonest = honest.length - held(honest);
    const changes = longChanges + logs.sent.size;
    for (const stream of [...honest, ...stuck]) stream.close();
    return { growth: memory.growth(), cut, cutOfHonest, changes };
  } finally {
    memory.stop();
    await server.stop();
    rmSync(server.dataDir, { recursive: true, force: true });
  }
}

async function createStreams(origin: string, people: readonly Person[], count: number): Promise<Stream[]> {
  const streams: Stream[] = [];
  for (let n = 0; n < count; n += 1) streams.push(await Stream.greeted(origin, people[n % people.length]?.cookie ?? ''));
  return streams;
}

async function load(board: Board, milliseconds: number): Promise<Load> {
  const logs = new Load({ boards: [board], logsPerSecond });
  logs.start();
  await pause(milliseconds);
  await logs.finish();
  expect(logs.faults).toEqual([]);
  return logs;
}

async function addActions(person: Person, { id: boardId }: Board, count: number): Promise<void> {
  const actions = Array.from({ length: count }, () => ({ title: long(newActivityId()), points: 5, category: long('').slice(0, 40) }));
  await person.does('POST /api/boards/:boardId/actions', { params: { boardId }, body: { actions } });
}

function long(text: string): string {
  return text.padEnd(60, ' et encore');
}

/** Memory that a server holds, as it is watched. */
class Memory {
  readonly #server: RunningServer;
  #timer: NodeJS.Timeout | undefined;
  #first = 0;
  #most = 0;

  constructor(server: RunningServer) {
    this.#server = server;
  }

  watch(): void {
    this.#first = this.#look();
    this.#timer = setInterval(() => this.#look(), 50);
  }

  /** From the beginning to the most there ever was, in bytes. */
  growth(): number {
    this.#look();
    return this.#most - this.#first;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): number {
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${this.#server.pid()}/status`, 'utf8')) ?? [];
    const now = Number(kibibytes) * 1024;
    this.#most = Math.max(this.#most, now);
    return now;
  }
}
