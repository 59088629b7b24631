import type { Deps } from '../../deps.ts';
import { addressKey } from '../../http/address-key.ts';
import { type App, serve } from '../../http/serve.ts';
import { askForReset, resetPassword } from '../passwords/password-resets.ts';
import { changePassword } from '../passwords/passwords.ts';
import { changeProfile } from './profile.ts';
import { endOtherSessions, endSession, listSessions } from '../sessions/sessions.ts';

/** Name, avatar, password and signed-in browsers of a person. */
export function profileRoutes(app: App, deps: Deps): void {
  serve(app, 'PATCH /api/account', async ({ body, person }) => ({ user: await changeProfile(deps, person.id, body) }));

  serve(app, 'PUT /api/account/password', async ({ body, person, request, reply }) => {
    reply.header('set-cookie', await changePassword(deps, person, body, request.headers.cookie));
    // Its streams were opened with the old cookie, by whoever had it. The browser has the new one when it comes back.
    const comeBack = () => deps.liveFeed.endSession(person.sessionId, 'restarting');
    if (reply.raw.destroyed) comeBack();
    else reply.raw.once('close', comeBack);
    return undefined;
  });

  serve(app, 'GET /api/sessions', async ({ person }) => ({ sessions: await listSessions(deps, person) }));

  serve(app, 'DELETE /api/sessions', async ({ person, request }) => {
    await endOtherSessions(deps, person, request.headers.cookie);
    return undefined;
  });

  serve(app, 'DELETE /api/sessions/:sessionId', async ({ params, person }) => {
    await endSession(deps, person.id, params.sessionId);
    return undefined;
  });

  serve(app, 'POST /api/password-resets', async ({ body, request }) => {
    await askForReset(deps, body, addressKey(request.ip));
    return undefined;
  });

  serve(app, 'PUT /api/password', async ({ body, request, reply }) => {
    reply.header('set-cookie', await resetPassword(deps, body, { address: addressKey(request.ip), cookieHeader: request.headers.cookie }));
    return undefined;
  });
}
