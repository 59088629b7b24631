import type { Deps } from '../../deps.ts';
import { type App, serve } from '../../http/serve.ts';
import { callerOf } from './caller.ts';
import { endOtherSessions, endSession, listSessions, signOut } from './sessions.ts';
import { showSession } from '../show-session.ts';
import { signIn } from '../sign-in.ts';

export function sessionRoutes(app: App, deps: Deps): void {
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
}
