import type { Session } from '#shared/accounts';
import type { Db } from '../../database/connect.ts';
import type { Work } from '../../database/unit-of-work.ts';
import type { Deps } from '../../deps.ts';
import { refuse } from '../../errors/refusal.ts';
import type { LiveFeed } from '../../live/live-feed.ts';
import type { Person } from './identity.ts';
import { deleteSession, deleteSessions, listSessions as readSessions } from './session-store.ts';

/** Of one person (decision D29). */
const sessionsAtMost = 50;

/** Where a person is signed in, the browser that asks first. */
export function listSessions({ database }: Deps, person: Person): Promise<Session[]> {
  return sessionsOf(database.read, person);
}

export async function sessionsOf(db: Db, { id, sessionId }: Person): Promise<Session[]> {
  const rows = await readSessions(db, id);
  const sessions = rows.map((row) => ({
    id: row.id,
    device: row.user_agent || null,
    createdAt: Date.parse(row.created_at),
    lastActiveAt: Date.parse(row.updated_at),
    isCurrent: row.id === sessionId,
  }));
  return sessions.sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
}

/** Signs one browser of a person out. Another person's session and a missing one are the same. */
export async function endSession({ database, liveFeed }: Deps, userId: string, sessionId: string): Promise<void> {
  await database.unitOfWork(async ({ db, afterCommit }) => {
    if (!(await deleteSession(db, userId, sessionId))) throw refuse('session_not_found');
    afterCommit(() => liveFeed.endSession(sessionId));
  });
}

/** Signs all other browsers of a person out, and treats them like strangers'. `cookieHeader` is that of this one. */
export async function endOtherSessions(
  { database, devices, liveFeed }: Deps,
  { id, sessionId }: Person,
  cookieHeader: string | undefined,
): Promise<void> {
  await database.unitOfWork(async (work) => {
    await endSessions(work, liveFeed, id, sessionId);
    await devices.forget(work.db, id, cookieHeader);
  });
}

/**
 * What follows from a session that was just opened: the oldest end where there are too many, and the browser is known from now on. The
 * `Set-Cookie` line that it is known by; `lasts` as for the session's.
 */
export async function admit(
  { database, devices, liveFeed }: Deps,
  { id, sessionId }: Person,
  cookieHeader: string | undefined,
  lasts: boolean,
): Promise<string> {
  return await database.unitOfWork(async ({ db, afterCommit }) => {
    const others = (await readSessions(db, id)).filter((session) => session.id !== sessionId);
    for (const { id: oldId } of others.slice(sessionsAtMost - 1)) {
      await deleteSession(db, id, oldId);
      afterCommit(() => liveFeed.endSession(oldId));
    }
    return await devices.remember(db, cookieHeader, id, lasts);
  });
}

/** Signs a person out everywhere, or everywhere but in one browser: their streams end once that is durable. */
export async function endSessions({ db, afterCommit }: Work, liveFeed: LiveFeed, userId: string, exceptSessionId?: string): Promise<void> {
  const ended = await deleteSessions(db, userId, exceptSessionId);
  afterCommit(() => {
    for (const sessionId of ended) liveFeed.endSession(sessionId);
  });
}
