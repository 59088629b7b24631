/** What is over is closed by whoever reads it first, where the job has not come to it yet (D40). */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultTimeZone } from '#shared/calendar';
import { onClock } from '#shared/agreed-days';
import { getBoard, listBoards } from '#server/whole-boards/boards';
import { examine } from '#server/doctor/doctor';
import { readSeasons } from '#server/play/seasons';
import { dump, queued, tamper } from '../../../tests/database-state.ts';
import { agree, close, contests, day, goal, pauseOf, season } from '../../../tests/seasons.ts';
import { Stream } from '../../../tests/stream.ts';
import { boardOf, log, remove, type Someone, startTestApp, type TestBoard } from '../../../tests/test-app.ts';
import { watching } from '../../../tests/watched-queries.ts';

const testApp = await startTestApp({ boundless: true });
const [lea, max, zoe] = await testApp.signUpAll('Léa', 'Max', 'Zoé');
const { deps } = testApp;
/** A Tuesday noon in Paris. */
const start = Date.parse('2026-03-03T11:00:00Z');
/** The season of a week has been over for an hour. */
const over = start + 7 * day + 14 * 60 * 60_000;

let board: TestBoard;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  // The server may have announced recaps while the clock of an earlier test stood in a later week.
  tamper(testApp.config.dataDir, 'update board set recap_week = null');
  board = await boardOf(lea, [max]);
});
afterEach(async () => {
  const wrong = await examine(deps);
  vi.useRealTimers();
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
});

const params = () => ({ boardId: board.id });
const openedBy = async (who: Someone) => (await who.does('GET /api/boards/:boardId', { params: params() })).play;
const listedBy = async (who: Someone) =>
  (await who.does('GET /api/boards/:boardId/seasons', { params: params(), query: {} })).seasons.map(({ id }) => id);
const onCard = async (who: Someone) => (await who.does('GET /api/boards', {})).boards.find(({ id }) => id === board.id)?.play;
const rowsOf = (table: string, column: string, value: string) =>
  (dump(testApp.config.dataDir)[table] ?? []).filter((row) => row[column] === value);
const closedAt = (id: string) => rowsOf('season', 'id', id).map((row) => Number(row['closed_at']));
const runJobs = async () => {
  deps.jobs.look('settle_due');
  await deps.jobs.idle('settle_due');
};
const jobs = () => queued(testApp.config.dataDir).filter(({ kind, subject }) => kind === 'settle_due' && subject === board.id);

describe('a season that is over', () => {
  it.each([
    ['the board', async () => (await openedBy(max))?.past.map(({ id }) => id)],
    ['the Palmarès', () => listedBy(max)],
    [
      'the list of boards',
      async () => {
        expect(await onCard(max)).toEqual(undefined);
        return await listedBy(max);
      },
    ],
    [
      'what changed on the board',
      async () => {
        await log(lea, board, 'breakfast');
        const { play } = await max.does('GET /api/boards/:boardId/changes', { params: params(), query: { after: '1' } });
        return play?.past.map(({ id }) => id);
      },
    ],
  ])('is closed by whoever first reads %s, and live pages hear of it', async (_, read) => {
    const id = await agree(testApp, board, [lea, max]);
    const stream = await Stream.open(lea);
    vi.setSystemTime(over);
    expect(await read()).toEqual([id]);
    const { play } = await stream.next('change', (change) => change.boardId === board.id && (change.play?.past.length ?? 0) > 0);
    expect(play).toMatchObject({ seasons: [], past: [{ id }] });
    expect(closedAt(id)).toEqual([over]);
    stream.close();
  });

  it('is closed once by two who read at once, and the job after them does nothing', async () => {
    const id = await agree(testApp, board, [lea, max]);
    vi.setSystemTime(over);
    const [one, other, listed] = await Promise.all([openedBy(lea), openedBy(max), listedBy(lea)]);
    for (const play of [one, other]) expect(play).toMatchObject({ seasons: [], past: [{ id }] });
    expect(listed).toEqual([id]);
    expect(rowsOf('season_place', 'season_id', id)).toHaveLength(2);
    expect(jobs()).toEqual([]);
    const [after] = rowsOf('board', 'id', board.id);
    vi.setSystemTime(over + 60_000);
    await close(testApp, board);
    expect(rowsOf('board', 'id', board.id)).toEqual([after]);
    expect(closedAt(id)).toEqual([over]);
  });

  it('is left to the job where the database takes nothing, and the board is read all the same', async () => {
    const id = await agree(testApp, board, [lea, max]);
    vi.setSystemTime(over);
    const full = new Error('no room');
    const database: typeof deps.database = {
      ...deps.database,
      unitOfWork: () => Promise.reject(full),
      classify: (failure) => (failure === full ? { kind: 'full', code: 'FULL', message: 'no room' } : undefined),
    };
    const { play } = await getBoard({ ...deps, database }, { userId: lea.id, boardId: board.id });
    expect(play).toMatchObject({ seasons: [{ id }], past: [] });
    const broken = { ...database, classify: () => undefined };
    await expect(getBoard({ ...deps, database: broken }, { userId: lea.id, boardId: board.id })).rejects.toBe(full);
    await close(testApp, board);
    expect(closedAt(id)).toEqual([over]);
  });

  it('is closed by nobody who is no member', async () => {
    const id = await agree(testApp, board, [lea, max]);
    vi.setSystemTime(over);
    expect(await zoe.tries('GET /api/boards/:boardId', { params: params() })).toMatchObject({ status: 404 });
    expect(closedAt(id)).toEqual([0]);
    await openedBy(lea);
    expect(closedAt(id)).toEqual([over]);
  });
});

it('a proposal that has waited for a week lapses for whoever first opens the board', async () => {
  const id = await agree(testApp, board, [lea], goal);
  vi.setSystemTime(start + 7 * day);
  expect(await openedBy(max)).toEqual({ agreements: [], seasons: [], past: [] });
  expect(rowsOf('agreement', 'id', id)).toMatchObject([{ outcome: 'lapsed', settled_at: start + 7 * day }]);
});

describe('a list of boards on which much is over', () => {
  const some = 23;
  async function manyOver(): Promise<void> {
    const boards = [board];
    while (boards.length < some) boards.push(await boardOf(lea, [max]));
    for (const one of boards) await agree(testApp, one, [lea, max]);
    // It lapses meanwhile.
    for (const one of boards) await agree(testApp, one, [lea], contests);
  }
  const isOpen = ({ closed_at }: { closed_at?: unknown }) => closed_at === null;
  const running = () => (dump(testApp.config.dataDir)['season'] ?? []).filter(isOpen).length;

  it('settles ten in the read, shows none of the others as running, and leaves them to their jobs, which are due', async () => {
    await manyOver();
    const before = running();
    // The jobs are due too late, as where the clock or the zone of a board was another one before.
    tamper(testApp.config.dataDir, "update job set due = ? where kind = 'settle_due'", over + day);
    vi.setSystemTime(over);
    const { database } = watching(deps);
    const works = vi.spyOn(database, 'unitOfWork');
    const cards = (await listBoards({ ...deps, database }, lea.id)).filter(({ play }) => play !== undefined);
    expect(cards).toEqual([]);
    expect(works).toHaveBeenCalledTimes(11);
    expect(before - running()).toBeGreaterThanOrEqual(10);
    const late = queued(testApp.config.dataDir).filter(
      // One that is under way is claimed for a while.
      ({ kind, due, attempts }) => kind === 'settle_due' && Number(due) > over && attempts === 0,
    );
    expect(late).toEqual([]);
    await deps.jobs.idle('settle_due');
    expect(running()).toBe(before - some);
  });

  it('writes nothing but the ten where the jobs of the others are due already', async () => {
    await manyOver();
    vi.setSystemTime(over);
    const { database } = watching(deps);
    const works = vi.spyOn(database, 'unitOfWork');
    expect((await listBoards({ ...deps, database }, max.id)).filter(({ play }) => play !== undefined)).toEqual([]);
    expect(works).toHaveBeenCalledTimes(10);
    await runJobs();
  });

  it('goes on to show what is not over', async () => {
    await manyOver();
    vi.setSystemTime(start + 5 * day);
    for (const { id } of (await lea.does('GET /api/boards')).boards.slice(0, some)) await agree(testApp, { id }, [max], pauseOf(7));
    vi.setSystemTime(over);
    const { boards } = await lea.does('GET /api/boards');
    expect(boards.filter(({ play }) => play?.agreements.length === 1 && play.seasons.length === 0)).toHaveLength(some);
    await runJobs();
  });
});

it.each(['never played', 'plays, with nothing due'])('a board that %s is opened in one snapshot, and nothing is written', async (what) => {
  const playing = what !== 'never played';
  if (playing) await agree(testApp, board, [lea, max]);
  const { database, asked } = watching(deps);
  const snapshots = vi.spyOn(database, 'snapshot');
  const works = vi.spyOn(database, 'unitOfWork');
  const where = { userId: lea.id, boardId: board.id };
  await getBoard({ ...deps, database }, where);
  expect(asked.some(({ sql }) => sql.includes('"season"'))).toBe(playing);
  asked.length = 0;
  await readSeasons({ ...deps, database }, where, null);
  expect(asked.filter(({ sql }) => sql.includes('"season"'))).toHaveLength(1);
  expect([snapshots.mock.calls.length, works.mock.calls.length]).toEqual([2, 0]);
});

describe('the card of a board', () => {
  it('says nothing of play where the board plays for nothing', async () => {
    expect(await onCard(lea)).toBeUndefined();
  });

  it('tells who has agreed to what waits, and how those stand who play in what runs', async () => {
    await agree(testApp, board, [lea, max]);
    const waiting = await agree(testApp, board, [max], contests);
    vi.setSystemTime(start + day);
    await log(lea, board, 'breakfast');
    const shown = await onCard(lea);
    expect(shown).toEqual({
      agreements: [{ id: waiting, lapsesAt: start + 7 * day, agreed: [max.id] }],
      seasons: [
        {
          ...{ number: 1, kind: 'season', ...onClock({ startsOn: '2026-03-04', lastDay: '2026-03-10' }, defaultTimeZone), goal: null },
          stake: season.stake,
          standings: expect.any(Array) as unknown,
        },
      ],
    });
    // Both joined in the same moment.
    expect(shown?.seasons[0]?.standings?.toSorted((one, other) => other.points - one.points)).toEqual([
      { userId: lea.id, username: 'Léa', points: 20, actions: 1, left: false },
      { userId: max.id, username: 'Max', points: 0, actions: 0, left: false },
    ]);
  });

  it('counts who has left in what all come to together', async () => {
    const [ada, ines] = await testApp.signUpAll('Ada', 'Inès');
    board = await boardOf(lea, [ada, ines]);
    await agree(testApp, board, [lea, ada, ines], goal);
    vi.setSystemTime(start + day);
    await log(ada, board, 'breakfast');
    await remove(lea, board, ada);
    const [running] = (await onCard(lea))?.seasons ?? [];
    expect(running).toMatchObject({ kind: 'goal', goal: 200 });
    expect(running?.standings?.map(({ username, points, left }) => [username, points, left]).toSorted()).toEqual([
      ['Ada', 20, true],
      ['Inès', 0, false],
      ['Léa', 0, false],
    ]);
  });
});
