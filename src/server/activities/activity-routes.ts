import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import { type App, serve } from '../http/serve.ts';
import { logActivities, readActivities, readFeed } from './activities.ts';
import { react, takeReactionBack } from './reactions.ts';
import { undoActivity } from './undo.ts';

export function activityRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/activities', ({ person, query }) => readFeed(deps, person.id, query.before), { asMade: true });

  serve(app, 'POST /api/activities', async ({ person, body }) => ({ logged: await logActivities(deps, person.id, body.activities) }));

  serve(
    app,
    'GET /api/boards/:boardId/activities',
    ({ person, params, query }) => readActivities(deps, person.id, params.boardId, query.before ?? null),
    { asMade: true },
  );

  serve(
    app,
    'POST /api/boards/:boardId/activities',
    async ({ person, params, body: { id, actionId, points } }) => {
      const [logged] = await logActivities(deps, person.id, [{ id, boardId: params.boardId, actionId, points }]);
      if (!logged) throw refuse('server_error');
      return logged;
    },
    { asMade: true, isShort: true },
  );

  serve(app, 'POST /api/boards/:boardId/activities/:activityId/undo', ({ person, params }) =>
    undoActivity(deps, person.id, params.boardId, params.activityId),
  );

  serve(app, 'PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', ({ person, params }) => react(deps, person.id, params));
  serve(app, 'DELETE /api/boards/:boardId/activities/:activityId/reactions/:emoji', ({ person, params }) =>
    takeReactionBack(deps, person.id, params),
  );
}
