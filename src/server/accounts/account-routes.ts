import type { EndpointKey } from '#shared/api';
import type { RefusalCode } from '#shared/refusals';
import type { Deps } from '../deps.ts';
import { addressKey } from '../http/address-key.ts';
import { refuse } from '../errors/refusal.ts';
import { type App, type Call, serve } from '../http/serve.ts';
import { type Caller, lookUpUser, readAccount, signIn, signUp } from './accounts.ts';
import { deviceName } from './sessions/device-name.ts';
import { admit } from './sessions/sessions.ts';

export function accountRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/accounts', async ({ body, person, request, reply }) => {
    const token = await signUp(deps, body, callerOf(request));
    const { user, cookies } = await openedSession(deps, token, request.headers.cookie, 'profile_failed');
    if (person) await endSession(deps, person.sessionId, request.headers.cookie);
    reply.header('set-cookie', cookies);
    return { user };
  });

  serve(app, 'GET /api/session', async ({ person, request, reply }) => {
    const user = person && (await readAccount(deps, person.id));
    if (!user) return { user: null };
    const { essentialCookies: lasts } = user.preferences;
    const session = await deps.identity.renew(request.headers.cookie, lasts);
    if (session === undefined) return { user };
    const { cookie } = request.headers;
    const device = lasts ? await deps.devices.renew(cookie, user.id) : deps.devices.cookieAgain(cookie, false);
    reply.header('set-cookie', device === undefined ? [session] : [session, device]);
    return { user };
  });

  serve(app, 'POST /api/session', async ({ body, person, request, reply }) => {
    const token = await signIn(deps, body, callerOf(request));
    if (person) await endSession(deps, person.sessionId, request.headers.cookie);
    // A password that is changed just now ends it before it is used.
    const { user, cookies } = await openedSession(deps, token, request.headers.cookie, 'wrong_credentials');
    reply.header('set-cookie', cookies);
    return { user };
  });

  serve(app, 'DELETE /api/session', async ({ person, request, reply }) => {
    reply.header('set-cookie', await endSession(deps, person?.sessionId, request.headers.cookie));
    return undefined;
  });

  serve(app, 'GET /api/users/:username', ({ params, person }) => lookUpUser(deps, person.id, params.username));
}

function callerOf({ ip, headers }: Call<EndpointKey>['request']): Caller {
  return { address: addressKey(ip), device: deviceName(headers['user-agent']), cookieHeader: headers.cookie };
}

async function endSession({ identity, liveFeed }: Deps, sessionId: string | undefined, cookieHeader: string | undefined): Promise<string> {
  const cookie = await identity.signOut(cookieHeader);
  if (sessionId !== undefined) liveFeed.endSession(sessionId);
  return cookie;
}

// Read back through the cookie that the browser will send, so that a session that would not be authenticated is noticed here.
async function openedSession(deps: Deps, token: string, cookieHeader: string | undefined, otherwise: RefusalCode) {
  const [sent] = deps.identity.cookieOf(token, true).split(';', 1);
  const person = await deps.identity.authenticate(sent);
  const user = person && (await readAccount(deps, person.id));
  if (!user) throw refuse(otherwise);
  const { essentialCookies: lasts } = user.preferences;
  return { user, cookies: [deps.identity.cookieOf(token, lasts), await admit(deps, person, cookieHeader, lasts)] };
}
