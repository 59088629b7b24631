import type { Deps } from '../../deps.ts';
import { addressKey } from '../../http/address-key.ts';
import { type App, serve } from '../../http/serve.ts';
import { askForReset, resetPassword } from './password-resets.ts';
import { changePassword } from './passwords.ts';

export function passwordRoutes(app: App, deps: Deps): void {
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
