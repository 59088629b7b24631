import type { Deps } from '../deps.ts';
import { type App, serve } from '../http/serve.ts';
import { changeCode, endCode, makeCode, openCode, readCodes } from './codes.ts';

/** The codes of stickers. What nudges by one is with the nudges. */
export function codeRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/codes', async ({ caller }) => ({ codes: await readCodes(deps, caller.personId) }));

  serve(app, 'POST /api/codes', ({ caller, body }) => makeCode(deps, caller.personId, body));

  serve(app, 'PUT /api/codes/:codeId', ({ caller, params, body }) =>
    changeCode(deps, { userId: caller.personId, codeId: params.codeId }, body),
  );

  serve(app, 'DELETE /api/codes/:codeId', async ({ caller, params }) => {
    await endCode(deps, { userId: caller.personId, codeId: params.codeId });
    return undefined;
  });

  serve(app, 'GET /api/l/:code', ({ caller, params }) => openCode(deps, caller.personId, params.code));
}
