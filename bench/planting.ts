/** Boards with as many activities as wanted, as if each had been logged: sealed titles, revisions and sums that the doctor approves. */
import { addToBoardsCount } from '#server/accounts/account-store';
import { sessionLasts } from '#server/identity/sessions/session-cookie';
import { newToken, tokenHash } from '#server/ids/tokens';
import { usernameSkeleton } from '#server/ids/username-skeleton';
import { predefinedActions } from '#server/actions/catalogue';
import { addToMember, addToUser, shareOf, sumsWith } from '#server/activities/log-store';
import { makeBoard, getBoard } from '#server/whole-boards/boards';
import { insertMember } from '#server/membership/member-store';
import { readConfig } from '#server/config/config';
import type { Deps } from '#server/deps';
import { earnedByAll } from '#server/doctor/achievements-check';
import { examine } from '#server/doctor/doctor';
import { newId } from '#server/ids/ids';
import { fillDays } from '#server/leaderboard/member-day-store';
import { createDeps } from '#server/start';
import { isAchievementId } from '#shared/achievement-rules';
import { defaultAvatar, usernameKey } from '#shared/account-rules';
import type { OpenedBoard } from '#shared/boards';
import type { ActivityId, SessionId, UserId } from '#shared/ids';
import { cookieOf, type Someone } from './players.ts';

export interface Planted {
  id: string;
  activities: number;
  totalPoints: number;
}

export interface Known extends Someone {
  id: UserId;
}

const year = 365 * 24 * 60 * 60 * 1000;
const activitiesInUnit = 28_000;
/** SQLite takes 32,766 values in a statement; an activity has 11. */
const activitiesInStatement = 2_800;

/** One board per size, all with the same six members and as many actions. `cookie` is the session of one of them. */
export async function plantBoards(dataDir: string, sizes: readonly number[], actions = 30): Promise<{ boards: Planted[]; cookie: string }> {
  return await withData(dataDir, async (deps) => {
    const members = await plantPeople(deps, 'bench', 6);
    const boards: Planted[] = [];
    for (const activities of sizes) {
      const opened = await plantBoard(deps, { title: `Banc ${activities}`, members, actions: actionsOf(actions) });
      boards.push({ id: opened.board.id, activities, totalPoints: await plantActivities(deps, opened, members, activities) });
    }
    await plantAchievements(deps);
    return { boards, cookie: members[0]?.cookie ?? '' };
  });
}

/** What the bench has done must be right as well as fast. Nobody else may have the database open. */
export async function assertRight(dataDir: string): Promise<void> {
  await withData(dataDir, () => Promise.resolve());
}

/** Works on a data folder, and has the doctor look at it. */
export async function withData<T>(dataDir: string, work: (deps: Deps) => Promise<T>): Promise<T> {
  const deps = await createDeps(readConfig({ DATA_DIR: dataDir }));
  try {
    const result = await work(deps);
    const found = await examine(deps);
    if (found.length > 0) throw new Error(`the doctor found:\n${found.slice(0, 20).join('\n')}`);
    return result;
  } finally {
    await deps.database.close();
  }
}

/** People who are signed in: without passwords, which would take minutes to hash for all of them. */
export async function plantPeople({ database, identity }: Deps, name: string, count: number): Promise<Known[]> {
  const now = Date.now();
  const people = Array.from({ length: count }, (_, index) => {
    const [username, token] = [`${name}-${index}`, newToken()];
    return { id: newId<UserId>(), username, token, cookie: cookieOf([identity.cookieOf(token, true)]) };
  });
  await database.unitOfWork(async ({ db }) => {
    const users = people.map(({ id, username }) => ({
      id,
      email: `${username}@bench.invalid`,
      username,
      username_key: usernameKey(username),
      username_skeleton: usernameSkeleton(username),
      avatar: defaultAvatar,
      created_at: now,
      updated_at: now,
    }));
    const sessions = people.map(({ id, token }) => ({
      id: newId<SessionId>(),
      token_hash: tokenHash(token),
      user_id: id,
      device: null,
      created_at: now,
      last_active_at: now,
      expires_at: now + sessionLasts * 1000,
    }));
    await db.insertInto('user').values(users).execute();
    await db.insertInto('session').values(sessions).execute();
  });
  return people;
}

/** Those of the catalogue from this one on, over and over with a number. */
export function actionsOf(count: number, first = 0): typeof predefinedActions {
  const all = predefinedActions.length;
  const round = (index: number) => Math.floor(index / all);
  return Array.from({ length: count }, (_, index) => ({ index, action: predefinedActions[(index + first) % all] })).flatMap(
    ({ index, action }) =>
      action ? [{ ...action, title: round(index) === 0 ? action.title : `${action.title.slice(0, 50)} n° ${round(index) + 1}` }] : [],
  );
}

interface NewBoard {
  title: string;
  /** The first is the administrator. */
  members: readonly Pick<Known, 'id'>[];
  actions?: typeof predefinedActions;
  icon?: Parameters<typeof makeBoard>[2]['icon'];
  theme?: Parameters<typeof makeBoard>[2]['theme'];
}

export async function plantBoard(
  deps: Deps,
  { title, members: [administrator, ...others], actions = actionsOf(30), icon = '👑', theme = 'pink' }: NewBoard,
): Promise<OpenedBoard> {
  if (!administrator) throw new Error('a board without members');
  // Nobody makes as many boards within a minute.
  await deps.limits.changes.forget(administrator.id);
  const { board } = await makeBoard(deps, administrator.id, { title, icon, theme, actions: [...actions], invited: [] });
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
  const scores = new Map<string, number>();
  let revision = board.revision;
  let total = 0;
  let planted = 0;

  const next = () => {
    const action = actions[planted % actions.length];
    const player = players[planted % players.length];
    if (!action || !player) throw new Error('an empty board');
    const id = newId<ActivityId>();
    const score = (scores.get(player.id) ?? 0) + action.points;
    scores.set(player.id, score);
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
      score_after: score,
    };
  };

  for (let unit = 0; unit < count; unit += activitiesInUnit) {
    await database.unitOfWork(async ({ db }) => {
      const rows = Array.from({ length: Math.min(activitiesInUnit, count - unit) }, next);
      for (let first = 0; first < rows.length; first += activitiesInStatement)
        await db
          .insertInto('activity')
          .values(rows.slice(first, first + activitiesInStatement))
          .execute();

      await db.updateTable('board').set({ total_points: total, revision }).where('id', '=', board.id).execute();
      for (const userId of scores.keys()) {
        const share = { userId, points: 0, actions: 0, gained: 0, losses: 0 };
        for (const { points } of rows.filter(({ user_id }) => user_id === userId))
          Object.assign(share, sumsWith(share, shareOf(points)), { points: share.points + points });
        await addToMember(db, { boardId: board.id, ...share });
        await addToUser(db, share);
      }
    });
  }
  await database.unitOfWork(({ db }) => fillDays(db, board.id, board.timeZone));
  return total;
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
