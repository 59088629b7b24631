import * as z from 'zod/mini';
import { actionProposal, proposeAction } from '../action-proposals.ts';
import { action, changeAction, favourites, offeredPage, orderActions, quickActions } from '../actions.ts';
import { addActions, boardChange } from '../boards.ts';
import { actionId, proposalId } from '../ids.ts';
import { actionFields, administrator, board404, boardId, boardParams, described, type Endpoint, idOf } from './endpoint.ts';

const actionParams = z.object({ boardId, actionId: idOf(actionId, "L'identifiant de l'action") });
const proposalParams = z.object({ boardId, proposalId: idOf(proposalId, "L'identifiant de la proposition") });

/** What a person can choose from, outside one board. */
export const catalogue = {
  'GET /api/predefined-actions': {
    summary: "Le catalogue d'actions, par titre",
    description: "Le même catalogue pour tout le monde : ce qu'un tableau peut prendre pour commencer.",
    scope: 'boards:read',
    withinBoards: true,
    reply: [200, z.object({ actions: z.array(action) })],
  },
  'GET /api/emojis': {
    summary: "Les emojis, tous ou d'une catégorie",
    description:
      "Ce que l'application propose comme avatar, comme icône d'un tableau et comme réaction. `category` choisit l'une des trois.",
    scope: 'boards:read',
    withinBoards: true,
    public: true,
    query: z.object({
      category: z.optional(described(z.enum(['avatars', 'boards', 'reactions']), 'Une seule catégorie ; toutes sans ce paramètre')),
    }),
    reply: [200, z.object({ emojis: z.array(z.object({ id: z.string(), symbol: z.string(), category: z.string() })) })],
  },
  'GET /api/actions': {
    summary: 'Les actions de tous mes tableaux, réunies',
    description:
      'Quelques tableaux par page : une action que plusieurs pages contiennent est la même, sur les tableaux des unes et des autres. `next` se passe comme `after`.',
    scope: 'boards:read',
    query: z.object({ after: z.optional(idOf(z.string(), 'Le `next` de la page précédente ; sans lui, la première page')) }),
    reply: [200, offeredPage],
  },
  'GET /api/favourites': {
    summary: "Ce que je note d'un geste depuis l'accueil : mes favorites, ou mes habitudes",
    description: "Six au plus : les dernières ajoutées à mes favorites ou, sans favorite, ce que j'ai noté le plus en 60 jours.",
    scope: 'boards:read',
    reply: [200, quickActions],
  },
} as const satisfies Record<string, Endpoint>;

/** The actions of one board, and what its members propose and mark. */
export const boardActions = {
  'POST /api/boards/:boardId/actions': {
    summary: 'Ajouter des actions au tableau',
    description: "Réservé à l'administrateur. 300 actions en usage au plus. Une action qui y est déjà est laissée de côté.",
    scope: 'boards:write',
    params: boardParams,
    body: addActions,
    reply: [201, boardChange],
    refusals: [...administrator, 'board_actions_required', ...actionFields, 'too_many_actions'],
  },
  'PATCH /api/boards/:boardId/actions/:actionId': {
    summary: 'Modifier, retirer ou remettre une action',
    description:
      "Les activités passées gardent le nom et les points qu'elles avaient. Une action retirée (`retired: true`) n'est plus proposée ni enregistrée ; `retired: false` la remet à sa place.",
    scope: 'boards:write',
    params: actionParams,
    body: changeAction,
    reply: [200, boardChange],
    refusals: [...administrator, 'action_not_found_in_board', ...actionFields, 'action_on_board_already', 'too_many_actions'],
  },
  'GET /api/boards/:boardId/actions/retired': {
    summary: "Les actions retirées du tableau, les dernières d'abord",
    description: "Réservé à l'administrateur. Les 300 dernières, qui peuvent être remises.",
    scope: 'boards:read',
    params: boardParams,
    reply: [200, z.object({ actions: z.array(action) })],
    refusals: administrator,
  },
  'PUT /api/boards/:boardId/actions/order': {
    summary: 'Ranger les actions du tableau dans un autre ordre',
    description:
      "`actionIds` : toutes les actions en usage, et elles seules. Une liste d'avant un changement est refusée, et rien n'est déplacé.",
    scope: 'boards:write',
    params: boardParams,
    body: orderActions,
    reply: [200, boardChange],
    refusals: [...administrator, 'actions_changed'],
  },
  'GET /api/boards/:boardId/proposals': {
    summary:
      "Les actions proposées qui attendent une réponse : les cent plus anciennes pour l'administrateur, les siennes pour un autre membre",
    description: 'Un membre ne voit pas ce que proposent les autres.',
    scope: 'boards:read',
    params: boardParams,
    reply: [200, z.object({ proposals: z.array(actionProposal) })],
    refusals: board404,
  },
  'POST /api/boards/:boardId/proposals': {
    summary: "Proposer une action à l'administrateur",
    description:
      "Aussi longtemps que la proposition attend, une répétition avec la même `idempotencyKey` ne propose rien de plus. Vingt propositions d'un membre attendent au plus.",
    scope: 'boards:write',
    params: boardParams,
    body: proposeAction,
    reply: [201, z.object({ proposal: actionProposal })],
    refusals: [
      'board_not_found',
      ...actionFields,
      'action_on_board_already',
      'action_proposed_already',
      'too_many_proposals',
      'too_many_requests',
    ],
  },
  'POST /api/boards/:boardId/proposals/:proposalId/acceptance': {
    summary: 'Accepter une action proposée : elle est sur le tableau',
    description: "Réservé à l'administrateur. La personne qui l'a proposée l'apprend par son flux.",
    scope: 'boards:write',
    params: proposalParams,
    reply: [200, boardChange],
    refusals: [...administrator, 'proposal_not_found', 'action_on_board_already', 'too_many_actions'],
  },
  'DELETE /api/boards/:boardId/proposals/:proposalId': {
    summary: "Refuser une action proposée, en administrant le tableau, ou retirer ce qu'on a proposé",
    description: "La proposition d'une autre personne a, pour un membre, la même réponse qu'une proposition inexistante.",
    scope: 'boards:write',
    params: proposalParams,
    reply: [204, null],
    refusals: ['board_not_found', 'proposal_not_found'],
  },
  'PUT /api/boards/:boardId/actions/:actionId/favourite': {
    summary: 'Ajouter une action à mes favorites. Le répéter ne change rien',
    description: "Douze par tableau au plus. Personne d'autre ne l'apprend.",
    scope: 'boards:write',
    params: actionParams,
    reply: [200, favourites],
    refusals: ['board_not_found', 'action_not_found_in_board', 'too_many_favourites'],
  },
  'DELETE /api/boards/:boardId/actions/:actionId/favourite': {
    summary: "Retirer une action de mes favorites. Retirer celle qui n'y est pas ne change rien",
    description: "La réponse donne les favorites qui restent, dans l'ordre où elles ont été marquées.",
    scope: 'boards:write',
    params: actionParams,
    reply: [200, favourites],
    refusals: board404,
  },
} as const satisfies Record<string, Endpoint>;
