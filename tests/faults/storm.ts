/** Twenty people who do anything at once on a built server, and what must be true once it is still again. */
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import { api, type EndpointKey } from '#shared/api';
import type { RunningServer } from '../built-server.ts';
import { Chance } from './chance.ts';
import { counted } from '../figures.ts';
import { Person } from '../people.ts';
import { Phone } from './phone.ts';
import { doctor, integrityOf, storedActivities, storedTotals } from './soundness.ts';
import { doSomething, rest } from './storm-doings.ts';
import { Somebody, World } from './storm-people.ts';

/** One server, or several copies that look like one. */
type Stormy = Pick<RunningServer, 'origin' | 'dataDir' | 'output' | 'stop'>;

interface StormOptions {
  seed: number;
  /** How many of the people have the app's own live client running, on a network that is cut. */
  phones: number;
  /** Asked before each thing that somebody does: after so many calls, and so many seconds, that the storm has lasted. */
  isOver(now: { calls: number; seconds: number }): boolean;
}

export interface Verdict {
  /** The faults of the storm and of what it left; empty when all is well. */
  faults: string[];
  doctor: string;
  /** Phones that were compared with the server at the end. */
  compared: number;
  cuts: number;
  logged: number;
  /** Endpoints that nobody called. */
  silent: EndpointKey[];
  figures: string;
}

const peopleOfTheStorm = 20;
/** Things that one person does at once, as on several devices. */
const hands = 2;
const comparedWithinMs = 60_000;

/** Lets the people loose; stops the server at the end and judges what it holds. */
export async function storm(server: Stormy, { seed, phones, isOver }: StormOptions): Promise<Verdict> {
  const dispatcher = new Agent({ connections: 64 });
  const world = new World(server, dispatcher);
  world.people.push(...Array.from({ length: peopleOfTheStorm }, (_, index) => new Somebody(world, new Chance(seed + index))));
  await Promise.all(world.people.map((person) => person.begin()));
  const carried = world.people.slice(0, phones).map((owner) => new CarriedPhone(owner));
  try {
    await Promise.all(carried.map((phone) => phone.switchOn()));

    const start = performance.now();
    const over = () => isOver({ calls: world.operations(), seconds: (performance.now() - start) / 1000 });
    const live = async (me: Somebody) => {
      while (!over()) {
        await doSomething(me);
        await rest(me);
      }
    };
    const lives = world.people.flatMap((me) => Array.from({ length: hands }, () => live(me)));
    await Promise.all([...lives, ...carried.map((phone) => phone.sufferUntil(over))]);
    for (const { streams } of world.people) for (const stream of streams) stream.close();

    const compared = await Promise.all(carried.map((phone) => phone.compare()));
    await readAll(world).catch((failure: unknown) => world.faults.push(String(failure)));
    return await judge(server, world, { compared: compared.filter(Boolean).length, cuts: sum(carried.map(({ cuts }) => cuts)) });
  } finally {
    await Promise.all(carried.map((phone) => phone.switchOff()));
    await dispatcher.destroy();
  }
}

/** Somebody's phone; a new session begins where one ended. */
class CarriedPhone {
  readonly #owner: Somebody;
  #session: Person | undefined;
  #phone: Phone | undefined;
  cuts = 0;

  constructor(owner: Somebody) {
    this.#owner = owner;
  }

  async switchOn(): Promise<void> {
    await this.switchOff();
    const { world, email, password, person } = this.#owner;
    const session = new Person(world, person.name);
    const { status } = await session.tries('POST /api/session', { body: { identifier: email, password } });
    if (status !== 201) return;
    this.#session = session;
    this.#phone = await Phone.switchOn(world.origin, session);
  }

  async sufferUntil(over: () => boolean): Promise<void> {
    while (!over()) {
      if (!this.#phone || this.#phone.signedOut) {
        await this.#checkSignedOut();
        await this.switchOn();
      }
      this.cuts += (await this.#phone?.suffer()) ?? 0;
      await pause(this.#owner.chance.below(500));
    }
  }

  /** Whether there was something to compare: signed out, it shows nothing. */
  async compare(): Promise<boolean> {
    const [session, phone] = [this.#session, this.#phone];
    if (!session || !phone) return false;
    const { user } = await session.does('GET /api/session');
    if (!user) {
      await phone.untilSignedOut();
      return false;
    }
    await phone.untilGreeted();
    const differences = await phone.compare(comparedWithinMs);
    if (differences.length > 0) this.#owner.world.faults.push(`a live client: ${differences.join(' | ').slice(0, 600)}`);
    return true;
  }

  async switchOff(): Promise<void> {
    await this.#phone?.close();
    this.#phone = undefined;
  }

  async #checkSignedOut(): Promise<void> {
    const answer = await this.#session?.tries('GET /api/session');
    if (answer?.body.user) this.#owner.world.faults.push('a live client was signed out though its session lives');
  }
}

/** All that everybody can still open is opened, now that nothing changes. */
async function readAll(world: World): Promise<void> {
  for (const me of world.people) {
    // The session may have been ended from elsewhere.
    await me.signIn();
    const { boards } = await me.person.does('GET /api/boards');
    for (const key of ['GET /api/requests', 'GET /api/activities', 'GET /api/actions'] as const) await me.person.does(key);
    for (const { id: boardId, totalPoints, revision } of boards) {
      const { board } = await me.person.does('GET /api/boards/:boardId', { params: { boardId } });
      if (board.totalPoints !== totalPoints || board.revision !== revision) world.faults.push(`a board and its card differ: ${boardId}`);
    }
  }
}

async function judge(
  { stop, output, dataDir }: Stormy,
  world: World,
  { compared, cuts }: { compared: number; cuts: number },
): Promise<Verdict> {
  const { code } = await stop();
  const { faults, sent, leaving } = world;
  if (code !== 0) faults.push(`the server ended with code ${code}`);
  // Warnings are of what clients do; from 50 on it is the server's own.
  for (const line of output().split('\n')) if (/"level":[56]0/.test(line)) faults.push(`the server says: ${line.slice(0, 500)}`);

  const stored = new Map(storedActivities(dataDir).map((activity) => [activity.id, activity]));
  const boards = storedTotals(dataDir);
  for (const { id, boardId, userId, logged, undone } of sent) {
    const activity = stored.get(id);
    // With its board, or with its person, it may be gone.
    if (!logged || !boards.has(boardId) || leaving.has(userId)) continue;
    if (!activity) faults.push(`acknowledged and lost: ${id}`);
    else if (activity.board_id !== boardId || activity.user_id !== userId) faults.push(`of somebody else, or elsewhere: ${id}`);
    else if (undone && activity.undone_at === null) faults.push(`undone and still there: ${id}`);
  }
  const own = new Set(sent.map(({ id }) => id));
  for (const id of stored.keys()) if (!own.has(id)) faults.push(`nobody logged it: ${id}`);
  const integrity = integrityOf(dataDir);
  if (integrity !== 'ok') faults.push(`integrity: ${integrity}`);
  const examined = await doctor(dataDir);
  const verdict = {
    faults,
    doctor: examined.output,
    compared,
    cuts,
    logged: sent.filter(({ logged }) => logged).length,
    silent: (Object.keys(api) as EndpointKey[]).filter((key) => key !== 'GET /api/live' && !world.calls.has(key)),
  };
  return { ...verdict, figures: figuresOf(world, verdict) };
}

/** Several lines: how much was done, each kind of call, and each kind of refusal. */
function figuresOf(world: World, { doctor: said, compared, cuts, logged }: Omit<Verdict, 'figures'>): string {
  const { calls, refusals, letGo, streams, faults } = world;
  return [
    `${peopleOfTheStorm} people: ${counted(world.operations())} calls of ${calls.size} endpoints (${letGo} let go before the answer), ` +
      `${counted(logged)} logs acknowledged, ${streams} streams, ${cuts} cuts of live clients, ${compared} of them compared at the end; ` +
      `${faults.length} faults, ${world.errors} of them 5xx; doctor: ${said}`,
    `  calls: ${listed(calls)}`,
    `  refusals: ${listed(refusals)}`,
  ].join('\n');
}

/** The first of each kind of fault: which ids they are about differs. */
export function alike(faults: readonly string[]): string[] {
  const kinds = new Map(faults.map((fault) => [fault.replaceAll(/[\w-]{22,}|\d+/g, '…'), fault]));
  return [...kinds.values()].slice(0, 20);
}

function listed(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  return sorted.map(([name, count]) => `${name} ${counted(count)}`).join(', ');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
