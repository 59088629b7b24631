import * as z from 'zod/mini';
import { boardChange } from '../boards.ts';
import { agreementId, seasonId } from '../ids.ts';
import { answerAgreement, propose, seasonPage } from '../play.ts';
import { board404, boardId, boardParams, type Endpoint, idOf, revision } from './endpoint.ts';

const agreementParams = z.object({ boardId, agreementId: idOf(agreementId, "L'identifiant de la proposition") });
const seasonParams = z.object({ boardId, seasonId: idOf(seasonId, "L'identifiant de la saison") });

export const playEndpoints = {
  'POST /api/boards/:boardId/agreements': {
    summary: 'Proposer une saison avec un enjeu, ou un objectif commun',
    description:
      "Rien ne commence sans l'accord de chaque membre. Une seule proposition de chaque sorte attend à la fois ; sans le oui de chaque membre, elle expire après sept jours. Répéter l'appel avec le même `id` ne propose rien deux fois.",
    scope: 'boards:write',
    params: boardParams,
    body: propose,
    reply: [201, boardChange],
    refusals: [
      'board_not_found',
      'needs_company',
      'agreement_open',
      'agreement_id_taken',
      'season_running',
      'stake_required',
      'stake_too_long',
      'goal_invalid',
      'last_day_invalid',
      'too_many_requests',
    ],
  },
  'PUT /api/boards/:boardId/agreements/:agreementId/answer': {
    summary: 'Dire oui ou non à une proposition. Le répéter ne change rien',
    description:
      "Au dernier oui, la saison commence à minuit, heure du tableau. Un non clôt la proposition, et personne n'apprend de qui il vient.",
    scope: 'boards:write',
    params: agreementParams,
    body: answerAgreement,
    reply: [200, boardChange],
    refusals: ['board_not_found', 'agreement_not_found', 'agreement_over', 'too_many_requests'],
  },
  'DELETE /api/boards/:boardId/agreements/:agreementId': {
    summary: 'Retirer sa proposition. Le répéter ne change rien',
    description: "Permis à la personne qui propose, tant qu'il manque un oui.",
    scope: 'boards:write',
    params: agreementParams,
    reply: [200, boardChange],
    refusals: ['board_not_found', 'agreement_not_found', 'agreement_over', 'not_the_proposer', 'too_many_requests'],
  },
  'GET /api/boards/:boardId/seasons': {
    summary: "Le palmarès : les saisons terminées, la plus récente d'abord",
    description: 'Vingt par page. `next` se passe comme `before`.',
    scope: 'boards:read',
    params: boardParams,
    query: z.object({ before: z.optional(revision('Le `next` de la page précédente ; sans lui, la première page')) }),
    reply: [200, seasonPage],
    refusals: board404,
  },
  'PUT /api/boards/:boardId/seasons/:seasonId/paid': {
    summary: "Dire que l'enjeu est réglé. Le répéter ne change rien",
    description: "Permis à toute personne qui a gagné, et à chaque membre quand aucune d'elles n'est plus là.",
    scope: 'boards:write',
    params: seasonParams,
    reply: [200, boardChange],
    refusals: ['board_not_found', 'season_not_found', 'not_the_winner', 'too_many_requests'],
  },
} as const satisfies Record<string, Endpoint>;
