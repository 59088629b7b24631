import type { Account, Session } from '#shared/accounts';
import type { SessionId, UserId } from '#shared/ids';
import type { Db, Work } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { refuse } from '../../errors/refusal.ts';
import { newId } from '../../ids/ids.ts';
import { newToken, tokenHash } from '../../ids/tokens.ts';
import type { Browser } from './browser.ts';
import type { SessionCaller } from '../callers.ts';
import { lastsFor, type SessionTerm, termOf } from './session-cookie.ts';
import { changeSessionToken, deleteSession, deleteSessions, insertSession, listSessions as readSessions } from './session-store.ts';

/** The most sessions that one person has (decision D29). */
const sessionsAtMost = 50;

export interface SignedIn {
  user: Account;
  /** `Set-Cookie` lines: of the session, and of the device that is known from now on. */
  cookies: string[];
}

/** Signs a person in: the session that this browser had before ends, as do the oldest where there are too many. */
export async function startSession(
  { devices, identity }: Pick<Deps, 'devices' | 'identity'>,
  work: Work,
  user: Account,
  { device, cookieHeader, caller }: Pick<Browser, 'device' | 'cookieHeader' | 'caller'>,
): Promise<SignedIn> {
  const { db } = work;
  const end = async ({ userId, sessionId }: { userId: UserId; sessionId: SessionId }) => {
    await deleteSession(db, { userId, sessionId });
    recordEnd(work, sessionId);
  };
  if (caller) await end({ userId: caller.personId, sessionId: caller.sessionId });
  for (const { id } of (await readSessions(db, user.id)).slice(sessionsAtMost - 1)) await end({ userId: user.id, sessionId: id });
  const term = termOf(user);
  const token = await createSession(db, user.id, device, term);
  return { user, cookies: [identity.cookieOf(token, term), await devices.remember(db, cookieHeader, user.id, term.lasts)] };
}

/** The token of a new session. `device` as by `deviceName`. */
export async function createSession(
  db: Db,
  userId: UserId,
  device: string | null,
  term: Pick<SessionTerm, 'isGuest' | 'demoUntil'> = { isGuest: false },
): Promise<string> {
  const token = newToken();
  const now = Date.now();
  const times = { created_at: now, last_active_at: now, expires_at: now + lastsFor(term) * 1000 };
  await insertSession(db, { id: newId(), token_hash: tokenHash(token), user_id: userId, device, ...times });
  return token;
}

/** The sessions of a person, that of the caller first. */
export function listSessions({ database }: Deps, caller: SessionCaller): Promise<Session[]> {
  return sessionsOf(database.read, caller);
}

export async function sessionsOf(db: Db, { personId, sessionId }: SessionCaller): Promise<Session[]> {
  const rows = await readSessions(db, personId);
  const sessions = rows.map((row) => ({
    id: row.id,
    device: row.device,
    createdAt: row.created_at,
    lastActiveAt: row.last_active_at,
    isCurrent: row.id === sessionId,
  }));
  return sessions.sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
}

/** Ends the session of these cookies, whatever the database says; the `Set-Cookie` line that takes it out of the browser. */
export async function signOut(
  { announce, identity }: Deps,
  caller: SessionCaller | null,
  cookieHeader: string | undefined,
): Promise<string> {
  const line = await identity.signOut(cookieHeader);
  if (caller) announce({ type: 'session_ended', sessionId: caller.sessionId, reason: 'session_ended' });
  return line;
}

/** Signs one browser of a person out. Another person's session and a missing one are the same. */
export async function endSession({ database }: Deps, { userId, sessionId }: { userId: UserId; sessionId: SessionId }): Promise<void> {
  await database.unitOfWork(async (work) => {
    if (!(await deleteSession(work.db, { userId, sessionId }))) throw refuse('session_not_found');
    recordEnd(work, sessionId);
  });
}

/** Signs all other browsers of a person out, and treats them like strangers'. `cookieHeader` is that of this one. */
export async function endOtherSessions(
  { database, devices }: Deps,
  { personId, sessionId }: SessionCaller,
  cookieHeader: string | undefined,
): Promise<void> {
  await database.unitOfWork(async (work) => {
    await database.lockPeople(work.db, [personId]);
    await endSessions(work, personId, sessionId);
    await devices.forget(work.db, personId, cookieHeader);
  });
}

/** Signs a person out everywhere, or everywhere but in one browser: their streams end once that is durable. */
export async function endSessions(work: Work, userId: UserId, exceptSessionId?: SessionId): Promise<void> {
  for (const sessionId of await deleteSessions(work.db, userId, exceptSessionId)) recordEnd(work, sessionId);
}

/** Within a transaction that locked the person: what was checked before may have taken so long that the session has ended. Throws `no_user_logged_in`. */
export async function expectSession(db: Db, { personId, sessionId }: SessionCaller): Promise<void> {
  if (!(await readSessions(db, personId)).some(({ id }) => id === sessionId)) throw refuse('no_user_logged_in');
}

/**
 * Gives the present session of a person another token, ends their others, and treats other devices like strangers': a copy of its cookie is worth nothing
 * any more. The token. Throws `no_user_logged_in` where the session has ended meanwhile.
 */
export async function changeToken(
  { devices }: Pick<Deps, 'devices'>,
  work: Work,
  { personId, sessionId }: SessionCaller,
  cookieHeader: string | undefined,
): Promise<string> {
  const token = newToken();
  if (!(await changeSessionToken(work.db, sessionId, tokenHash(token)))) throw refuse('no_user_logged_in');
  await endSessions(work, personId, sessionId);
  await devices.forget(work.db, personId, cookieHeader);
  return token;
}

function recordEnd(work: Work, sessionId: SessionId): void {
  work.record({ type: 'session_ended', sessionId, reason: 'session_ended' });
}
