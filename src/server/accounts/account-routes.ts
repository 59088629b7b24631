import type { Deps } from '../deps.ts';
import { type App, serve } from '../http/serve.ts';
import { changeProfile, lookUpUser } from './profile/profile.ts';

/** Accounts, and what others may see of them. */
export function accountRoutes(app: App, deps: Deps): void {
  serve(app, 'PATCH /api/account', async ({ body, caller }) => ({ user: await changeProfile(deps, caller.personId, body) }));

  serve(app, 'GET /api/users/:username', ({ params, caller }) => lookUpUser(deps, caller.personId, params.username));
}
