import * as z from 'zod/mini';
import { madeCode, newCode, openedCode } from '../codes.ts';
import { codeId } from '../ids.ts';
import { type Endpoint, idOf } from './endpoint.ts';

const ofMaker = z.object({ codeId: idOf(codeId, "L'identifiant du code, qui n'ouvre rien") });
const pressed = z.object({ code: idOf(z.string(), "La fin de l'adresse `/l/{code}`") });

/** The codes of stickers. */
export const codeEndpoints = {
  'GET /api/codes': {
    summary: 'Mes codes et autocollants',
    description:
      "`code` termine l'adresse `/l/{code}` : elle se réimprime. `usedOn` est le jour du dernier appui, par l'horloge du tableau ; `does` est null quand le code ne fait plus rien, parce que son action est retirée ou que la personne à relancer est partie.",
    scope: 'account:read',
    reply: [200, z.object({ codes: z.array(madeCode) })],
  },
  'POST /api/codes': {
    summary: 'Créer un code',
    description:
      "Avec `actionId`, un appui note cette action ; avec `userId`, il relance ce membre. L'un des deux. Un code finit avec l'appartenance au tableau de qui l'a fait.",
    scope: 'account:write',
    body: newCode,
    reply: [201, madeCode],
    refusals: [
      'code_name_required',
      'code_name_too_long',
      'board_not_found',
      'action_not_found_in_board',
      'member_not_found',
      'too_many_codes',
    ],
  },
  'PUT /api/codes/:codeId': {
    summary: 'Renommer un code, ou lui faire faire autre chose',
    description: "L'adresse reste la même, et l'autocollant aussi.",
    scope: 'account:write',
    params: ofMaker,
    body: newCode,
    reply: [200, madeCode],
    refusals: [
      'code_not_found',
      'code_name_required',
      'code_name_too_long',
      'board_not_found',
      'action_not_found_in_board',
      'member_not_found',
    ],
  },
  'DELETE /api/codes/:codeId': {
    summary: 'Supprimer un code',
    description: 'Son adresse ne mène plus nulle part. Répéter ne change rien.',
    scope: 'account:write',
    params: ofMaker,
    reply: [204, null],
  },
  'GET /api/l/:code': {
    summary: 'Ouvrir un code : ce que fera un appui',
    description:
      "Ouvrir ne note rien et ne laisse aucune trace. Un code inconnu, fini, sans effet ou d'un tableau dont on n'est pas membre ne se trouve pas. `loggedAt` dit quand la personne a noté la même chose, si c'était il y a moins d'une minute. L'appui note par `POST /api/boards/:boardId/activities`, avec `code`.",
    scope: 'account:read',
    params: pressed,
    reply: [200, openedCode],
    refusals: ['code_not_found'],
  },
  'POST /api/l/:code/nudge': {
    summary: "Relancer par un code, d'un appui",
    description: 'Comme « Relancer un autre membre » : une fois par jour et dans chaque sens.',
    scope: 'membership:write',
    params: pressed,
    reply: [201, z.object({ sentence: z.string() })],
    refusals: ['code_not_found', 'board_not_found', 'nudged_yourself', 'member_not_found', 'nudged_today'],
  },
} as const satisfies Record<string, Endpoint>;
