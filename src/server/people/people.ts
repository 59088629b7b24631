/** What the host does for people: the use cases of `npm run people`. */
import { usernameKey } from '#shared/account-rules';
import type { BoardId, UserId } from '#shared/ids';
import { isGuest } from '../accounts/guest-store.ts';
import { findUser, findUserByName } from '../accounts/account-store.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import { linkLasts } from '../identity/passwords/password-reset-store.ts';
import { issueReset, resetLink } from '../identity/passwords/reset-links.ts';
import { listSessions } from '../identity/sessions/session-store.ts';
import { endSessions } from '../identity/sessions/sessions.ts';
import { previewDeletion, removeAccount } from '../privacy/account-deletion.ts';
import { listEverybody } from './people-store.ts';

/** Times in milliseconds since 1970. */
export interface ListedPerson {
  username: string;
  memberSince: number;
  /** Known to the day: a session notes once a day that it is used. */
  lastSeen: number;
  boards: number;
  sessions: number;
}

export async function listPeople({ database }: Pick<Deps, 'database'>): Promise<ListedPerson[]> {
  const rows = await listEverybody(database.read, Date.now());
  return rows.map(({ username, created_at, boards_count, sessions, active_at, signed_in_at }) => ({
    username,
    memberSince: created_at,
    lastSeen: Math.max(created_at, active_at ?? 0, signed_in_at ?? 0),
    boards: boards_count,
    sessions: sessions ?? 0,
  }));
}

/** The person of a typed username, whatever its case; undefined when there is none. */
export function findPerson({ database }: Pick<Deps, 'database'>, username: string) {
  return findUserByName(database.read, usernameKey(username.trim()));
}

/** A link like the one that is mailed to whoever forgot the password, and when it expires. */
export async function makeResetLink({ database, origin }: Pick<Deps, 'database' | 'origin'>, userId: UserId) {
  return await database.unitOfWork(async ({ db }) => {
    // A change of the password meanwhile must find the link, to end it.
    await database.lockPeople(db, [userId]);
    const user = await findUser(db, userId);
    if (!user) throw refuse('no_user_logged_in');
    const token = await issueReset(db, userId);
    return { link: resetLink({ origin, token, username: user.username }), expiresAt: Date.now() + linkLasts };
  });
}

interface SignedOut {
  sessions: number;
  /** Then nothing opens the account any more but what the host or an administrator makes. */
  isOfGuest: boolean;
}

/** Signs a person out everywhere, and treats all their browsers like strangers'. */
export async function signOutEverywhere({ database, devices }: Pick<Deps, 'database' | 'devices'>, userId: UserId): Promise<SignedOut> {
  return await database.unitOfWork(async (work) => {
    await database.lockPeople(work.db, [userId]);
    const { length } = await listSessions(work.db, userId);
    await endSessions(work, userId);
    await devices.forget(work.db, userId);
    return { sessions: length, isOfGuest: await isGuest(work.db, userId) };
  });
}

/** The boards that go with an account, and how many of them have other members. */
export async function boardsGoingWith(deps: Deps, userId: UserId): Promise<{ boards: BoardId[]; shared: number }> {
  const { boards } = await previewDeletion(deps, userId);
  return { boards: boards.map(({ id }) => id), shared: boards.filter(({ members }) => members.length > 0).length };
}

/** Deletes an account with these boards, as the person would. Throws `boards_changed` when they administer others by now. */
export async function deletePerson(deps: Deps, userId: UserId, boards: BoardId[]): Promise<void> {
  await removeAccount(deps, userId, { handOvers: [], boards }, async (db) => {
    if (!(await findUser(db, userId))) throw refuse('no_user_logged_in');
  });
}
