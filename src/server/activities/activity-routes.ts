import type { ActivityId, TokenId } from '#shared/ids';
import { actionWords } from '../actions/action-words.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import { requireBoard } from '../http/reach.ts';
import { type App, serve } from '../http/serve.ts';
import type { Caller } from '../identity/callers.ts';
import { newId } from '../ids/ids.ts';
import { logActivities, readActivities, readFeed } from './activities.ts';
import { writeNote } from './notes.ts';
import { answerOwedLoss, oweLoss, readOwedLosses } from './owed-losses.ts';
import { react, takeReactionBack } from './reactions.ts';
import { undoActivity } from './undo.ts';

export function activityRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/activities', ({ caller, query }) => readFeed(deps, caller.personId, query.before), { skipReplySchema: true });

  serve(app, 'POST /api/activities', async ({ caller, body: { activities } }) => {
    for (const [index, { boardId }] of activities.entries())
      requireBoard(caller, boardId, activities.length > 1 ? `activities.${index}` : undefined);
    const logged = await logActivities(
      deps,
      caller.personId,
      activities.map((activity) => ({ ...activity, token: tokenOf(caller) })),
    );
    return { logged };
  });

  serve(
    app,
    'GET /api/boards/:boardId/activities',
    ({ caller, params, query }) => readActivities(deps, { userId: caller.personId, boardId: params.boardId }, query.before ?? null),
    { skipReplySchema: true },
  );

  serve(
    app,
    'POST /api/boards/:boardId/activities',
    async ({ caller, params, body }) => {
      const [logged] = await logActivities(deps, caller.personId, [{ ...body, boardId: params.boardId, token: tokenOf(caller) }]);
      if (!logged) throw refuse('server_error');
      return logged;
    },
    { skipReplySchema: true, skipCompression: true },
  );

  serve(app, 'POST /api/boards/:boardId/log', async ({ caller, params, body, headers }) => {
    const id = headers['idempotency-key'] ?? newId<ActivityId>();
    const [logged] = await logActivities(deps, caller.personId, [
      { id, boardId: params.boardId, actionId: body.action, token: tokenOf(caller) },
    ]);
    if (!logged) throw refuse('server_error');
    return { ...logged, message: actionWords(logged.activity) };
  });

  serve(app, 'POST /api/boards/:boardId/activities/:activityId/undo', ({ caller, params }) =>
    undoActivity(deps, { actorId: caller.personId, boardId: params.boardId, activityId: params.activityId, token: tokenOf(caller) }),
  );

  serve(app, 'GET /api/owed-losses', async ({ caller }) => ({ owedLosses: await readOwedLosses(deps, caller.personId) }));

  serve(app, 'POST /api/boards/:boardId/owed-losses', ({ caller, params, body }) =>
    oweLoss(deps, { userId: caller.personId, boardId: params.boardId }, body),
  );

  serve(app, 'PUT /api/boards/:boardId/owed-losses/:activityId/answer', ({ caller, params, body }) =>
    answerOwedLoss(deps, caller.personId, { ...params, ...body }),
  );

  serve(app, 'PUT /api/boards/:boardId/activities/:activityId/note', ({ caller, params, body }) =>
    writeNote(deps, caller.personId, { ...params, ...body }),
  );

  serve(app, 'PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', ({ caller, params }) =>
    react(deps, caller.personId, params),
  );
  serve(app, 'DELETE /api/boards/:boardId/activities/:activityId/reactions/:emoji', ({ caller, params }) =>
    takeReactionBack(deps, caller.personId, params),
  );
}

function tokenOf(caller: Caller): TokenId | undefined {
  return caller.via === 'token' ? caller.tokenId : undefined;
}
