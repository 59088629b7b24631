import type { Deps } from '../deps.ts';
import { type App, serve } from '../http/serve.ts';
import { readAchievements, readAchievementsOf } from './achievements.ts';

export function achievementRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/achievements', async ({ caller }) => ({ achievements: await readAchievements(deps, caller.personId) }));
  serve(app, 'GET /api/boards/:boardId/members/:userId/achievements', async ({ caller, params }) => ({
    achievements: await readAchievementsOf(deps, { readerId: caller.personId, boardId: params.boardId, userId: params.userId }),
  }));
}
