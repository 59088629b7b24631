import { isGuest } from '../accounts/guest-store.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import type { App } from '../http/serve.ts';

/** Keeps guests from what an account that can be lost must not have (decision D56): the endpoints that say `notForGuests`. */
export function keepGuestsOut(app: App, { database }: Pick<Deps, 'database'>): void {
  app.addHook('preHandler', async ({ caller, routeOptions: { config } }) => {
    if (config.notForGuests && caller && (await isGuest(database.read, caller.personId))) throw refuse('guest_must_keep');
  });
}
