import type { Deps } from '../deps.ts';
import { refuse } from '../http/refusal.ts';
import { type App, serve } from '../http/serve.ts';
import { lookUpUser, readAccount, signIn, signUp } from './accounts.ts';

export function accountRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/accounts', async ({ body, request, reply }) => {
    const cookies = await signUp(deps, body, request.ip);
    reply.header('set-cookie', cookies);
    return { user: await accountOf(deps, cookies) };
  });

  serve(app, 'GET /api/session', async ({ person, request, reply }) => {
    if (!person) return { user: null };
    reply.header('set-cookie', await deps.identity.prolong(request.headers.cookie));
    return { user: await readAccount(deps, person.id) };
  });

  serve(app, 'POST /api/session', async ({ body, person, request, reply }) => {
    const cookies = await signIn(deps, body, request.ip);
    if (person) await endSession(deps, person.sessionId, request.headers.cookie);
    reply.header('set-cookie', cookies);
    return { user: await accountOf(deps, cookies) };
  });

  serve(app, 'DELETE /api/session', async ({ person, request, reply }) => {
    reply.header('set-cookie', await endSession(deps, person?.sessionId, request.headers.cookie));
    return undefined;
  });

  serve(app, 'GET /api/users/:username', ({ params, person }) => lookUpUser(deps, person.id, params.username));
}

async function endSession(
  { identity, liveFeed }: Deps,
  sessionId: string | undefined,
  cookieHeader: string | undefined,
): Promise<string[]> {
  const cookies = await identity.signOut(cookieHeader);
  if (sessionId !== undefined) liveFeed.endSession(sessionId);
  return cookies;
}

// Read back through the cookie that the browser will send, so that a session that would not be recognised is noticed here.
async function accountOf(deps: Deps, cookies: string[]) {
  const cookieHeader = cookies.map((line) => line.split(';', 1)[0]).join('; ');
  const person = await deps.identity.recognise(cookieHeader);
  const account = person && (await readAccount(deps, person.id));
  if (!account) throw refuse('profile_failed');
  return account;
}
