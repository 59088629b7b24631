import type { Deps } from '../deps.ts';
import { type App, serve } from '../http/serve.ts';
import { readScores } from './leaderboard.ts';

export function leaderboardRoutes(app: App, deps: Deps): void {
  serve(
    app,
    'GET /api/boards/:boardId/scores',
    ({ caller, params, query }) => readScores(deps, { userId: caller.personId, boardId: params.boardId }, query.period),
    {
      skipReplySchema: true,
    },
  );
}
