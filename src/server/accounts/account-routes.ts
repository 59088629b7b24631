import type { Deps } from '../deps.ts';
import { type App, serve } from '../http/serve.ts';
import { changeProfile, lookUpUser } from './profile/profile.ts';
import { callerOf } from './sessions/caller.ts';
import { signUp } from './sign-up.ts';

/** Accounts, and what others may see of them. */
export function accountRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/accounts', async ({ body, request, reply }) => {
    const { user, cookies } = await signUp(deps, body, callerOf(request));
    reply.header('set-cookie', cookies);
    return { user };
  });

  serve(app, 'PATCH /api/account', async ({ body, person }) => ({ user: await changeProfile(deps, person.id, body) }));

  serve(app, 'GET /api/users/:username', ({ params, person }) => lookUpUser(deps, person.id, params.username));
}
