import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Account, ChangeProfile, PublicProfile } from '#shared/accounts';
import { usernameKey } from '#shared/account-rules';
import type { UserId } from '#shared/ids';
import { lockBoards } from '../boards/board-for.ts';
import { changeBoard, findRevisions, readRevisions } from '../boards/board-store.ts';
import type { Db, Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import type { Revision } from '../live/live-feed.ts';
import { findUserByLook, findUserByName } from '../accounts/account-store.ts';
import { findAccount } from '../accounts/accounts.ts';
import { findProfile, listBoardsWithTraces, saveProfile } from './profile-store.ts';
import { takenBy } from '../accounts/unique-failure.ts';
import { usernameSkeleton } from '../ids/username-skeleton.ts';

/** Changes username or avatar, for everybody who sees the person. Unchanged values change nothing. */
export async function changeProfile(deps: Deps, userId: UserId, input: ChangeProfile): Promise<Account> {
  const { database, limits } = deps;
  if (!(await limits.profileChanges.spend(userId))) throw refuse('too_many_requests');
  if (input.username !== undefined && (await isTaken(database.read, input.username, userId))) throw refuse('username_taken', 'username');
  try {
    await database.unitOfWork((work) => saveAndShow(deps, work, userId, input));
  } catch (failure) {
    // Taken since it was looked up.
    throw takenBy(database, failure) ?? failure;
  }
  const account = await findAccount(database.read, userId);
  if (!account) throw refuse('no_user_logged_in');
  return account;
}

/** Whether a username exists, for an invitation. Never tells the e-mail. */
export async function lookUpUser({ database, limits }: Deps, userId: UserId, username: string): Promise<PublicProfile> {
  if (!(await limits.lookUps.spend(userId))) throw refuse('too_many_requests');
  const user = await findUserByName(database.read, usernameKey(username.trim()));
  if (!user) throw refuse('user_not_found');
  return { username: user.username, avatar: user.avatar };
}

// One's own name in other letters is free, as is one that looks like it.
async function isTaken(db: Db, username: string, userId: UserId): Promise<boolean> {
  const others = [await findUserByName(db, usernameKey(username)), await findUserByLook(db, usernameSkeleton(username))];
  return others.some((other) => other !== undefined && other.id !== userId);
}

async function saveAndShow(deps: Deps, work: Work, userId: UserId, { username, avatar }: ChangeProfile): Promise<void> {
  const { db } = work;
  const present = await findProfile(db, userId);
  if (!present) throw refuse('no_user_logged_in');
  const columns = {
    ...(username === undefined || username === present.username ? {} : namesOf(username)),
    ...(avatar === undefined || avatar === present.avatar ? {} : { avatar }),
  };
  if (Object.keys(columns).length === 0) return;
  const { boardIds, traces, there } = await lockBoardsOf(deps, db, userId);
  await saveProfile(db, userId, columns);
  // A person may have many boards: other requests get a turn between two of them.
  const newRevisions: Revision[] = [];
  for (const [part, ids] of [
    ['members', boardIds],
    ['activities', traces],
  ] as const) {
    for (const id of ids) {
      await nextTurn();
      if (!there.has(id)) continue;
      const { revision } = await changeBoard(db, id, part);
      newRevisions.push({ id, revision });
    }
  }
  work.record({ type: 'profile_changed', userId, boards: newRevisions });
}

/** Locks the person and the boards that show them: as a member, or where they were one once and what they did is still there under their name. */
async function lockBoardsOf(deps: Deps, db: Db, userId: UserId) {
  const read = async () => {
    const boardIds = (await readRevisions(db, userId)).map(({ id }) => id);
    return { boardIds, traces: await listBoardsWithTraces(db, userId) };
  };
  const early = await read();
  const locked = new Set([...early.boardIds, ...early.traces]);
  await lockBoards(deps, db, locked);
  await deps.database.lockPeople(db, [userId]);
  // Read once more now that they can join no other.
  const { boardIds, traces } = await read();
  const all = [...boardIds, ...traces];
  await lockBoards(
    deps,
    db,
    all.filter((id) => !locked.has(id)),
  );
  // Some may have been deleted while this waited for them.
  return { boardIds, traces, there: new Set((await findRevisions(db, all)).map(({ id }) => id)) };
}

function namesOf(username: string) {
  return { username, username_key: usernameKey(username), username_skeleton: usernameSkeleton(username) };
}
