/** Boards with as many activities as wanted, as if each had been logged: sealed titles, revisions and sums that the doctor approves. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { addToBoardsCount } from '#server/accounts/account-store';
import { predefinedActions } from '#server/actions/catalogue';
import { addToMember, addToUser, shareOf, sumsWith } from '#server/activities/log-store';
import { makeBoard, getBoard } from '#server/whole-boards/boards';
import { insertMember } from '#server/membership/member-store';
import { readConfig } from '#server/config/config';
import type { Deps } from '#server/deps';
import { earnedByAll } from '#server/doctor/achievements-check';
import { examine } from '#server/doctor/doctor';
import { newId } from '#server/ids/ids';
import { hashPassword } from '#server/identity/passwords/password-hash';
import { createSession } from '#server/identity/sessions/sessions';
import { createAccount } from '#server/identity/sign-up';
import { recountFlame } from '#server/leaderboard/flame-store';
import { fillDays } from '#server/leaderboard/member-day-store';
import { openConnection } from '#server/database/sqlite/open-connection';
import { changeBoard, findBoard } from '#server/boards/board-store';
import { dayColumns } from '#server/play/agreement-kinds';
import { sealedStake } from '#server/play/play-views';
import { insertPlayers, recountPlayers } from '#server/play/season-player-store';
import { insertSeason, listRunning, nextNumber } from '#server/play/season-store';
import { planSettling, settle } from '#server/play/settling';
import { createDeps } from '#server/start';
import { isAchievementId } from '#shared/achievement-rules';
import { defaultAvatar } from '#shared/account-rules';
import type { OpenedBoard } from '#shared/boards';
import { dayIn, daysAfter, defaultTimeZone } from '#shared/calendar';
import type { ActivityId, BoardId, SeasonId, UserId } from '#shared/ids';
import type { SeasonKind } from '#shared/season-rules';
import { password } from '../tests/people.ts';
import { dataDirOf, type RunningServer, startServer } from './processes.ts';

interface Planted {
  id: string;
  totalPoints: number;
}

export interface Known {
  id: UserId;
  username: string;
  /** The session, as a `Cookie` header. */
  cookie: string;
}

const databaseFile = 'ou-la-la.db';
const day = 24 * 60 * 60 * 1000;
const year = 365 * day;
/** SQLite takes 32,766 values in a statement; an activity has 11. */
const activitiesInStatement = 2_800;

interface BoardToPlant {
  activities: number;
  /** How many play on it, six by default. */
  members?: number;
  /** A season of a year on its last days. */
  plays?: boolean;
}

/** The boards of somebody who has begun to play. */
export const threeBoards: readonly BoardToPlant[] = [300, 300, 300].map((activities) => ({ activities }));

/** Boards with as many actions each, and the first of the same members. `cookie` is the session of the very first. */
export async function plantBoards(dataDir: string, wanted: readonly BoardToPlant[]): Promise<{ boards: Planted[]; cookie: string }> {
  return await withData(dataDir, async (deps) => {
    const people = await plantPeople(deps, 'bench', Math.max(6, ...wanted.map(({ members = 6 }) => members)));
    const boards: Planted[] = [];
    for (const { activities, members: count = 6, plays = false } of wanted) {
      const members = people.slice(0, count);
      const opened = await plantBoard(deps, { title: `Banc ${activities}`, members });
      if (plays) await plantSeason(deps, opened.board.id, members);
      boards.push({ id: opened.board.id, totalPoints: await plantActivities(deps, opened, members, activities) });
    }
    await plantAchievements(deps);
    return { boards, cookie: people[0]?.cookie ?? '' };
  });
}

/** Starts a server on what is planted. What was planted once serves every build. */
export async function startPlanted<T>(
  name: string,
  build: string | undefined,
  plant: (dataDir: string) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<{ server: RunningServer; planted: T }> {
  const dataDir = dataDirOf(name);
  const planted = (plantedBefore.get(name) as T | undefined) ?? (await plant(dataDir));
  plantedBefore.set(name, planted);
  if (build !== undefined) await handOver(dataDir, dataDirOf(name, build), build);
  return { planted, server: await startServer(dataDirOf(name, build), build, settings) };
}

const plantedBefore = new Map<string, unknown>();

/** Puts the rows into a database that another build has made: its tables may be older or newer than ours. */
async function handOver(dataDir: string, otherDir: string, build: string): Promise<void> {
  mkdirSync(otherDir, { recursive: true });
  copyFileSync(join(dataDir, 'master.key'), join(otherDir, 'master.key'));
  await (await startServer(otherDir, build)).stop();
  const sqlite = openConnection(join(otherDir, databaseFile));
  sqlite.exec(`pragma foreign_keys = off; attach database '${join(dataDir, databaseFile)}' as planted`);
  const read = (text: string, ...given: string[]) => sqlite.prepare(text).all(given).flat().map(String);
  const tables = (schema: string) =>
    read(`select name from ${schema}.sqlite_schema where type = 'table' and name not like 'kysely%' and name not like 'sqlite%'`);
  const columns = (schema: string, table: string) => read('select name from pragma_table_info(?, ?)', table, schema);
  for (const table of tables('planted').filter((name) => tables('main').includes(name))) {
    const known = columns('main', table);
    const both = columns('planted', table).filter((name) => known.includes(name));
    sqlite.exec(`delete from main."${table}"; insert into main."${table}" (${both.join()}) select ${both.join()} from planted."${table}"`);
  }
  sqlite.close();
}

/** What the bench has done must be right as well as fast. Nobody else may have the database open. */
export async function assertRight(dataDir: string): Promise<void> {
  await withData(dataDir, () => Promise.resolve());
}

/** Works on a data folder, and has the doctor look at it. */
export async function withData<T>(dataDir: string, work: (deps: Deps) => Promise<T>, settings: Record<string, string> = {}): Promise<T> {
  const deps = await createDeps(readConfig({ DATA_DIR: dataDir, ...settings }));
  try {
    const result = await work(deps);
    const found = await examine(deps);
    if (found.length > 0) throw new Error(`the doctor found:\n${found.slice(0, 20).join('\n')}`);
    return result;
  } finally {
    await deps.database.close();
  }
}

/** People who are signed in, all with the password of everybody: of one of each, hashing would take minutes. */
export async function plantPeople({ database, identity }: Deps, name: string, count: number): Promise<Known[]> {
  const hash = await (hashed ??= hashPassword(password, { key: 'planting' }));
  return await database.unitOfWork(async ({ db }) => {
    const people: Known[] = [];
    for (let index = 0; index < count; index++) {
      const username = `${name}-${index}`;
      const id = await createAccount(db, { username, email: `${username}@bench.invalid`, avatar: defaultAvatar }, hash);
      const [cookie = ''] = identity.cookieOf(await createSession(db, id, null), { lasts: true, isGuest: false }).split(';', 1);
      people.push({ id, username, cookie });
    }
    return people;
  });
}

let hashed: ReturnType<typeof hashPassword> | undefined;

/** Those of the catalogue from this one on, over and over with a number. */
export function actionsOf(count: number, first = 0): typeof predefinedActions {
  const all = predefinedActions.length;
  const rounds = Array.from({ length: Math.ceil((first + count) / all) }, (_, round) =>
    predefinedActions.map((action) => (round === 0 ? action : { ...action, title: `${action.title.slice(0, 50)} n° ${round + 1}` })),
  );
  return rounds.flat().slice(first, first + count);
}

interface NewBoard {
  title: string;
  /** The first is the administrator. */
  members: readonly Pick<Known, 'id'>[];
  actions?: typeof predefinedActions;
}

export async function plantBoard(
  deps: Deps,
  { title, members: [administrator, ...others], actions = actionsOf(30) }: NewBoard,
): Promise<OpenedBoard> {
  if (!administrator) throw new Error('a board without members');
  // Nobody makes as many boards within a minute.
  await deps.limits.changes.forget(administrator.id);
  const { board } = await makeBoard(deps, administrator.id, { title, icon: '👑', theme: 'pink', actions: [...actions], invited: [] });
  await deps.database.unitOfWork(async ({ db }) => {
    for (const { id } of others) {
      await insertMember(db, { boardId: board.id, userId: id });
      await addToBoardsCount(db, id, Number.MAX_SAFE_INTEGER);
    }
  });
  return await getBoard(deps, { userId: administrator.id, boardId: board.id });
}

/** Plants activities as if these members had logged them in turn over the last year. Returns the board's total; achievements are planted apart. */
export async function plantActivities(
  { database, boardKeys }: Deps,
  { board, actions }: OpenedBoard,
  players: readonly Pick<Known, 'id'>[],
  count: number,
): Promise<number> {
  const secrets = await boardKeys.of(database.read, board.id);
  const start = Date.now() - year;
  const before = await findBoard(database.read, board.id);
  const shares = new Map(players.map(({ id }) => [id, { points: 0, actions: 0, gained: 0, losses: 0 }]));
  let revision = before?.revision ?? board.revision;
  let total = 0;
  let planted = 0;
  const next = () => {
    const action = actions[planted % actions.length];
    const player = players[planted % players.length];
    const share = player && shares.get(player.id);
    if (!action || !share) throw new Error('an empty board');
    const id = newId<ActivityId>();
    Object.assign(share, sumsWith(share, shareOf(action.points)), { points: share.points + action.points });
    total += action.points;
    planted++;
    return {
      id,
      board_id: board.id,
      user_id: player.id,
      action_id: action.id,
      title_sealed: secrets.seal(action.title, 'activity', 'title', id),
      points: action.points,
      emoji: action.emoji,
      logged_at: start + Math.floor((planted / count) * year),
      board_revision: ++revision,
      total_after: total,
      score_after: share.points,
    };
  };
  while (planted < count)
    await database.unitOfWork(async ({ db }) => {
      for (let statement = 0; statement < 10 && planted < count; statement++) {
        const rows = Array.from({ length: Math.min(activitiesInStatement, count - planted) }, next);
        await db.insertInto('activity').values(rows).execute();
      }
    });
  await database.unitOfWork(async ({ db }) => {
    await db.updateTable('board').set({ total_points: total, revision }).where('id', '=', board.id).execute();
    for (const [userId, share] of shares) {
      await addToMember(db, { boardId: board.id, userId, ...share, seen: -1, revision });
      await addToUser(db, { userId, ...share });
    }
    for (const season of await listRunning(db, board.id)) await recountPlayers(db, season);
    await fillDays(db, board.id, board.timeZone);
    await recountFlame(db, { boardId: board.id, revision: 0 });
  });
  return total;
}

/** A season of a year on its last days, agreed to by all before anything was logged: the activities are planted after it. */
export async function plantSeason(deps: Deps, boardId: BoardId, members: readonly Pick<Known, 'id'>[]): Promise<void> {
  await plantAgreed(deps, boardId, members, { kind: 'season', goal: null, daysLeft: 2 });
}

/** A goal that all came to within a year until yesterday, planted as {@link plantSeason} is. {@link closeOver} closes it, and its stake is owed then. */
export async function plantGoal(deps: Deps, boardId: BoardId, members: readonly Pick<Known, 'id'>[]): Promise<void> {
  await plantAgreed(deps, boardId, members, { kind: 'goal', goal: 1, daysLeft: -1 });
}

async function plantAgreed(
  { database, boardKeys }: Deps,
  boardId: BoardId,
  members: readonly Pick<Known, 'id'>[],
  { kind, goal, daysLeft }: { kind: SeasonKind; goal: number | null; daysLeft: number },
): Promise<void> {
  const today = dayIn(defaultTimeZone, Date.now());
  const days = { startsOn: daysAfter(today, -363), lastDay: daysAfter(today, daysLeft) };
  const id = newId<SeasonId>();
  await database.unitOfWork(async (work) => {
    const { revision } = await changeBoard(work.db, boardId, 'play');
    const number = await nextNumber(work.db, boardId);
    await insertSeason(work.db, {
      ...{ id, board_id: boardId, number, kind, ties: 'shared', goal, first_revision: revision },
      stake_sealed: sealedStake(id, 'Un massage des pieds, sans regarder la télé', await boardKeys.of(work.db, boardId)),
      ...dayColumns(days, defaultTimeZone),
    });
    await insertPlayers(
      work.db,
      id,
      members.map((one) => one.id),
    );
    await planSettling(work, boardId);
  });
}

/** Closes what is over on a board, once its activities are planted. */
export async function closeOver({ database }: Deps, boardId: BoardId): Promise<void> {
  await database.unitOfWork(async (work) => {
    await database.lockBoard(work.db, boardId);
    await settle(work, boardId, Date.now());
  });
}

/** Those that the doctor misses. */
export async function plantAchievements({ database }: Deps): Promise<void> {
  await database.unitOfWork(async ({ db }) => {
    for (const [userId, earned] of await earnedByAll(db))
      for (const [id, times] of earned)
        if (isAchievementId(id))
          await db
            .insertInto('achievement')
            .values({ user_id: userId, achievement_id: id, unlocked_at: Date.now(), activity_id: null, times, kept: 0 })
            .onConflict((conflict) => conflict.columns(['user_id', 'achievement_id']).doUpdateSet({ times }))
            .execute();
  });
}
