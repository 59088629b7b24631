import { isGuest } from '../accounts/guest-store.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import type { App } from '../http/serve.ts';

/** Keeps guests from what an account that can be lost must not have (decision D56): the endpoints that say `notForGuests`. No other call asks for more. */
export function keepGuestsOut(app: App, { database }: Pick<Deps, 'database'>): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.notForGuests !== true) return;
    route.preHandler = async ({ caller }) => {
      if (caller && (await isGuest(database.read, caller.personId))) throw refuse('guest_must_keep');
    };
  });
}
