/** P5: how long the feed of a person takes who has many boards with much on them. */
import { join } from 'node:path';
import { Client } from 'undici';
import { activityLimits, type FeedPage } from '#shared/activities';
import { goals } from '../quality/goals.ts';
import type { Machine } from './machine.ts';
import { plantBoards } from './planting.ts';
import { folder, startServer } from './processes.ts';
import { asTime, figureRow, percentile, type Row, runsOfEach } from './report.ts';

// All over the same year: the newest page has something of most boards, and takes as many keys and titles as a page can.
const sizes = Array.from({ length: 50 }, () => 20_000);
const year = 365 * 24 * 60 * 60 * 1000;
const warmUps = 50;
const readings = 150;

export async function measureFeed({ leeway }: Machine): Promise<Row[]> {
  const dataDir = join(folder, 'feed');
  const { cookie } = await plantBoards(dataDir, sizes);
  const server = await startServer(dataDir);
  const client = new Client(server.origin);
  const reader = { client, headers: { cookie, 'accept-encoding': 'br' } };
  // As somebody reaches it who goes on and on down the screen.
  const middle = `/api/activities?before=${Date.now() - year / 2}.0`;
  const pages = [
    { path: '/api/activities', what: `the feed over ${sizes.length} boards with 1,000,000 activities (p50)`, brief: 'newest page' },
    { path: middle, what: 'the same, a page from the middle of them', brief: 'a page from the middle' },
  ];

  for (const { path } of pages) {
    await assertFull(reader, path);
    await timesOf(reader, path, warmUps);
  }
  // By turns, so that a busy moment of the machine meets both.
  const runs: number[][] = [];
  for (let run = 0; run < runsOfEach; run++) {
    const medians: number[] = [];
    for (const { path } of pages) medians.push(percentile(await timesOf(reader, path, readings), 50));
    runs.push(medians);
  }
  await client.close();
  await server.stop();

  return pages.map(({ what, brief }, index) =>
    figureRow(
      { id: 'P5', what, brief, most: goals.P5.feed * leeway },
      runs.map((medians) => medians[index] ?? Number.NaN),
      asTime,
    ),
  );
}

interface Reader {
  client: Client;
  headers: Record<string, string>;
}

async function timesOf(reader: Reader, path: string, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let read = 0; read < count; read++) {
    const start = performance.now();
    await readPage(reader, path);
    times.push(performance.now() - start);
  }
  return times;
}

async function assertFull({ client, headers: { cookie = '' } }: Reader, path: string): Promise<void> {
  const page = JSON.parse((await readPage({ client, headers: { cookie } }, path)).toString('utf8')) as FeedPage;
  const boards = new Set(page.activities.map(({ boardId }) => boardId)).size;
  if (page.activities.length !== activityLimits.pageSize || page.next === null || boards < activityLimits.pageSize / 2)
    throw new Error(`${path}: ${page.activities.length} activities of ${boards} boards are not what was planted`);
}

async function readPage({ client, headers }: Reader, path: string): Promise<Buffer> {
  const { statusCode, body } = await client.request({ method: 'GET', path, headers });
  const bytes = Buffer.from(await body.arrayBuffer());
  if (statusCode !== 200) throw new Error(`GET ${path}: ${statusCode}`);
  return bytes;
}
