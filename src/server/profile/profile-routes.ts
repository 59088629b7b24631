import type { Deps } from '../deps.ts';
import { type App, serve } from '../http/serve.ts';
import { changeProfile, lookUpUser } from './profile.ts';

/** The routes of the profile that others see. */
export function profileRoutes(app: App, deps: Deps): void {
  serve(app, 'PATCH /api/account', async ({ body, caller }) => ({ user: await changeProfile(deps, caller.personId, body) }));

  serve(app, 'GET /api/users/:username', ({ params, caller }) => lookUpUser(deps, caller.personId, params.username));
}
