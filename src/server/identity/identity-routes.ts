import type { Deps } from '../deps.ts';
import { addressKey } from '../http/address-key.ts';
import { type App, serve } from '../http/serve.ts';
import { askForReset, resetPassword } from './passwords/password-resets.ts';
import { changePassword } from './passwords/passwords.ts';
import { callerOf } from './sessions/caller.ts';
import { endOtherSessions, endSession, listSessions, signOut } from './sessions/sessions.ts';
import { showSession } from './show-session.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';

/** What people sign up, in and out with: sessions and passwords. */
export function identityRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/accounts', async ({ body, request, reply }) => {
    const { user, cookies } = await signUp(deps, body, callerOf(request));
    reply.header('set-cookie', cookies);
    return { user };
  });

  serve(app, 'GET /api/session', async ({ person, request, reply }) => {
    const { user, cookies } = await showSession(deps, person, request.headers.cookie);
    if (cookies.length > 0) reply.header('set-cookie', cookies);
    return { user };
  });

  serve(app, 'POST /api/session', async ({ body, request, reply }) => {
    const { user, cookies } = await signIn(deps, body, callerOf(request));
    reply.header('set-cookie', cookies);
    return { user };
  });

  serve(app, 'DELETE /api/session', async ({ person, request, reply }) => {
    reply.header('set-cookie', await signOut(deps, person, request.headers.cookie));
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

  serve(app, 'PUT /api/account/password', async ({ body, person, request, reply }) => {
    reply.header('set-cookie', await changePassword(deps, person, body, request.headers.cookie));
    // Its streams were opened with the old cookie, which may have been copied. The browser reconnects with the new one.
    const comeBack = () => deps.announce({ type: 'session_ended', sessionId: person.sessionId, reason: 'restarting' });
    if (reply.raw.destroyed) comeBack();
    else reply.raw.once('close', comeBack);
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
