import type { UserId } from '#shared/ids';
import { isGuest, isGuestOfNoDemo } from '../accounts/guest-store.ts';
import type { Database } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import type { App } from '../http/serve.ts';

/** Refuses guests at endpoints marked `notForGuests`, and at those marked `replacesSession`, whose reply would replace the only key to their game (decision D56). */
export function keepGuestsOut(app: App, { database }: Pick<Deps, 'database'>): void {
  app.addHook('onRoute', (route) => {
    const { notForGuests, replacesSession } = route.config ?? {};
    const isRefused = notForGuests === true ? isGuest : replacesSession === true ? isGuestOfNoDemo : undefined;
    if (!isRefused) return;
    route.preHandler = async ({ caller }) => {
      if (caller && (await isRefused(database.read, caller.personId))) throw refuse('guest_must_keep');
    };
  });
}

/** Refuses to end the one session that opens a game. */
export async function expectNoGameHere({ read }: Pick<Database, 'read'>, caller: { personId: UserId } | null): Promise<void> {
  if (caller && (await isGuestOfNoDemo(read, caller.personId))) throw refuse('guest_must_keep');
}
