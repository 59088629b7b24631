import type { Deps } from '../deps.ts';
import { type App, serve } from '../http/serve.ts';
import { endOwnWall, leaveWall, listWalls, logOnWall, openWall, showWall, undoOnWall, wallOf } from './walls.ts';
import { openWallStream } from './wall-stream.ts';

/** The routes of people about their walls, and, under `/api/wall`, those of the walls themselves. */
export function wallRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/walls', async ({ caller }) => ({ walls: await listWalls(deps, caller.personId) }));
  serve(app, 'POST /api/boards/:boardId/walls', async ({ caller, params, body, request, reply }) => {
    reply.header('set-cookie', await openWall(deps, caller, { ...params, ...body }, request.headers.cookie));
    return undefined;
  });
  serve(app, 'DELETE /api/walls/:wallId', async ({ caller, params }) => {
    await endOwnWall(deps, { id: params.wallId, userId: caller.personId });
    return undefined;
  });

  serve(
    app,
    'GET /api/wall',
    async ({ request, reply }) => {
      const { shown, cookies } = await showWall(deps, await wallOf(deps, request.headers.cookie));
      if (cookies.length > 0) reply.header('set-cookie', cookies);
      return shown;
    },
    { skipReplySchema: true },
  );
  serve(app, 'GET /api/wall/live', async ({ request, reply }) => {
    const wall = await wallOf(deps, request.headers.cookie);
    reply.hijack();
    await openWallStream(deps, wall, request, reply.raw);
    return undefined;
  });
  serve(app, 'POST /api/wall/activities', async ({ body, request }) => {
    await logOnWall(deps, await wallOf(deps, request.headers.cookie), body);
    return undefined;
  });
  serve(app, 'POST /api/wall/activities/:activityId/undo', async ({ params, request }) => {
    await undoOnWall(deps, await wallOf(deps, request.headers.cookie), params.activityId);
    return undefined;
  });
  serve(app, 'POST /api/wall/end', async ({ body, request, reply }) => {
    reply.header('set-cookie', await leaveWall(deps, await wallOf(deps, request.headers.cookie), body.code));
    return undefined;
  });
}
