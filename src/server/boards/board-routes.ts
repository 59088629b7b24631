import type { Deps } from '../deps.ts';
import { type App, serve } from '../http/serve.ts';
import { changeSettings, deleteBoard, handOverBoard, listBoards, makeBoard, getBoard, readChanges, removeMember } from './boards.ts';

export function boardRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/boards', async ({ person }) => ({ boards: await listBoards(deps, person.id) }), { asMade: true });
  serve(app, 'POST /api/boards', ({ person, body }) => makeBoard(deps, person.id, body));
  serve(app, 'GET /api/boards/:boardId', ({ person, params }) => getBoard(deps, person.id, params.boardId), { asMade: true });
  serve(app, 'PATCH /api/boards/:boardId', ({ person, params, body }) => changeSettings(deps, person.id, params.boardId, body));
  serve(app, 'DELETE /api/boards/:boardId', async ({ person, params }) => {
    await deleteBoard(deps, person.id, params.boardId);
    return undefined;
  });
  serve(app, 'GET /api/boards/:boardId/changes', ({ person, params, query }) => readChanges(deps, person.id, params.boardId, query.after));
  serve(app, 'DELETE /api/boards/:boardId/members/:userId', async ({ person, params }) => {
    await removeMember(deps, person.id, params.boardId, params.userId);
    return undefined;
  });
  serve(app, 'PUT /api/boards/:boardId/administrator', ({ person, params, body }) =>
    handOverBoard(deps, person.id, params.boardId, body.userId),
  );
}
