/** P4: how long opening a board takes, and reading its scores, however much is on it. */
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { Client } from 'undici';
import type { OpenedBoard } from '#shared/boards';
import { activityLimits } from '#shared/activities';
import { goals } from '../quality/goals.ts';
import type { Machine } from './machine.ts';
import { type Planted, plantBoards } from './planting.ts';
import { folder, startServer } from './processes.ts';
import { asRatio, asTime, figureRow, percentile, type Row, runsOfEach } from './report.ts';

const sizes = [100, 10_000, 1_000_000];
const warmUps = 100;
const openings = 200;
/** In milliseconds: the goal says nothing of scores. */
const scoresWithin = 10;
const scores = '/scores?period=all';

export async function measureOpening({ leeway }: Machine): Promise<Row[]> {
  const dataDir = join(folder, 'opening');
  const { boards, cookie } = await plantBoards(dataDir, sizes);
  const server = await startServer(dataDir);
  const client = new Client(server.origin);
  const opener = { client, headers: { cookie, 'accept-encoding': 'br' } };

  for (const board of boards) for (const path of ['', scores]) await timesOf(opener, board, warmUps, path);
  // By turns, so that a busy moment of the machine meets all sizes.
  const runs: number[][] = [];
  const runsOfScores: number[][] = [];
  for (let run = 0; run < runsOfEach; run++) {
    const medians: number[] = [];
    const mediansOfScores: number[] = [];
    for (const board of boards) {
      medians.push(percentile(await timesOf(opener, board, openings), 50));
      mediansOfScores.push(percentile(await timesOf(opener, board, openings, scores), 50));
    }
    runs.push(medians);
    runsOfScores.push(mediansOfScores);
  }
  const replies = await Promise.all(boards.map((board) => replySize(opener, board)));
  await client.close();
  await server.stop();

  const { opening, growth, bytes } = goals.P4;
  const runsAt = (of: readonly (readonly number[])[], index: number) => of.map((medians) => medians[index] ?? Number.NaN);
  const growthOf = (of: readonly (readonly number[])[], from: number) =>
    of.map((medians) => (medians.at(-1) ?? Number.NaN) / (medians[from] ?? Number.NaN));
  const shown = (size: number) => size.toLocaleString('en');
  return [
    ...sizes.map((size, index) =>
      figureRow(
        { id: 'P4', what: `open a board with ${shown(size)} activities (p50)`, brief: `at ${shown(size)}`, most: opening * leeway },
        runsAt(runs, index),
        asTime,
      ),
    ),
    figureRow({ id: 'P4', what: 'the last against the first', brief: 'last against first', most: growth }, growthOf(runs, 0), asRatio),
    {
      id: 'P4',
      what: 'the reply, brotli, by size of the board',
      brief: 'largest reply',
      runs: replies.map((size) => `${size} B`),
      median: `${Math.max(...replies)} B`,
      goal: `≤ ${bytes} B`,
      met: Math.max(...replies) <= bytes,
      steady: true,
    },
    ...sizes.map((size, index) =>
      figureRow(
        { id: 'P4', what: `read all scores of a board with ${shown(size)} activities (p50)`, most: scoresWithin * leeway },
        runsAt(runsOfScores, index),
        asTime,
      ),
    ),
    // On the smallest board not every member has logged something every day: it has fewer days to add up.
    figureRow({ id: 'P4', what: 'the scores of the last against the second', most: growth }, growthOf(runsOfScores, 1), asRatio),
  ];
}

interface Opener {
  client: Client;
  headers: Record<string, string>;
}

async function timesOf(opener: Opener, board: Planted, count: number, path = ''): Promise<number[]> {
  const times: number[] = [];
  for (let opened = 0; opened < count; opened++) {
    const start = performance.now();
    await open(opener, board, path);
    times.push(performance.now() - start);
  }
  return times;
}

async function replySize(opener: Opener, board: Planted): Promise<number> {
  const bytes = await open(opener, board);
  const opened = JSON.parse(brotliDecompressSync(bytes).toString('utf8')) as OpenedBoard;
  if (opened.board.totalPoints !== board.totalPoints || opened.activities.activities.length !== activityLimits.pageSize)
    throw new Error(`the board of ${board.activities} activities is not what was planted`);
  return bytes.byteLength;
}

async function open({ client, headers }: Opener, { id }: Planted, path = ''): Promise<Buffer> {
  const { statusCode, body } = await client.request({ method: 'GET', path: `/api/boards/${id}${path}`, headers });
  const bytes = Buffer.from(await body.arrayBuffer());
  if (statusCode !== 200) throw new Error(`GET /api/boards/${id}${path}: ${statusCode}`);
  return bytes;
}
