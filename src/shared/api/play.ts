import * as z from 'zod/mini';
import { boardChange } from '../boards.ts';
import { agreementId, contestId, seasonId } from '../ids.ts';
import { answerAgreement, answerContest, contestActivity, propose, seasonPage, voteOnContest } from '../play.ts';
import { board404, boardId, boardParams, type Endpoint, idOf, revision } from './endpoint.ts';

const agreementParams = z.object({ boardId, agreementId: idOf(agreementId, "L'identifiant de la proposition") });
const seasonParams = z.object({ boardId, seasonId: idOf(seasonId, "L'identifiant de la saison") });
const contestParams = z.object({ boardId, contestId: idOf(contestId, "L'identifiant de la contestation") });

export const playEndpoints = {
  'POST /api/boards/:boardId/agreements': {
    summary: 'Proposer une saison, un objectif commun, une pause, « Mauvaise foi ! » ou une autre façon de jouer',
    description:
      "Rien ne commence sans l'accord de chaque membre. Un tableau joue une saison ou un objectif commun, pas les deux ; une seule proposition de chaque sorte attend à la fois, une saison et un objectif comptant pour une ; entre complices (`together`) il n'y a pas de saison, et celle qui est en cours s'arrête sans gagnant ; sans le oui de chaque membre, elle expire après sept jours. Répéter l'appel avec le même `id` ne propose rien deux fois.",
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
      'goal_running',
      'contests_on',
      'no_season_together',
      'played_so_already',
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
  'POST /api/boards/:boardId/contests': {
    summary: "Contester l'action d'un autre membre : « Mauvaise foi ! »",
    description:
      "Dans les 24 heures, une fois par action, une par personne et par jour (de nouveau après vingt heures, que dit `Retry-After`), et seulement là où chaque membre est d'accord. Répéter l'appel avec le même `id` ne conteste rien deux fois.",
    scope: 'boards:write',
    params: boardParams,
    body: contestActivity,
    reply: [201, boardChange],
    refusals: [
      'board_not_found',
      'activity_not_found',
      'activity_undone',
      'member_not_found',
      'contests_off',
      'contest_id_taken',
      'contest_emoji_unknown',
      'contest_of_own',
      'contest_too_late',
      'contest_after_season',
      'contested_already',
      'contested_today',
      'too_many_requests',
    ],
  },
  'DELETE /api/boards/:boardId/contests': {
    summary: 'Ne plus pouvoir contester sur ce tableau. Le répéter ne change rien',
    description: "Permis à chaque membre, à tout moment. Ce qui est contesté reste noté, et personne n'apprend de qui cela vient.",
    scope: 'boards:write',
    params: boardParams,
    reply: [200, boardChange],
    refusals: ['board_not_found', 'too_many_requests'],
  },
  'PUT /api/boards/:boardId/contests/:contestId/answer': {
    summary: 'Maintenir ou retirer son action contestée. Le répéter ne change rien',
    description: "Permis à la personne pour qui l'action compte, pendant 24 heures. Une action retirée est annulée.",
    scope: 'boards:write',
    params: contestParams,
    body: answerContest,
    reply: [200, boardChange],
    refusals: ['board_not_found', 'contest_not_found', 'contest_over', 'answer_not_yours', 'too_many_requests'],
  },
  'GET /api/boards/:boardId/contests/:contestId/vote': {
    summary: 'Son propre vote',
    description: "Personne d'autre ne le voit. `null` sans vote.",
    scope: 'account:read',
    params: contestParams,
    reply: [200, z.object({ isVoid: z.nullable(z.boolean()) })],
    refusals: ['board_not_found', 'contest_not_found'],
  },
  'PUT /api/boards/:boardId/contests/:contestId/vote': {
    summary: 'Voter sur une action maintenue, à trois membres ou plus. Le répéter ne change rien',
    description:
      "Permis aux autres membres, pendant 24 heures ; l'affaire est close dès que tous ont voté. À égalité, l'action reste. Qui a voté quoi n'est dit à personne.",
    scope: 'boards:write',
    params: contestParams,
    body: voteOnContest,
    reply: [200, boardChange],
    refusals: ['board_not_found', 'contest_not_found', 'contest_over', 'contest_unanswered', 'vote_not_yours', 'too_many_requests'],
  },
  'POST /api/boards/:boardId/contests/:contestId/coin': {
    summary: 'Pile ou face sur une action maintenue, à deux membres. Le répéter ne change rien',
    description: "C'est le serveur qui tire. Pile : l'action reste. Face : elle est annulée.",
    scope: 'boards:write',
    params: contestParams,
    reply: [200, boardChange],
    refusals: ['board_not_found', 'contest_not_found', 'contest_over', 'contest_unanswered', 'coin_for_two', 'too_many_requests'],
  },
} as const satisfies Record<string, Endpoint>;
