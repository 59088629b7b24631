import type { Deps } from '../deps.ts';
import { type App, serve } from '../http/serve.ts';
import { browserOf } from '../identity/sessions/browser.ts';
import { makeDemo } from './make-demo.ts';

export function demoRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/demos', async ({ body, reply, ...call }) => {
    const { user, boardId, cookies } = await makeDemo(deps, body, browserOf(call));
    reply.header('set-cookie', cookies);
    return { user, boardId };
  });
}
