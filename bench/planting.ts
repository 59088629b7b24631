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
import { answer, propose } from '#server/play/agreements';
import { settle } from '#server/play/settling';
import { createDeps } from '#server/start';
import { isAchievementId } from '#shared/achievement-rules';
import { defaultAvatar } from '#shared/account-rules';
import type { OpenedBoard } from '#shared/boards';
import type { ActivityId, AgreementId, BoardId, UserId } from '#shared/ids';
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

/**
 * One board per size, all with the same six members and as many actions. `cookie` is the session of one of them. `playing`: the place of the
 * board with seasons.
 */
export async function plantBoards(
  dataDir: string,
  sizes: readonly number[],
  playing?: number,
): Promise<{ boards: Planted[]; cookie: string }> {
  return await withData(dataDir, async (deps) => {
    const members = await plantPeople(deps, 'bench', 6);
    const boards: Planted[] = [];
    for (const [index, activities] of sizes.entries()) {
      const opened = await plantBoard(deps, { title: `Banc ${activities}`, members });
      boards.push({ id: opened.board.id, totalPoints: await plantActivities(deps, opened, members, activities) });
      if (index === playing) await plantSeasons(deps, opened.board.id, members);
    }
    await plantAchievements(deps);
    return { boards, cookie: members[0]?.cookie ?? '' };
  });
}

/** Starts a server on what is planted. What was planted once serves every build. */
export async function startPlanted<T>(
  name: string,
  build: string | undefined,
  plant: (dataDir: string) => Promise<T>,
): Promise<{ server: RunningServer; planted: T }> {
  const dataDir = dataDirOf(name);
  const planted = (plantedBefore.get(name) as T | undefined) ?? (await plant(dataDir));
  plantedBefore.set(name, planted);
  if (build !== undefined) await handOver(dataDir, dataDirOf(name, build), build);
  return { planted, server: await startServer(dataDirOf(name, build), build) };
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
      const [cookie = ''] = identity.cookieOf(await createSession(db, id, null), true).split(';', 1);
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
  const shares = new Map(players.map(({ id }) => [id, { points: 0, actions: 0, gained: 0, losses: 0 }]));
  let revision = board.revision;
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
      await addToMember(db, { boardId: board.id, userId, ...share });
      await addToUser(db, { userId, ...share });
    }
    await fillDays(db, board.id, board.timeZone);
    await recountFlame(db, { boardId: board.id, revision: 0 });
  });
  return total;
}

/** Two seasons that are closed, whose stakes are owed, and one that runs. Nothing is logged on the board from now on. */
async function plantSeasons(deps: Deps, boardId: BoardId, [first, ...others]: readonly Known[]): Promise<void> {
  const terms = { kind: 'season', length: 'week', stake: 'Un massage des pieds, sans regarder la télé', ties: 'shared' } as const;
  for (const [agreed, settled] of [
    [20, 12],
    [10, 0],
    [1, 0],
  ] as const) {
    const at = Date.now() - agreed * day;
    const id = newId<AgreementId>();
    await propose(deps, { userId: first?.id ?? '', boardId }, { id, terms }, at);
    for (const { id: userId } of others) await answer(deps, { userId, boardId, agreementId: id }, true, at);
    await deps.database.unitOfWork((work) => settle(work, boardId, Date.now() - settled * day));
  }
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
