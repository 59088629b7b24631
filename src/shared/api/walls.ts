import * as z from 'zod/mini';
import { activityId, wallId } from '../ids.ts';
import { endWall, logOnWall, openWall, wall, wallOnList } from '../walls.ts';
import { boardParams, type Endpoint, idOf } from './endpoint.ts';

const over = ['wall_over'] as const;

export const walls = {
  'GET /api/walls': {
    summary: 'Mes écrans au mur',
    description: 'Les écrans sur lesquels je montre un tableau, le dernier ouvert en tête.',
    scope: 'account:read',
    reply: [200, z.object({ walls: z.array(wallOnList) })],
  },
  'POST /api/boards/:boardId/walls': {
    summary: 'Montrer un tableau sur cet écran, au mur',
    description:
      "Ma session se termine dans ce navigateur, et la réponse pose un cookie qui ne montre que ce tableau. `logs` permet d'y noter. Les quatre chiffres de `code` servent à quitter le mur.",
    scope: 'account:write',
    notForGuests: true,
    params: boardParams,
    body: openWall,
    reply: [204, null],
    refusals: ['guest_must_keep', 'board_not_found', 'wall_code_invalid', 'too_many_walls'],
  },
  'DELETE /api/walls/:wallId': {
    summary: 'Éteindre un écran au mur',
    description: "Il ne montre plus rien en quelques secondes. Celui d'une autre personne n'existe pas.",
    scope: 'account:write',
    params: z.object({ wallId: idOf(wallId, "L'identifiant de l'écran") }),
    reply: [204, null],
    refusals: ['wall_not_found'],
  },
  // A wall is known by its own cookie, which is sent to these five addresses alone.
  'GET /api/wall': {
    summary: 'Ce que montre ce mur',
    description: "Réservé au navigateur qui est un mur : sans son cookie, ou s'il a pris fin, il n'y a rien.",
    scope: 'account:read',
    public: true,
    reply: [200, wall],
    refusals: over,
  },
  'GET /api/wall/live': {
    summary: 'Le flux de ce mur (Server-Sent Events)',
    description:
      '`hello` au début, `changed` quand le tableau a changé, sans rien en dire, `beat` toutes les cinq secondes. Le flux se ferme quand le mur prend fin.',
    scope: 'account:read',
    public: true,
    reply: [200, 'stream'],
    refusals: over,
  },
  'POST /api/wall/activities': {
    summary: 'Noter un gain depuis ce mur',
    description:
      "Noté par la personne qui a ouvert le mur, pour celle qui s'est nommée, avec le mot « depuis le mur ». Renvoyer le même `id` ne note rien deux fois.",
    scope: 'account:write',
    public: true,
    body: logOnWall,
    reply: [204, null],
    refusals: [
      'wall_over',
      'wall_reads_only',
      'activity_id_invalid',
      'activity_id_taken',
      'action_not_found_in_board',
      'member_not_found',
      'board_not_found',
      'too_many_logs',
    ],
  },
  'POST /api/wall/activities/:activityId/undo': {
    summary: 'Annuler ce que ce mur vient de noter',
    description:
      "Pendant dix minutes, sous l'`id` que ce mur a choisi en notant. Le reste du tableau ne s'annule pas depuis un mur. Recommencer ne change rien.",
    scope: 'account:write',
    public: true,
    params: z.object({ activityId: idOf(activityId, "L'identifiant choisi en notant") }),
    reply: [204, null],
    refusals: ['wall_over', 'wall_reads_only', 'activity_not_found', 'wall_undo_over', 'board_not_found', 'too_many_requests'],
  },
  'POST /api/wall/end': {
    summary: 'Quitter ce mur',
    description: "Avec les quatre chiffres choisis à l'ouverture. Cinq essais par heure.",
    scope: 'account:write',
    public: true,
    body: endWall,
    reply: [204, null],
    refusals: ['wall_over', 'wall_code_invalid', 'wall_code_wrong', 'too_many_attempts', 'too_many_requests'],
  },
} as const satisfies Record<string, Endpoint>;
