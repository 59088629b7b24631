import * as z from 'zod/mini';
import { periods, scores } from '../scores.ts';
import { board404, boardParams, described, type Endpoint } from './endpoint.ts';

export const leaderboard = {
  'GET /api/boards/:boardId/scores': {
    summary: 'Le classement sur une période : la semaine, le mois ou toujours',
    description:
      "Les jours sont ceux du fuseau horaire du tableau, la semaine commence le lundi, et seule compte l'heure du serveur. `stretches` donne le premier jour de chaque point des courbes. Entre complices, `members` est vide : `together` dit ce que tous ont fait ensemble.",
    scope: 'boards:read',
    params: boardParams,
    query: z.object({ period: described(z.enum(periods), 'La semaine, le mois ou toujours') }),
    reply: [200, scores],
    refusals: board404,
  },
} as const satisfies Record<string, Endpoint>;
