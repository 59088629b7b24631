/** P4, P5 and P18: how long calls that read take, however much there is to read. */
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { Client } from 'undici';
import { activityLimits, type FeedPage } from '#shared/activities';
import type { OpenedBoard } from '#shared/boards';
import { goals } from './goals.ts';
import { plantLargeAccount } from './large-accounts.ts';
import type { Machine } from './machine.ts';
import { plantBoards } from './planting.ts';
import { folder, startServer } from './processes.ts';
import { asRatio, asTime, figureRow, median, type Row, runsOfEach } from './report.ts';

const warmUps = 100;
const readings = 150;
const year = 365 * 24 * 60 * 60 * 1000;

export async function measureOpening({ leeway }: Machine): Promise<Row[]> {
  const sizes = [100, 10_000, 1_000_000];
  const dataDir = join(folder, 'opening');
  const { boards, cookie } = await plantBoards(dataDir, sizes);
  const { opening, growth, bytes } = goals.P4;
  const { replies, runs } = await readOn(
    dataDir,
    cookie,
    boards.map(({ id }) => `/api/boards/${id}`),
  );
  for (const [index, { totalPoints }] of boards.entries()) {
    const opened = jsonOf(replies[index]) as OpenedBoard;
    if (opened.board.totalPoints !== totalPoints || opened.activities.activities.length !== activityLimits.pageSize)
      throw new Error(`the board of ${sizes[index]} activities is not what was planted`);
  }
  const largest = Math.max(...replies.map(({ byteLength }) => byteLength));
  const growths = Array.from({ length: runsOfEach }, (_, run) => (runs.at(-1)?.[run] ?? Number.NaN) / (runs[0]?.[run] ?? Number.NaN));
  return [
    ...sizes.map((size, index) => {
      const shown = size.toLocaleString('en');
      const about = { id: 'P4', what: `open a board with ${shown} activities (p50)`, brief: `at ${shown}`, most: opening * leeway };
      return figureRow(about, runs[index] ?? [], asTime);
    }),
    figureRow({ id: 'P4', what: 'the last against the first', brief: 'last against first', most: growth }, growths, asRatio),
    {
      ...figureRow({ id: 'P4', what: 'the largest reply, brotli', brief: 'largest reply', most: bytes }, [largest], asBytes),
      steady: true,
    },
  ];
}

export async function measureFeed({ leeway }: Machine): Promise<Row[]> {
  const dataDir = join(folder, 'feed');
  // All over the same year: the newest page has something of most boards, and takes as many keys and titles as a page can.
  const { cookie } = await plantBoards(
    dataDir,
    Array.from({ length: 50 }, () => 20_000),
  );
  // The second as somebody reaches it who goes on and on down the screen.
  const paths = ['/api/activities', `/api/activities?before=${Date.now() - year / 2}.0`];
  const { replies, runs } = await readOn(dataDir, cookie, paths);
  for (const reply of replies) {
    const { activities, next } = jsonOf(reply) as FeedPage;
    const boards = new Set(activities.map(({ boardId }) => boardId)).size;
    if (activities.length !== activityLimits.pageSize || next === null || boards < activityLimits.pageSize / 2)
      throw new Error(`${activities.length} activities of ${boards} boards are not what was planted`);
  }
  return ['newest page', 'a page from the middle'].map((brief, index) => {
    const about = { id: 'P5', what: `the feed over 50 boards with 1,000,000 activities, ${brief} (p50)`, brief };
    return figureRow({ ...about, most: goals.P5.feed * leeway }, runs[index] ?? [], asTime);
  });
}

export async function measureLargeAccount({ leeway }: Machine): Promise<Row[]> {
  const dataDir = join(folder, 'large');
  const { person, largest } = await plantLargeAccount(dataDir);
  const board = `/api/boards/${largest}`;
  const paths = {
    'Accueil: habits': '/api/favourites',
    'Tableaux: 200 boards': '/api/boards',
    'the log dialog: a page of actions': '/api/actions',
    'a board with 100 members and 300 actions': board,
    'its scores of a week': `${board}/scores?period=week`,
    'its next activities': `${board}/activities?before=20000`,
    'Demandes: 200 each way': '/api/requests',
    Succès: '/api/achievements',
    'deleting the account: what goes': '/api/account/deletion',
    'Accueil: the feed': '/api/activities',
  };
  const { replies, runs } = await readOn(dataDir, person.cookie, Object.values(paths));
  return Object.entries(paths).map(([brief, path], index) => {
    const about = { id: 'P18', what: `${brief} (p50), ${replies[index]?.byteLength} B`, brief };
    // The feed has a goal of its own.
    const most = path === '/api/activities' ? goals.P5.feed : goals.P18.call;
    return figureRow({ ...about, most: most * leeway }, runs[index] ?? [], asTime);
  });
}

/** The compressed reply of each path, and its median time in each run: by turns, so that a busy moment of the machine meets all of them. */
async function readOn(dataDir: string, cookie: string, paths: readonly string[]): Promise<{ replies: Buffer[]; runs: number[][] }> {
  const server = await startServer(dataDir);
  const client = new Client(server.origin);
  const read = async (path: string): Promise<Buffer> => {
    const { statusCode, body } = await client.request({ method: 'GET', path, headers: { cookie, 'accept-encoding': 'br' } });
    const bytes = Buffer.from(await body.arrayBuffer());
    if (statusCode !== 200) throw new Error(`GET ${path}: ${statusCode}`);
    return bytes;
  };
  const timesOf = async (path: string, count: number): Promise<number[]> => {
    const times: number[] = [];
    for (let reading = 0; reading < count; reading++) {
      const start = performance.now();
      await read(path);
      times.push(performance.now() - start);
    }
    return times;
  };
  const replies: Buffer[] = [];
  for (const path of paths) {
    replies.push(await read(path));
    await timesOf(path, warmUps);
  }
  const runs = paths.map((): number[] => []);
  for (let run = 0; run < runsOfEach; run++)
    for (const [index, path] of paths.entries()) runs[index]?.push(median(await timesOf(path, readings)));
  await client.close();
  await server.stop();
  return { replies, runs };
}

function jsonOf(reply: Buffer | undefined): unknown {
  return JSON.parse(brotliDecompressSync(reply ?? '').toString('utf8'));
}

function asBytes(bytes: number): string {
  return `${bytes} B`;
}
