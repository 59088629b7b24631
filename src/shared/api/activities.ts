import * as z from 'zod/mini';
import {
  activityPage,
  feedPage,
  logAction,
  logActivities,
  logActivity,
  loggedAction,
  loggedActivity,
  newActivityId,
  writeNote,
} from '../activities.ts';
import { answerOwedLoss, owedLoss, oweLoss } from '../owed-losses.ts';
import { boardChange } from '../boards.ts';
import { activityId } from '../ids.ts';
import { reactionEmoji } from '../reactions.ts';
import { board404, boardId, boardParams, described, type Endpoint, idOf, revision } from './endpoint.ts';

const activityParams = z.object({ boardId, activityId: idOf(activityId, "L'identifiant de l'activité") });
const reactionParams = z.object({
  ...activityParams.shape,
  emoji: described(reactionEmoji, 'Un des huit emojis, encodé pour une adresse'),
});
const seenPoints =
  "Avec `points`, ce que la personne a vu, une action qui vaut autre chose entre-temps n'est pas enregistrée : `action_not_found_in_board`. Avec `for`, un gain est noté pour un autre membre : il compte pour lui. Avec `day`, l'action compte pour ce jour : aujourd'hui ou, jusqu'à midi à l'horloge du tableau, la veille. `waited`, en millisecondes, dit depuis quand elle attend d'être envoyée : de la veille et arrivée avant midi, elle compte pour la veille ; plus tard, pour aujourd'hui, et `missedDay` le dit.";

export const activities = {
  'GET /api/activities': {
    summary: 'Les activités récentes de tous mes tableaux',
    description: "Trente par page, les plus récentes d'abord. `next` se passe comme `before`.",
    scope: 'boards:read',
    query: z.object({
      before: z.optional(described(z.string().check(z.maxLength(128)), 'Le `next` de la page précédente ; sans lui, la première page')),
    }),
    reply: [200, feedPage],
  },
  'POST /api/activities': {
    summary: 'Enregistrer une action sur plusieurs tableaux : tout ou rien',
    description: seenPoints,
    scope: 'activities:log',
    withinBoards: true,
    body: logActivities,
    reply: [201, z.object({ logged: z.array(loggedActivity) })],
    refusals: [
      'boards_required',
      'board_not_found',
      'action_not_found_in_board',
      'activity_id_invalid',
      'activity_id_taken',
      'too_many_logs',
      'note_too_long',
      'day_closed',
      'too_many_noted_late',
      'member_not_found',
      'loss_for_other',
    ],
  },
  'GET /api/boards/:boardId/activities': {
    summary: "Les activités d'un tableau, les plus récentes d'abord",
    description: 'Trente par page. `next` se passe comme `before`. Une activité annulée reste dans la liste, avec `undone`.',
    scope: 'boards:read',
    params: boardParams,
    query: z.object({ before: z.optional(revision('Le `next` de la page précédente ; sans lui, la première page')) }),
    reply: [200, activityPage],
    refusals: board404,
  },
  'POST /api/boards/:boardId/activities': {
    summary: 'Enregistrer une action',
    description: seenPoints,
    scope: 'activities:log',
    params: boardParams,
    body: logActivity,
    reply: [201, loggedActivity],
    refusals: [
      'board_not_found',
      'action_not_found_in_board',
      'activity_id_invalid',
      'activity_id_taken',
      'too_many_logs',
      'note_too_long',
      'day_closed',
      'too_many_noted_late',
      'member_not_found',
      'loss_for_other',
    ],
  },
  'POST /api/boards/:boardId/log': {
    summary: 'Enregistrer une action par son seul identifiant',
    description:
      "Pour un bouton, un raccourci, un capteur : `action` suffit, et vaut les points que lui donne le tableau maintenant. Avec `Idempotency-Key`, qui devient l'identifiant de l'activité, une répétition reçoit la première réponse et ne compte rien de plus ; la même clé pour autre chose est refusée : `activity_id_taken`. Sans elle, le serveur choisit l'identifiant et le dit dans `activity.id`. `message` se montre tel quel : ce qui vient d'être noté, ou la phrase du refus.",
    scope: 'activities:log',
    params: boardParams,
    headers: z.looseObject({
      'idempotency-key': z.optional(
        described(newActivityId, "L'identifiant de l'activité, de 16 à 64 lettres, chiffres, tirets ou tirets bas : un UUID convient"),
      ),
    }),
    body: logAction,
    reply: [201, loggedAction],
    refusals: ['board_not_found', 'action_not_found_in_board', 'activity_id_invalid', 'activity_id_taken', 'too_many_logs'],
  },

  'GET /api/owed-losses': {
    summary: 'Les pertes notées pour moi, qui attendent mon aveu',
    description: "Rien n'en compte encore. Sans réponse en un jour, elles n'attendent plus.",
    scope: 'boards:read',
    reply: [200, z.object({ owedLosses: z.array(owedLoss) })],
  },
  'POST /api/boards/:boardId/owed-losses': {
    summary: 'Noter une perte pour un autre membre : elle attend son aveu',
    description:
      "Trois au plus attendent d'une personne à une autre. Après « Pas moi », la même action ne se note plus pour la même personne pendant un jour : `Retry-After` dit jusqu'à quand. L'identifiant est celui de l'activité qu'elle deviendra.",
    scope: 'activities:write',
    params: boardParams,
    body: oweLoss,
    reply: [201, z.object({ id: activityId })],
    refusals: [
      'board_not_found',
      'action_not_found_in_board',
      'activity_id_invalid',
      'activity_id_taken',
      'too_many_logs',
      'member_not_found',
      'no_loss_of_other',
      'owed_loss_denied',
      'too_many_owed_losses',
    ],
  },
  'PUT /api/boards/:boardId/owed-losses/:activityId/answer': {
    summary: "Avouer une perte notée pour moi, ou dire que ce n'est pas moi",
    description: 'Avouée, elle devient mon activité. Le répéter ne change rien.',
    scope: 'activities:write',
    params: activityParams,
    body: answerOwedLoss,
    reply: [200, z.object({ logged: z.nullable(loggedActivity) })],
    refusals: ['board_not_found', 'owed_loss_not_found', 'activity_id_taken', 'too_many_requests'],
  },
  'POST /api/boards/:boardId/activities/:activityId/undo': {
    summary: 'Annuler une activité : ses points repartent. La répéter ne change rien',
    description:
      "Permis à la personne pour qui elle compte, à celle qui l'a notée et à l'administrateur. L'activité reste dans l'historique et ne compte plus. Un jeton n'annule que ce qu'il a noté lui-même, pendant dix minutes.",
    scope: 'activities:log',
    params: activityParams,
    reply: [200, boardChange],
    refusals: ['board_not_found', 'activity_not_found', 'undo_not_allowed'],
  },
  'PUT /api/boards/:boardId/activities/:activityId/note': {
    summary: 'Ajouter un mot à une activité, le changer ou le retirer. Le répéter ne change rien',
    description: "Permis à la personne qui l'a notée. Un mot vide le retire, aussi quand l'activité a été annulée.",
    scope: 'activities:write',
    params: activityParams,
    body: writeNote,
    reply: [200, boardChange],
    refusals: ['board_not_found', 'activity_not_found', 'activity_undone', 'note_not_allowed', 'note_too_long', 'too_many_requests'],
  },
  'PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji': {
    summary: 'Réagir à une activité avec un des huit emojis. Le répéter ne change rien',
    description: "Une personne met chaque emoji une fois. Une activité annulée n'en prend plus.",
    scope: 'activities:write',
    params: reactionParams,
    reply: [200, boardChange],
    refusals: ['board_not_found', 'activity_not_found', 'activity_undone', 'reaction_unknown', 'too_many_requests'],
  },
  'DELETE /api/boards/:boardId/activities/:activityId/reactions/:emoji': {
    summary: "Retirer sa réaction. Retirer celle qui n'y est pas ne change rien",
    description: "Permis aussi quand l'activité a été annulée.",
    scope: 'activities:write',
    params: reactionParams,
    reply: [200, boardChange],
    refusals: ['board_not_found', 'activity_not_found', 'reaction_unknown', 'too_many_requests'],
  },
} as const satisfies Record<string, Endpoint>;
