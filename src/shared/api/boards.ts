import * as z from 'zod/mini';
import { boardCard, boardChange, changeBoard, createBoard, openedBoard } from '../boards.ts';
import { actionFields, administrator, board404, boardParams, type Endpoint, revision } from './endpoint.ts';

export const boards = {
  'GET /api/boards': {
    summary: 'Mes tableaux',
    description:
      "Tous les tableaux dont je suis membre, avec leurs totaux et leur révision. Celui où l'on a joué en dernier vient d'abord : `lastActivityAt` dit quand une action y a été notée pour la dernière fois, ou quand je l'ai rejoint si c'est plus récent.",
    scope: 'boards:read',
    withinBoards: true,
    reply: [200, z.object({ boards: z.array(boardCard) })],
  },
  'POST /api/boards': {
    summary: 'Créer un tableau',
    description:
      'Avec `idempotencyKey`, une répétition après une réponse perdue ne crée pas un second tableau. Les noms inconnus de `invited` sont laissés de côté et rendus dans `skippedUsernames`.',
    scope: 'boards:write',
    notForGuests: true,
    body: createBoard,
    reply: [201, z.object({ board: boardCard, skippedUsernames: z.array(z.string()) })],
    refusals: [
      'guest_must_keep',
      'board_title_required',
      'board_title_too_long',
      'board_actions_required',
      ...actionFields,
      'too_many_actions',
      'board_not_found',
      'board_deleted',
      'too_many_boards',
      'too_many_requests',
    ],
  },
  'GET /api/boards/:boardId': {
    summary: 'Ouvrir un tableau : membres, actions, dernières activités',
    description:
      "Tout ce qu'il faut pour montrer le tableau. `revision` est ce qu'attend `after` dans `GET /api/boards/{boardId}/changes`.",
    scope: 'boards:read',
    params: boardParams,
    reply: [200, openedBoard],
    refusals: board404,
  },
  'PATCH /api/boards/:boardId': {
    summary: "Changer titre, thème, icône, fuseau horaire ou lien d'invitation",
    description: "Réservé à l'administrateur. Seuls les champs envoyés changent. Le fuseau horaire change cinq fois par heure au plus.",
    scope: 'boards:write',
    params: boardParams,
    body: changeBoard,
    reply: [200, boardChange],
    refusals: [...administrator, 'board_title_required', 'board_title_too_long', 'time_zone_unknown', 'time_zone_changed_too_often'],
  },
  'DELETE /api/boards/:boardId': {
    summary: 'Supprimer un tableau, pour toujours',
    description:
      "Réservé à l'administrateur. Tout ce que le tableau contient disparaît pour tous ses membres, et sa clé de chiffrement avec.",
    scope: 'boards:write',
    params: boardParams,
    reply: [204, null],
    refusals: administrator,
  },
  'GET /api/boards/:boardId/changes': {
    summary: 'Ce qui a changé depuis une révision',
    description:
      "Les parties qui n'ont pas changé manquent dans la réponse. Si `complete` est faux, il y avait plus qu'une page : relire le tableau.",
    scope: 'boards:read',
    params: boardParams,
    query: z.object({ after: revision('La révision du tableau que le client connaît') }),
    reply: [200, boardChange],
    refusals: board404,
  },
} as const satisfies Record<string, Endpoint>;
