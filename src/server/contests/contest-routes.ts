import type { Deps } from '../deps.ts';
import { type App, serve } from '../http/serve.ts';
import { answerContest, contestActivity, readVote, switchContestsOff, tossCoin, vote } from './contests.ts';

export function contestRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/boards/:boardId/contests', ({ caller, params, body }) =>
    contestActivity(deps, { userId: caller.personId, boardId: params.boardId }, body),
  );
  serve(app, 'DELETE /api/boards/:boardId/contests', ({ caller, params }) =>
    switchContestsOff(deps, { userId: caller.personId, boardId: params.boardId }),
  );
  serve(app, 'PUT /api/boards/:boardId/contests/:contestId/answer', ({ caller, params, body }) =>
    answerContest(deps, { userId: caller.personId, ...params }, body.keeps),
  );
  serve(app, 'GET /api/boards/:boardId/contests/:contestId/vote', ({ caller, params }) =>
    readVote(deps, { userId: caller.personId, ...params }),
  );
  serve(app, 'PUT /api/boards/:boardId/contests/:contestId/vote', ({ caller, params, body }) =>
    vote(deps, { userId: caller.personId, ...params }, body.isVoid),
  );
  serve(app, 'POST /api/boards/:boardId/contests/:contestId/coin', ({ caller, params }) =>
    tossCoin(deps, { userId: caller.personId, ...params }),
  );
}
