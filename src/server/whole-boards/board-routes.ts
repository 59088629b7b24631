import type { Deps } from '../deps.ts';
import { reaches } from '../http/reach.ts';
import { type App, serve } from '../http/serve.ts';
import { changeSettings, deleteBoard, listBoards, makeBoard, getBoard, readChanges } from './boards.ts';

export function boardRoutes(app: App, deps: Deps): void {
  serve(
    app,
    'GET /api/boards',
    async ({ caller }) => ({ boards: (await listBoards(deps, caller.personId)).filter(({ id }) => reaches(caller, id)) }),
    { skipReplySchema: true },
  );
  serve(app, 'POST /api/boards', ({ caller, body }) => makeBoard(deps, caller.personId, body));
  serve(app, 'GET /api/boards/:boardId', ({ caller, params }) => getBoard(deps, { userId: caller.personId, boardId: params.boardId }), {
    skipReplySchema: true,
  });
  serve(app, 'PATCH /api/boards/:boardId', ({ caller, params, body }) =>
    changeSettings(deps, { userId: caller.personId, boardId: params.boardId }, body),
  );
  serve(app, 'DELETE /api/boards/:boardId', async ({ caller, params }) => {
    await deleteBoard(deps, { userId: caller.personId, boardId: params.boardId });
    return undefined;
  });
  serve(app, 'GET /api/boards/:boardId/changes', ({ caller, params, query }) =>
    readChanges(deps, { userId: caller.personId, boardId: params.boardId }, query.after),
  );
}
