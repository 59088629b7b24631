import type { Deps } from '../deps.ts';
import { type App, serve } from '../http/serve.ts';
import { readAchievements, readAchievementsOf } from './achievements.ts';

export function achievementRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/achievements', async ({ person }) => ({ achievements: await readAchievements(deps, person.id) }));
  serve(app, 'GET /api/boards/:boardId/members/:userId/achievements', async ({ person, params }) => ({
    achievements: await readAchievementsOf(deps, person.id, params.boardId, params.userId),
  }));
}
