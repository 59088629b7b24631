/** Logging on this build and on another by turns, so that both meet the same machine: only ratios of the two are told. */
import { join } from 'node:path';
import { load, lonelyTimes, type Sender, sendersOf } from './logging.ts';
import { gatherPlayers } from './players.ts';
import { folder, type RunningServer, startServer } from './processes.ts';
import { median, type Row, spreadOf } from './report.ts';

const rounds = 16;
const sliceSeconds = 1.5;

interface Contender {
  server: RunningServer;
  senders: readonly Sender[];
}

interface Slice {
  rate: number;
  /** Processor time per log, in milliseconds. */
  work: number;
  p50: number;
  p99: number;
}

/** `otherBuild`: the `main.js` of another build. The same build twice tells how much of a ratio is chance. */
export async function compareLogging(otherBuild: string | undefined): Promise<Row[]> {
  if (otherBuild === undefined) throw new Error('OU_LA_LA_BASE must name the server/main.js of the build to compare with');
  const ours = await enter('ours');
  const other = await enter('other', otherBuild);
  for (const one of [ours, other]) await slice(one);
  const pairs: { ours: Slice; other: Slice }[] = [];
  for (let round = 0; round < rounds; round++) {
    // The builds take turns at going first, so that what one leaves behind (heat, garbage, a busy disk) meets both.
    const first = await slice(round % 2 === 0 ? ours : other);
    const second = await slice(round % 2 === 0 ? other : ours);
    pairs.push(round % 2 === 0 ? { ours: first, other: second } : { ours: second, other: first });
  }
  for (const { server, senders } of [ours, other]) {
    await Promise.all(senders.map(({ client }) => client.close()));
    await server.stop();
  }
  const row = (what: string, figure: (slice: Slice) => number): Row => {
    const ratios = pairs.map((pair) => figure(pair.ours) / figure(pair.other));
    const middle = [median(pairs.map((pair) => figure(pair.ours))), median(pairs.map((pair) => figure(pair.other)))];
    return {
      id: 'compare',
      what,
      runs: ratios.map((ratio) => ratio.toFixed(2)),
      median: `${median(ratios).toFixed(3)} × (${middle.map((figures) => figures.toFixed(3)).join(' against ')})`,
    };
  };
  return [
    row("P1: the server's processor time per log, ms", ({ work }) => work),
    row('P1: logs per second, 64 clients', ({ rate }) => rate),
    row('P2: one client, p50, ms', ({ p50 }) => p50),
    row('P2: one client, p99, ms', ({ p99 }) => p99),
  ];
}

async function enter(name: string, build?: string): Promise<Contender> {
  const server = await startServer(join(folder, name), build === undefined ? {} : { build });
  return { server, senders: sendersOf(server, await gatherPlayers(server.origin)) };
}

async function slice({ server, senders }: Contender): Promise<Slice> {
  const { rate, work } = await load(server, senders, sliceSeconds);
  const [sender] = senders;
  if (!sender) throw new Error('nobody logs');
  return { rate, work, ...spreadOf(await lonelyTimes(sender, sliceSeconds / 2)) };
}
