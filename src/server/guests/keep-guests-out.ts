import { isGuest, isInDemo } from '../accounts/guest-store.ts';
import type { Database, Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import type { App } from '../http/serve.ts';
import type { UserId } from '#shared/ids';

/**
 * Keeps guests from what an account that can be lost must not have (decision D56): the endpoints that say `notForGuests`; and from losing it by the session of
 * somebody else in the same browser: those that say `replacesSession`. No other call asks for more.
 */
export function keepGuestsOut(app: App, { database }: Pick<Deps, 'database'>): void {
  app.addHook('onRoute', (route) => {
    const { notForGuests, replacesSession } = route.config ?? {};
    const isRefused = notForGuests === true ? isGuest : replacesSession === true ? hasGameToLose : undefined;
    if (!isRefused) return;
    route.preHandler = async ({ caller }) => {
      if (caller && (await isRefused(database.read, caller.personId))) throw refuse('guest_must_keep');
    };
  });
}

/** Refuses to end the one session that opens a game. */
export async function expectNoGameHere({ read }: Pick<Database, 'read'>, caller: { personId: UserId } | null): Promise<void> {
  if (caller && (await hasGameToLose(read, caller.personId))) throw refuse('guest_must_keep');
}

/** Whether a game is lost with the session. A demo is none to lose: nobody may keep it. */
async function hasGameToLose(db: Db, userId: UserId): Promise<boolean> {
  return (await isGuest(db, userId)) && !(await isInDemo(db, userId));
}
