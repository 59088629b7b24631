import type { Deps } from '../deps.ts';
import { addressKey } from '../http/address-key.ts';
import { restartStreams } from '../http/restart-streams.ts';
import { type App, type Call, serve } from '../http/serve.ts';
import { browserOf } from '../identity/sessions/browser.ts';
import { signUpGuest } from './guest-sign-up.ts';
import { keepByCode, keepByEmail, type Kept, showCode } from './keeping.ts';
import { listGuests, lookAtReEntry, makeReEntry, returnByLink } from './re-entry.ts';

/** Playing without an address, keeping the game, and coming back to it. */
export function guestRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/guests', async ({ body, reply, ...call }) => {
    const { user, cookies } = await signUpGuest(deps, body, browserOf(call));
    reply.header('set-cookie', cookies);
    return { user };
  });

  const showKept = ({ caller, reply }: Pick<Call<'POST /api/guest/email'>, 'caller' | 'reply'>, { user, cookie }: Kept) => {
    reply.header('set-cookie', cookie);
    restartStreams(deps, caller, reply);
    return { user };
  };

  serve(app, 'POST /api/guest/email', async (call) => showKept(call, await keepByEmail(deps, call.caller, call.body, browserOf(call))));

  serve(app, 'POST /api/guest/code', ({ caller }) => showCode(deps, caller));

  serve(app, 'POST /api/guest/code/confirm', async (call) =>
    showKept(call, await keepByCode(deps, call.caller, call.body.code, browserOf(call))),
  );

  serve(app, 'GET /api/boards/:boardId/guests', async ({ caller, params: { boardId } }) => ({
    guests: await listGuests(deps, { userId: caller.personId, boardId }),
  }));

  serve(app, 'POST /api/boards/:boardId/members/:userId/re-entry', ({ caller, params: { boardId, userId } }) =>
    makeReEntry(deps, { makerId: caller.personId, boardId, guestId: userId }),
  );

  serve(app, 'POST /api/re-entry/look', ({ body, request }) => lookAtReEntry(deps, body.token, addressKey(request.ip)));

  serve(app, 'POST /api/re-entry', async ({ body, reply, ...call }) => {
    const { user, cookies } = await returnByLink(deps, body, browserOf(call));
    reply.header('set-cookie', cookies);
    return { user };
  });
}
