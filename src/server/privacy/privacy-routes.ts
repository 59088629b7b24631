import { Readable } from 'node:stream';
import type { EndpointKey } from '#shared/api';
import type { Deps } from '../deps.ts';
import { type App, type Call, serve } from '../http/serve.ts';
import { relyingPartyOf } from '../identity/passkeys/relying-party.ts';
import { deleteAccount, previewDeletion } from './account-deletion.ts';
import { exportAccount } from './account-export.ts';
import { termOf } from '../identity/sessions/session-cookie.ts';
import { changePreferences } from '../accounts/change-preferences.ts';

/** Privacy, export and deletion of an account, and what the host has set. */
export function privacyRoutes(app: App, deps: Deps): void {
  const { supportEmail, messengerAppId = null } = deps.config;
  const passkeys = relyingPartyOf(deps.config) !== undefined;
  serve(app, 'GET /api/configuration', () => Promise.resolve({ supportEmail, messengerAppId, passkeys }));

  serve(app, 'PATCH /api/account/preferences', async ({ caller, body, request, reply }) => {
    const user = await changePreferences(deps, caller.personId, body);
    const { essentialCookies: lasts } = body;
    if (lasts !== undefined) {
      const { cookie } = request.headers;
      const term = termOf(user);
      // From now on it counts when this browser was seen last.
      if (!lasts) await deps.identity.renew(cookie, term);
      setCookies(reply, [await deps.identity.cookieAgain(cookie, term), deps.devices.cookieAgain(cookie, lasts)]);
    }
    return { user };
  });

  serve(app, 'GET /api/account/export', async ({ caller, request, reply }) => {
    // Only the head is wanted: a document made for it would be thrown away.
    const document = request.method === 'HEAD' ? Readable.from([]) : await exportAccount(deps, caller);
    reply.header('content-type', 'application/json; charset=utf-8');
    reply.header('content-disposition', 'attachment; filename="ou-la-la-export.json"');
    return document;
  });

  serve(app, 'GET /api/account/deletion', ({ caller }) => previewDeletion(deps, caller.personId), { skipReplySchema: true });

  serve(app, 'POST /api/account/deletion', async ({ caller, body, request, reply }) => {
    const { cookie } = request.headers;
    await deleteAccount(deps, caller, body, cookie);
    // The session is gone already; this removes the cookies from the browser.
    setCookies(reply, [await deps.identity.signOut(cookie), await deps.devices.cookieGone(cookie)]);
    return undefined;
  });
}

function setCookies(reply: Call<EndpointKey>['reply'], lines: readonly (string | undefined)[]): void {
  reply.header(
    'set-cookie',
    lines.filter((line) => line !== undefined),
  );
}
