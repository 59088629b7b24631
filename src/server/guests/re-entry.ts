/** Links by which an administrator lets a guest back into their game (decision D56). */
import { guestLimits, type BoardGuest, type MadeReturnLink, type Returning, type UseReturnLink } from '#shared/guests';
import { isAdministrator } from '#shared/board-policy';
import { isOver } from '#shared/clock-rules';
import type { BoardId, UserId, UserOnBoard } from '#shared/ids';
import { findAccount } from '../accounts/accounts.ts';
import { findByReEntry, isGuest, listAdministratorsOver, listGuestsOn, saveReEntry, useReEntry } from '../accounts/guest-store.ts';
import { boardFor, boardToChangeFor } from '../boards/board-for.ts';
import type { Db, Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import type { Browser } from '../identity/sessions/browser.ts';
import { endSessions, type SignedIn, startSession } from '../identity/sessions/sessions.ts';
import { newToken, tokenHash } from '../ids/tokens.ts';
import { isMember } from '../membership/member-store.ts';
import { deleteRequestsBesides } from '../membership/request-store.ts';
import { limitGuesses } from '../membership/single-links.ts';
import { expectNoGameHere } from './keep-guests-out.ts';

export async function listGuests({ database }: Deps, { userId, boardId }: UserOnBoard): Promise<BoardGuest[]> {
  return await database.snapshot(async (db) => {
    const board = await boardFor(db, { userId, boardId });
    if (!isAdministrator({ id: userId }, { createdBy: board.created_by })) throw refuse('administrator_only');
    const now = Date.now();
    return (await listGuestsOn(db, boardId)).map((row) => {
      const until = row.re_entry_by === userId ? row.re_entry_expires_at : null;
      const isWaiting = until !== null && !isOver(until, now, guestLimits.reEntryLasts);
      return { userId: row.user_id, returnLinkUntil: isWaiting ? until : null };
    });
  });
}

interface Making {
  makerId: UserId;
  boardId: BoardId;
  guestId: UserId;
}

/** Makes the one link of a guest: an earlier one ends. Its token is in this reply alone. */
export async function makeReEntry(deps: Deps, { makerId: userId, boardId, guestId }: Making): Promise<MadeReturnLink> {
  if (!(await deps.limits.requests.spend(userId))) throw refuse('too_many_requests');
  return await deps.database.unitOfWork(async ({ db }) => {
    const board = await boardToChangeFor(deps, db, { userId, boardId });
    if (!isAdministrator({ id: userId }, { createdBy: board.created_by })) throw refuse('administrator_only');
    await deps.database.lockPeople(db, [guestId]);
    if (!(await isMember(db, { boardId, userId: guestId }))) throw refuse('member_not_found');
    if (!(await isGuest(db, guestId))) throw refuse('not_a_guest');
    if (!(await administersAll(db, { userId, guestId }))) throw refuse('guest_elsewhere');
    const token = newToken(16);
    const expiresAt = Date.now() + guestLimits.reEntryLasts;
    await saveReEntry(db, guestId, { re_entry_hash: tokenHash(token), re_entry_by: userId, re_entry_expires_at: expiresAt });
    return { token, expiresAt };
  });
}

/**
 * Whether a person administers all boards that an account opens, and those that the guest has left: whoever is let in reads what they did there in the export.
 */
async function administersAll(db: Db, { userId, guestId }: { userId: UserId; guestId: UserId }): Promise<boolean> {
  const administrators = await listAdministratorsOver(db, guestId);
  return administrators.length > 0 && administrators.every((one) => one === userId);
}

/** Whose game a link opens. Every link that opens nothing is the same; guesses are counted by address. */
export async function lookAtReEntry(deps: Deps, token: string, address: string): Promise<Returning> {
  const { username, avatar } = await limitGuesses(deps, address, 'return_link_invalid', () => findReturning(deps.database.read, token));
  return { username, avatar };
}

/** In milliseconds: how long the reply to a use can be asked for again. */
const repeatableFor = 10 * 60 * 1000;

/** Uses a link up, and signs the guest in here and nowhere else. The same again under the same key, after a lost reply, signs in once more. */
export async function returnByLink(deps: Deps, { token, idempotencyKey }: UseReturnLink, browser: Browser): Promise<SignedIn> {
  const { database } = deps;
  const usedHash = idempotencyKey === undefined ? null : tokenHash(`${token} ${idempotencyKey}`);
  return await limitGuesses(deps, browser.address, 'return_link_invalid', () =>
    database.unitOfWork(async (work) => {
      const { db } = work;
      const find = async () => (usedHash && (await findByReEntry(db, usedHash))) || (await findReturning(db, token));
      const { id } = await find();
      // The guest's own session may end.
      if (browser.caller?.personId !== id) await expectNoGameHere({ read: db }, browser.caller);
      await database.lockPeople(db, [id]);
      // Once more now that nobody else uses it, and the guest joins no other board meanwhile.
      const { re_entry_by: maker } = await find();
      if (maker !== null) {
        await useReEntry(db, id, { usedHash, until: Date.now() + repeatableFor });
        await dropRequests(work, { personId: id, administrator: maker });
      }
      const user = await findAccount(db, id);
      if (!user) throw refuse('return_link_invalid');
      // A stolen cookie ends with it.
      await endSessions(work, id);
      await deps.devices.forget(db, id);
      return await startSession(deps, work, user, browser);
    }),
  );
}

/**
 * Takes back what would bring the guest onto boards of others: they meant whoever held the account until now, and can be asked again. What was answered goes,
 * too: it names boards that are no business of whoever comes in.
 */
async function dropRequests(work: Work, parties: { personId: UserId; administrator: UserId }): Promise<void> {
  for (const { from_user, to_user } of await deleteRequestsBesides(work.db, parties))
    work.record({ type: 'request_withdrawn', people: [from_user, to_user] });
}

/** The guest of a link that waits. Its maker may have lost a board of theirs since, or the guest have joined another. Throws `return_link_invalid`. */
async function findReturning(db: Db, token: string) {
  const guest = await findByReEntry(db, tokenHash(token));
  if (!guest?.re_entry_by || !(await administersAll(db, { userId: guest.re_entry_by, guestId: guest.id })))
    throw refuse('return_link_invalid');
  return guest;
}
