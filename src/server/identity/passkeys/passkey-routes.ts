import type { EndpointKey } from '#shared/api';
import type { Deps } from '../../deps.ts';
import { restartStreams } from '../../http/restart-streams.ts';
import { type App, type Call, serve } from '../../http/serve.ts';
import type { Invitations } from '../admission.ts';
import { browserOf } from '../sessions/browser.ts';
import { challengeToSignIn, signInByPasskey } from './passkey-sign-in.ts';
import { challengeToSignUp, signUpByPasskey } from './passkey-sign-up.ts';
import { addPasskey, challengeToAdd, ownPasskeys, removePasskey, renamePasskey } from './passkeys.ts';
import { challengeToProve } from './proofs.ts';

/** The routes of passkeys: signing up and in by one, and a person's own. */
export function passkeyRoutes(app: App, deps: Deps, invitations: Invitations): void {
  serve(app, 'POST /api/session/passkey-challenge', async ({ reply, ...call }) =>
    give(reply, await challengeToSignIn(deps, browserOf(call))),
  );

  serve(app, 'POST /api/session/passkey', async ({ body, reply, ...call }) => {
    const { user, cookies } = await signInByPasskey(deps, body, browserOf(call));
    reply.header('set-cookie', cookies);
    return { user };
  });

  serve(app, 'POST /api/accounts/passkey-challenge', async ({ body, reply, ...call }) =>
    give(reply, await challengeToSignUp(deps, invitations, body, browserOf(call))),
  );

  serve(app, 'POST /api/accounts/passkey', async ({ body, reply, ...call }) => {
    const { user, cookies } = await signUpByPasskey(deps, invitations, body, browserOf(call));
    reply.header('set-cookie', cookies);
    return { user };
  });

  serve(app, 'GET /api/passkeys', ({ caller }) => ownPasskeys(deps, caller.personId));

  serve(app, 'POST /api/passkeys/challenge', async ({ caller, body, request, reply }) =>
    give(reply, await challengeToAdd(deps, caller, body, request.headers.cookie)),
  );

  serve(app, 'POST /api/passkeys', async ({ body: made, caller, request, reply }) => {
    const { device, cookieHeader } = browserOf({ caller, request });
    const { passkey, cookie } = await addPasskey(deps, caller, { made, device, cookieHeader });
    if (cookie !== undefined) {
      reply.header('set-cookie', cookie);
      restartStreams(deps, caller, reply);
    }
    return { passkey };
  });

  serve(app, 'PATCH /api/passkeys/:passkeyId', async ({ params: { passkeyId }, caller, body: { name } }) => ({
    passkey: await renamePasskey(deps, { userId: caller.personId, passkeyId }, name),
  }));

  serve(app, 'DELETE /api/passkeys/:passkeyId', async ({ params: { passkeyId }, caller }) => {
    await removePasskey(deps, { userId: caller.personId, passkeyId });
    return undefined;
  });

  serve(app, 'POST /api/account/passkey-challenge', async ({ caller, request, reply }) =>
    give(reply, await challengeToProve(deps, caller, request.headers.cookie)),
  );
}

/** Sends what a device is to be asked, with the cookie of the browser that asks it. */
function give<Options>(reply: Call<EndpointKey>['reply'], { options, cookie }: { options: Options; cookie: string }): Options {
  reply.header('set-cookie', cookie);
  return options;
}
