/** P20: how long the film of a year takes where there is most to tell, and how long others wait meanwhile. */
import { tamper } from '../tests/database-state.ts';
import type { Film } from '#shared/film';
import { dayIn, daysAfter, defaultTimeZone, startOfDay } from '#shared/calendar';
import { yearsAfter } from '#shared/film-periods';
import type { BoardId, UserId } from '#shared/ids';
import { Client } from 'undici';
import { goals } from './goals.ts';
import type { Machine } from './machine.ts';
import { plantAchievements, plantActivities, plantBoard, plantPeople, startPlanted, withData } from './planting.ts';
import { startCompanion } from './processes.ts';
import { asTime, type Row, rowsOf, runsOfEach } from './report.ts';

const [activities, members, loved] = [1_000_000, 60, 20_000];

interface Made {
  made: number;
  kept: number;
  waited: number;
}

export async function measureFilm({ leeway }: Machine): Promise<Row[]> {
  const made = yearsAfter(daysAfter(dayIn(defaultTimeZone, Date.now()), -1), -1);
  const { server, planted } = await startPlanted('film', undefined, (dataDir) => plant(dataDir, made));
  const client = new Client(server.origin);
  const pinger = startCompanion(new URL('./pinger.ts', import.meta.url), server.origin);
  const open = async () => {
    const start = performance.now();
    const { statusCode, body } = await client.request({
      method: 'GET',
      path: `/api/boards/${planted.boardId}/films/${yearsAfter(made, 1)}`,
      headers: { cookie: planted.cookie },
    });
    const film = (await body.json()) as Film;
    if (statusCode !== 200 || film.action === null || film.gesture === null) throw new Error(`no film: ${JSON.stringify(film)}`);
    return performance.now() - start;
  };
  const runs: Made[] = [];
  for (let run = 0; run <= runsOfEach; run++) {
    tamper(server.dataDir, 'delete from film');
    await pinger.ask('begin');
    const first = await open();
    const waited = Number(await pinger.ask('end'));
    runs.push({ made: first, kept: await open(), waited });
  }
  await pinger.stop();
  await client.close();
  await server.stop();
  const { film, kept, wait } = goals.P20;
  // The first warms up.
  return rowsOf('P20', runs.slice(1), [
    {
      what: `the film of a board at ${activities.toLocaleString('en')}, ${members} members`,
      most: film * leeway,
      of: (run) => run.made,
      show: asTime,
    },
    { what: 'the same, once it is kept', most: kept * leeway, of: (run) => run.kept, show: asTime },
    { what: 'the longest wait of others meanwhile', most: wait * leeway, of: (run) => run.waited, show: asTime },
  ]);
}

/** A board whose anniversary was yesterday, on which each fiftieth activity got three reactions. */
async function plant(dataDir: string, made: string): Promise<{ boardId: BoardId; cookie: string }> {
  return await withData(dataDir, async (deps) => {
    const people = await plantPeople(deps, 'film', members);
    const opened = await plantBoard(deps, { title: 'Le film', members: people });
    await plantActivities(deps, opened, people, activities);
    const boardId = opened.board.id;
    await deps.database.unitOfWork(async ({ db }) => {
      const { revision } = await db.selectFrom('board').select('revision').where('id', '=', boardId).executeTakeFirstOrThrow();
      const step = Math.floor(activities / loved);
      const rows = await db
        .selectFrom('activity')
        .select(['id', 'logged_at'])
        .where('board_id', '=', boardId)
        .where(({ eb, ref, lit }) => eb(eb(ref('board_revision'), '%', lit(step)), '=', lit(0)))
        .orderBy('board_revision')
        .execute();
      let next = revision;
      for (const { id, logged_at } of rows) {
        const reactions = people.slice(next % 50, (next % 50) + 3).map((one: { id: UserId }) => ({
          ...{ activity_id: id, board_id: boardId, user_id: one.id, emoji: '❤️' },
          ...{ board_revision: ++next, reacted_at: logged_at },
        }));
        await db.insertInto('reaction').values(reactions).execute();
        await db.updateTable('activity').set({ reactions_revision: next }).where('id', '=', id).execute();
      }
      await db
        .updateTable('board')
        .set({ revision: next, created_at: startOfDay(defaultTimeZone, made) })
        .where('id', '=', boardId)
        .execute();
    });
    await plantAchievements(deps);
    return { boardId, cookie: people[0]?.cookie ?? '' };
  });
}
