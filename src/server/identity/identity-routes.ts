import type { Deps } from '../deps.ts';
import { addressKey } from '../http/address-key.ts';
import { restartStreams } from '../http/restart-streams.ts';
import { type App, serve } from '../http/serve.ts';
import { askForReset, resetPassword } from './passwords/password-resets.ts';
import type { Invitations } from './admission.ts';
import { passkeyRoutes } from './passkeys/passkey-routes.ts';
import { changePassword } from './passwords/change-password.ts';
import { browserOf } from './sessions/browser.ts';
import { endOtherSessions, endSession, listSessions, signOut } from './sessions/sessions.ts';
import { showSession } from './show-session.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { endToken, makeToken, tokensOf } from './tokens/tokens.ts';

/** The routes of sessions, tokens and passwords: signing up, in and out. */
export function identityRoutes(app: App, deps: Deps, invitations: Invitations): void {
  serve(app, 'POST /api/accounts', async ({ body, reply, ...call }) => {
    const { user, cookies } = await signUp(deps, invitations, body, browserOf(call));
    reply.header('set-cookie', cookies);
    return { user };
  });

  serve(app, 'GET /api/session', async ({ caller, request, reply }) => {
    const { user, signUps, cookies } = await showSession(deps, caller, request.headers.cookie);
    if (cookies.length > 0) reply.header('set-cookie', cookies);
    return { user, signUps, ...(deps.config.demo && { demos: true as const }) };
  });

  serve(app, 'POST /api/session', async ({ body, reply, ...call }) => {
    const { user, cookies } = await signIn(deps, body, browserOf(call));
    reply.header('set-cookie', cookies);
    return { user };
  });

  serve(app, 'DELETE /api/session', async ({ caller, request, reply }) => {
    reply.header('set-cookie', await signOut(deps, caller, request.headers.cookie));
    return undefined;
  });

  passkeyRoutes(app, deps, invitations);

  serve(app, 'GET /api/sessions', async ({ caller }) => ({ sessions: await listSessions(deps, caller) }));

  serve(app, 'DELETE /api/sessions', async ({ caller, request }) => {
    await endOtherSessions(deps, caller, request.headers.cookie);
    return undefined;
  });

  serve(app, 'DELETE /api/sessions/:sessionId', async ({ params, caller }) => {
    await endSession(deps, { userId: caller.personId, sessionId: params.sessionId });
    return undefined;
  });

  serve(app, 'GET /api/tokens', async ({ caller }) => ({ tokens: await tokensOf(deps.database.read, caller.personId) }));

  serve(app, 'POST /api/tokens', ({ caller, body }) => makeToken(deps, caller.personId, body));

  serve(app, 'DELETE /api/tokens/:tokenId', async ({ caller, params }) => {
    await endToken(deps, { userId: caller.personId, tokenId: params.tokenId });
    return undefined;
  });

  serve(app, 'PUT /api/account/password', async ({ body, caller, request, reply }) => {
    reply.header('set-cookie', await changePassword(deps, caller, body, request.headers.cookie));
    restartStreams(deps, caller, reply);
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
