/** P4, P5 and P18: how long calls that read take, however much there is to read. */
import { brotliDecompressSync } from 'node:zlib';
import { Client } from 'undici';
import type { FeedPage } from '#shared/activities';
import { activityLimits } from '#shared/activity-limits';
import type { OpenedBoard } from '#shared/boards';
import { goals } from './goals.ts';
import { plantLargeAccount } from './large-accounts.ts';
import type { Machine } from './machine.ts';
import { plantBoards, startPlanted } from './planting.ts';
import type { Trial } from './players.ts';
import { asRatio, asTime, byTurns, median, type Row, rowsOf } from './report.ts';

const year = 365 * 24 * 60 * 60 * 1000;

export async function measureOpening({ leeway }: Machine): Promise<Row[]> {
  const { opening, growth, season, bytes } = goals.P4;
  const { runs, sizes, rows } = await readAll('P4', await tryOpening(), () => opening * leeway);
  const [first = '', last = ''] = [Object.keys(sizes)[0], Object.keys(sizes).at(-1)];
  const grown = (times: Record<string, number>) => (times[last] ?? Number.NaN) / (times[first] ?? Number.NaN);
  const withSeason = Object.keys(sizes).find((name) => name.endsWith(playing)) ?? '';
  const held = (times: Record<string, number>) =>
    (times[withSeason] ?? Number.NaN) / (times[withSeason.replace(playing, '')] ?? Number.NaN);
  const largest = () => Math.max(...Object.values(sizes));
  return [
    ...rows,
    ...rowsOf('P4', runs, [
      { what: 'the last against the first', brief: 'last against first', most: growth, of: grown, show: asRatio },
      { what: 'with a season of a year against without', brief: 'with a season', most: season, of: held, show: asRatio },
      { what: 'the largest reply, brotli', brief: 'largest reply', most: bytes, steady: true, of: largest, show: (size) => `${size} B` },
    ]),
  ];
}

export async function tryOpening(build?: string): Promise<Reading> {
  const crowd = 60;
  const wanted = [
    { activities: 100 },
    { activities: 10_000 },
    { activities: 10_000, members: crowd },
    { activities: 10_000, members: crowd, plays: true },
    { activities: 1_000_000 },
  ];
  return await tryReading('opening', build, async (dataDir) => {
    const { boards, cookie } = await plantBoards(dataDir, wanted);
    const assertPlanted = (reply: unknown, index: number) => {
      const { board, activities } = reply as OpenedBoard;
      if (board.totalPoints !== boards[index]?.totalPoints || activities.activities.length !== activityLimits.pageSize)
        throw new Error(`the board of ${wanted[index]?.activities} activities is not what was planted`);
    };
    const paths = boards.map(({ id }, index) => [nameOf(wanted[index] ?? { activities: 0 }), `/api/boards/${id}`]);
    return { cookie, paths: Object.fromEntries(paths), assertPlanted };
  });
}

function nameOf({ activities, members, plays }: { activities: number; members?: number; plays?: boolean }): string {
  const crowd = members === undefined ? '' : `, ${members} members`;
  return `open a board at ${activities.toLocaleString('en')}${crowd}${plays ? playing : ''}`;
}

const playing = ', a season of a year';

export async function measureFeed({ leeway }: Machine): Promise<Row[]> {
  return (await readAll('P5', await tryFeed(), () => goals.P5.feed * leeway)).rows;
}

export async function tryFeed(build?: string): Promise<Reading> {
  return await tryReading('feed', build, async (dataDir) => {
    // All over the same year: the newest page has something of most boards, and takes as many keys and titles as a page can.
    const wanted = Array.from({ length: 50 }, () => ({ activities: 20_000 }));
    const { cookie } = await plantBoards(dataDir, wanted);
    const assertPlanted = (reply: unknown) => {
      const { activities, next } = reply as FeedPage;
      const boards = new Set(activities.map(({ boardId }) => boardId)).size;
      if (activities.length !== activityLimits.pageSize || next === null || boards < activityLimits.pageSize / 2)
        throw new Error(`${activities.length} activities of ${boards} boards are not what was planted`);
    };
    // The second as somebody reaches it who goes on and on down the screen.
    const paths = {
      'the feed, newest page': '/api/activities',
      'the feed, a page from the middle': `/api/activities?before=${Date.now() - year / 2}.0`,
    };
    return { cookie, paths, assertPlanted };
  });
}

export async function measureLargeAccount({ leeway }: Machine): Promise<Row[]> {
  const trial = await tryReading('large', undefined, async (dataDir) => {
    const { person, largest } = await plantLargeAccount(dataDir);
    const board = `/api/boards/${largest}`;
    const paths = {
      'Accueil: habits': '/api/favourites',
      'Tableaux: 200 boards': '/api/boards',
      'the log dialog: a page of actions': '/api/actions',
      'a board with 100 members and 300 actions': board,
      'its scores of a week': `${board}/scores?period=week`,
      'its scores of all time': `${board}/scores?period=all`,
      'its next activities': `${board}/activities?before=20000`,
      'Demandes: 200 each way': '/api/requests',
      Succès: '/api/achievements',
      'deleting the account: what goes': '/api/account/deletion',
      'Accueil: the feed': '/api/activities',
    };
    return { cookie: person.cookie, paths };
  });
  // The feed has a goal of its own.
  return (await readAll('P18', trial, (name) => (name === 'Accueil: the feed' ? goals.P5.feed : goals.P18.call) * leeway)).rows;
}

/** How long each path took, by its name: the median of one slice. */
interface Reading extends Trial<Record<string, number>> {
  /** The size of the compressed reply of each, in bytes. */
  sizes: Record<string, number>;
}

interface Planted {
  cookie: string;
  paths: Record<string, string>;
  /** Throws when the reply to a path is not what it should be. */
  assertPlanted?: (reply: unknown, index: number) => void;
}

async function readAll(id: string, { slice, end, sizes }: Reading, mostOf: (name: string) => number) {
  const runs = (await byTurns({ slice })).map((run) => run.slice);
  await end();
  const figures = Object.entries(sizes).map(([brief, size]) => ({
    what: `${brief} (p50), ${size} B`,
    brief,
    most: mostOf(brief),
    of: (times: Record<string, number>) => times[brief] ?? Number.NaN,
    show: asTime,
  }));
  return { runs, sizes, rows: rowsOf(id, runs, figures) };
}

/** Reads each path in turn, so that a busy moment of the machine meets all of them. Warm. */
async function tryReading(name: string, build: string | undefined, plant: (dataDir: string) => Promise<Planted>): Promise<Reading> {
  const { server, planted } = await startPlanted(name, build, plant);
  const { cookie, paths, assertPlanted } = planted;
  const client = new Client(server.origin);
  const read = async (path: string): Promise<Buffer> => {
    const { statusCode, body } = await client.request({ method: 'GET', path, headers: { cookie, 'accept-encoding': 'br' } });
    const bytes = Buffer.from(await body.arrayBuffer());
    if (statusCode !== 200) throw new Error(`GET ${path}: ${statusCode}`);
    return bytes;
  };
  const readFor = async (path: string, readings: number): Promise<number> => {
    const taken: number[] = [];
    while (taken.length < readings) {
      const start = performance.now();
      await read(path);
      taken.push(performance.now() - start);
    }
    return median(taken);
  };
  const sizes: Record<string, number> = {};
  for (const [index, [of, path]] of Object.entries(paths).entries()) {
    const reply = await read(path);
    sizes[of] = reply.byteLength;
    assertPlanted?.(JSON.parse(brotliDecompressSync(reply).toString('utf8')), index);
    await readFor(path, 100);
  }
  const slice = async () => {
    const times: Record<string, number> = {};
    for (const [of, path] of Object.entries(paths)) times[of] = await readFor(path, 150);
    return times;
  };
  const end = async () => {
    await client.close();
    await server.stop();
  };
  return { slice, end, sizes };
}
