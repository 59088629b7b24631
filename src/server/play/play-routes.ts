import type { Deps } from '../deps.ts';
import { type App, serve } from '../http/serve.ts';
import { answer, propose, withdraw } from './agreements.ts';
import { markStakePaid, readSeasons } from './seasons.ts';

export function playRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/boards/:boardId/agreements', ({ caller, params, body }) =>
    propose(deps, { userId: caller.personId, boardId: params.boardId }, body),
  );
  serve(app, 'PUT /api/boards/:boardId/agreements/:agreementId/answer', ({ caller, params, body }) =>
    answer(deps, { userId: caller.personId, ...params }, body.yes),
  );
  serve(app, 'DELETE /api/boards/:boardId/agreements/:agreementId', ({ caller, params }) =>
    withdraw(deps, { userId: caller.personId, ...params }),
  );
  serve(app, 'GET /api/boards/:boardId/seasons', ({ caller, params, query }) =>
    readSeasons(deps, { userId: caller.personId, boardId: params.boardId }, query.before ?? null),
  );
  serve(app, 'PUT /api/boards/:boardId/seasons/:seasonId/paid', ({ caller, params }) =>
    markStakePaid(deps, { userId: caller.personId, ...params }),
  );
}
