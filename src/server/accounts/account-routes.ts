import type { Deps } from '../deps.ts';
import { type App, serve } from '../http/serve.ts';
import { changeProfile, lookUpUser } from './profile/profile.ts';

/** Accounts, and what others may see of them. */
export function accountRoutes(app: App, deps: Deps): void {
  serve(app, 'PATCH /api/account', async ({ body, person }) => ({ user: await changeProfile(deps, person.id, body) }));

  serve(app, 'GET /api/users/:username', ({ params, person }) => lookUpUser(deps, person.id, params.username));
}
