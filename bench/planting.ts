/** Boards with as many activities as wanted, as if each had been logged: sealed titles, revisions and sums that the doctor approves. */
import { randomBytes } from 'node:crypto';
import { addToBoardsCount, findUserByName } from '#server/accounts/account-store';
import { hashPassword } from '#server/identity/passwords/password-hash';
import { sessionLasts } from '#server/identity/sessions/session-cookie';
import { createSession } from '#server/identity/sessions/sessions';
import { createAccount } from '#server/identity/sign-up';
import { newToken, tokenHash } from '#server/ids/tokens';
import { usernameSkeleton } from '#server/ids/username-skeleton';
import { predefinedActions } from '#server/actions/catalogue';
import { addToMember, addToUser, shareOf, sumsWith } from '#server/activities/log-store';
import { makeBoard, getBoard } from '#server/whole-boards/boards';
import { insertMember } from '#server/membership/member-store';
import { readConfig } from '#server/config/config';
import type { Db } from '#server/database/database';
import type { Deps } from '#server/deps';
import { earnedByAll } from '#server/doctor/achievements-check';
import { examine } from '#server/doctor/doctor';
import { newId } from '#server/ids/ids';
import { fillDays } from '#server/leaderboard/member-day-store';
import { acceptRequest, listRequests } from '#server/membership/requests';
import { createDeps } from '#server/start';
import { isAchievementId } from '#shared/achievement-rules';
import { defaultAvatar, usernameKey } from '#shared/account-rules';
import type { OpenedBoard } from '#shared/boards';
import { type PlayersBoard, cookieOf, type Someone } from './players.ts';

export interface Planted {
  id: string;
  activities: number;
  totalPoints: number;
}

const members = 6;
const actions = 30;
const year = 365 * 24 * 60 * 60 * 1000;
const activitiesInUnit = 28_000;
/** SQLite takes 32,766 values in a statement; an activity has 11. */
const activitiesInStatement = 2_800;

/** One board per size, all with the same members. `cookie` is the session of one of them. */
export async function plantBoards(dataDir: string, sizes: readonly number[]): Promise<{ boards: Planted[]; cookie: string }> {
  return await withData(dataDir, async (deps) => {
    const names = Array.from({ length: members }, (_, index) => `bench-${index}`);
    const cookies: string[] = [];
    for (const username of names) cookies.push(cookieOf(await signUp(deps, username)));
    const boards: Planted[] = [];
    for (const size of sizes) {
      const opened = await furnish(deps, names, `Banc ${size}`);
      const totalPoints = await plantActivities(deps, opened, size);
      boards.push({ id: opened.board.id, activities: size, totalPoints });
    }
    return { boards, cookie: cookies[0] ?? '' };
  });
}

/** Boards with members of their own, all signed in: without passwords, which would take minutes to hash. */
export async function plantCrowd(
  dataDir: string,
  { boards, membersOfEach }: { boards: number; membersOfEach: number },
): Promise<PlayersBoard[]> {
  return await withData(dataDir, async (deps) => {
    const planted: PlayersBoard[] = [];
    for (let board = 0; board < boards; board++)
      planted.push(await plantCrowdedBoard(deps, `Foule ${board}`, await plantPeople(deps, `foule-${board}`, membersOfEach)));
    return planted;
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

export async function signUp(
  { database, identity }: Deps,
  username: string,
  password = randomBytes(12).toString('base64url'),
): Promise<string[]> {
  const hash = await hashPassword(password, { key: 'planting' });
  const token = await database.unitOfWork(async ({ db }) => {
    const id = await createAccount(db, { username, email: `${username}@bench.invalid`, avatar: defaultAvatar }, hash);
    return await createSession(db, id, null);
  });
  return [identity.cookieOf(token, true)];
}

async function furnish(deps: Deps, [administrator = '', ...invited]: readonly string[], title: string): Promise<OpenedBoard> {
  const administratorId = await idOf(deps, administrator);
  // Nobody invites that many within an hour.
  await deps.limits.requests.forget(administratorId);
  const { board } = await makeBoard(deps, administratorId, {
    title,
    icon: '👑',
    theme: 'pink',
    actions: predefinedActions.slice(0, actions),
    invited: [...invited],
  });
  for (const username of invited) {
    const userId = await idOf(deps, username);
    const { received } = await listRequests(deps, userId);
    const invitation = received.find(({ boardId, status }) => boardId === board.id && status === 'pending');
    if (invitation) await acceptRequest(deps, userId, invitation.id);
  }
  return await getBoard(deps, administratorId, board.id);
}

export async function idOf({ database }: Deps, username: string): Promise<string> {
  const user = await findUserByName(database.read, username);
  if (!user) throw new Error(`${username} did not sign up`);
  return user.id;
}

/** Returns the board's total. Without `achievements` the caller plants them once for many boards. */
export async function plantActivities(
  { database, boardKeys }: Deps,
  opened: OpenedBoard,
  count: number,
  { achievements = true } = {},
): Promise<number> {
  const boardId = opened.board.id;
  const secrets = await boardKeys.of(database.read, boardId);
  const start = Date.now() - year;
  const scores = new Map<string, number>();
  let revision = opened.board.revision;
  let total = 0;
  let planted = 0;

  const next = () => {
    const action = opened.actions[planted % opened.actions.length];
    const member = opened.members[planted % opened.members.length];
    if (!action || !member) throw new Error('an empty board');
    const id = newId();
    const score = (scores.get(member.userId) ?? 0) + action.points;
    scores.set(member.userId, score);
    total += action.points;
    planted++;
    return {
      id,
      board_id: boardId,
      user_id: member.userId,
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

      await db.updateTable('board').set({ total_points: total, revision }).where('id', '=', boardId).execute();
      for (const userId of scores.keys()) {
        const share = { userId, points: 0, actions: 0, gained: 0, losses: 0 };
        for (const { points } of rows.filter(({ user_id }) => user_id === userId))
          Object.assign(share, sumsWith(share, shareOf(points)), { points: share.points + points });
        await addToMember(db, { boardId, ...share });
        await addToUser(db, share);
      }
    });
  }
  await database.unitOfWork(async ({ db }) => {
    await fillDays(db, boardId, opened.board.timeZone);
    if (achievements) await plantAchievements(db);
  });
  return total;
}

/** Those that the doctor misses. */
export async function plantAchievements(db: Db): Promise<void> {
  for (const [userId, earned] of await earnedByAll(db))
    for (const [id, times] of earned)
      if (isAchievementId(id))
        await db
          .insertInto('achievement')
          .values({ user_id: userId, achievement_id: id, unlocked_at: Date.now(), activity_id: null, times, kept: 0 })
          .onConflict((conflict) => conflict.columns(['user_id', 'achievement_id']).doUpdateSet({ times }))
          .execute();
}

export interface Known extends Someone {
  id: string;
}

export async function plantPeople({ database, identity }: Deps, name: string, count: number): Promise<Known[]> {
  const now = Date.now();
  const people = Array.from({ length: count }, (_, index) => {
    const [username, token] = [`${name}-${index}`, newToken()];
    return { id: newId(), username, token, cookie: cookieOf([identity.cookieOf(token, true)]) };
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
      id: newId(),
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

/** The first is the administrator. */
export async function plantCrowdedBoard(deps: Deps, title: string, [administrator, ...others]: readonly Known[]): Promise<PlayersBoard> {
  if (!administrator) throw new Error('a board without members');
  const { board } = await makeBoard(deps, administrator.id, {
    title,
    icon: '👑',
    theme: 'pink',
    actions: predefinedActions.slice(0, actions),
    invited: [],
  });
  await deps.database.unitOfWork(async ({ db }) => {
    for (const { id } of others) {
      await insertMember(db, board.id, id);
      await addToBoardsCount(db, id, Number.MAX_SAFE_INTEGER);
    }
  });
  const [action] = (await getBoard(deps, administrator.id, board.id)).actions;
  if (!action) throw new Error(`board ${title} is incomplete`);
  return { id: board.id, actionId: action.id, members: [administrator, ...others] };
}
