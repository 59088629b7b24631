import * as z from 'zod/mini';
import { achievementId, achievementProgress } from '../achievements.ts';
import { type Endpoint, memberParams } from './endpoint.ts';

export const achievements = {
  'GET /api/achievements': {
    summary: 'Mes succès, débloqués ou non',
    description: "Tous les succès. `progress` va jusqu'au but ; `unlockedAt` est null tant que le succès n'est pas débloqué.",
    scope: 'boards:read',
    reply: [200, z.object({ achievements: z.array(achievementProgress) })],
  },
  'GET /api/boards/:boardId/members/:userId/achievements': {
    summary: 'Les succès débloqués par un membre du tableau, sans dire où ni quand',
    description: 'Réservé aux membres du tableau.',
    scope: 'boards:read',
    params: memberParams,
    reply: [200, z.object({ achievements: z.array(achievementId) })],
    refusals: ['board_not_found', 'member_not_found'],
  },
} as const satisfies Record<string, Endpoint>;
