/** P6: ten thousand open streams on one server. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PlayersBoard, Someone } from './players.ts';
import { goals } from '../quality/goals.ts';
import { forHop } from './live.ts';
import { newActivityId, send, senderOf } from './logging.ts';
import type { Machine } from './machine.ts';
import { assertRight, plantCrowd } from './planting.ts';
import { freePort } from '../tests/built-server.ts';
import { assertMayOpen, folder, startCompanion, startServer } from './processes.ts';
import type { Arrivals, Question } from './readers.ts';
import { figureRow, median, type Row, runsOfEach, type Spread, spreadOf, spreadRow } from './report.ts';
import { onSharedClock } from './shared-clock.ts';

/**
 * Boards as full as they may be, and every stream another person's, whom the others of the board see come. What goes to all is an
 * activity on each board at the same moment: no board has ten thousand members, and ten thousand streams of one person would share
 * what a crowd does not.
 */
const crowd = { boards: 100, membersOfEach: 100 };
const people = crowd.boards * crowd.membersOfEach;
const roundsOfEach = 5;
/** Between rounds, in milliseconds: none waits for what is left of the one before. */
const breath = 300;
/** Longer than the server gathers who has come before it tells the others, in milliseconds. */
const silence = 5500;

export async function measureCrowd({ leeway }: Machine): Promise<Row[]> {
  assertMayOpen(people);
  const dataDir = join(folder, 'crowd');
  const boards = await plantCrowd(dataDir, crowd);

  const server = await startServer(dataDir);
  const memories: number[] = [];
  const spreads = await measureFanOut(server.origin, boards, silence, () => memories.push((server.residentMemory() ?? Number.NaN) / 1e6));
  await server.stop();
  await assertRight(dataDir);

  return [
    spreadRow({ id: 'hop', what: 'a raw hop, as far as the next' }, await measureBareFanOut(boards)),
    spreadRow(
      {
        id: 'P6',
        what: `${people.toLocaleString('en')} streams, all told at once (p50/p99, ms)`,
        brief: 'all told',
        most: { p99: goals.P6.p99 * leeway },
      },
      spreads,
    ),
    ...memoryRows(memories),
  ];
}

async function measureBareFanOut(boards: readonly PlayersBoard[]): Promise<Spread[]> {
  const port = await freePort();
  const hop = startCompanion(new URL('./hop.ts', import.meta.url), [String(port)]);
  await hop.ask('ready?');
  const spreads = await measureFanOut(`http://127.0.0.1:${port}`, forHop(boards), 0);
  await hop.stop();
  return spreads;
}

/** Runs after a warm-up, all with the same streams. `look` is called when these are at rest, and after each round. */
async function measureFanOut(origin: string, boards: readonly PlayersBoard[], quiet: number, look?: () => void): Promise<Spread[]> {
  const readers = startCompanion(new URL('./readers.ts', import.meta.url), [new URL(origin).port]);
  const ask = (question: Question) => readers.ask(question);
  await ask({ open: boards.flatMap(({ members }) => members.map(({ cookie }) => cookie)), silence: quiet });
  const senders = boards.map((board) => senderOf(origin, board, administratorOf(board)));

  const tellAll = async (): Promise<number[]> => {
    const ids = senders.map(() => newActivityId());
    const sent = onSharedClock(performance.now());
    await Promise.all(senders.map((sender, index) => send(sender, ids[index])));
    const arrivals = (await ask({ activities: ids, deliveries: people })) as Arrivals;
    const delays = arrivals.flat().map((at) => at - sent);
    if (delays.length !== people) throw new Error(`${delays.length} deliveries of ${people}`);
    return delays;
  };

  look?.();
  await tellAll();
  const runs: Spread[] = [];
  for (let run = 0; run < runsOfEach; run++) {
    const delays: number[] = [];
    for (let round = 0; round < roundsOfEach; round++) {
      await pause(breath);
      delays.push(...(await tellAll()));
      look?.();
    }
    runs.push(spreadOf(delays));
  }
  await Promise.all(senders.map(({ client }) => client.close()));
  await readers.stop();
  return runs;
}

function administratorOf({ members: [administrator] }: PlayersBoard): Someone {
  if (!administrator) throw new Error('an empty board');
  return administrator;
}

/** First at rest, then after each round. What was told leaves garbage, which Node clears away when it likes. */
function memoryRows([rest = Number.NaN, ...rounds]: readonly number[]): Row[] {
  const runs = Array.from({ length: runsOfEach }, (_, run) => Math.max(...rounds.slice(run * roundsOfEach, (run + 1) * roundsOfEach)));
  return [
    memoryRow('P6', 'memory of the server with them (resident)', 'memory', goals.P6.megabytes, [rest]),
    memoryRow('P6', 'the same, the most while they are told', 'most memory while told', goals.P6.megabytes, runs),
  ];
}

/** In megabytes, which a machine may not tell. */
export function memoryRow(id: string, what: string, brief: string, most: number, megabytes: readonly number[]): Row {
  const shown = (memory: number) => `${memory.toFixed(0)} MB`;
  if (Number.isNaN(median(megabytes))) return { id, what, brief, runs: [], median: 'no /proc here', goal: `≤ ${shown(most)}` };
  return figureRow({ id, what, brief, most }, megabytes, shown);
}
