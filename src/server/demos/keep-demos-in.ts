import { isInDemo } from '../accounts/guest-store.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import type { App } from '../http/serve.ts';

/** Keeps the people of demos from all but the moves of their game, before anything of a call is looked at. */
export function keepDemosIn(app: App, { database }: Pick<Deps, 'database'>): void {
  app.addHook('preValidation', async ({ caller, routeOptions: { config } }) => {
    if (config.notInDemos && caller && (await isInDemo(database.read, caller.personId))) throw refuse('demo_stays_here');
  });
}
