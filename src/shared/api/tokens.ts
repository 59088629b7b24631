import * as z from 'zod/mini';
import { tokenId } from '../ids.ts';
import { madeToken, makeToken, token } from '../tokens.ts';
import { type Endpoint, idOf } from './endpoint.ts';

export const tokens = {
  'GET /api/tokens': {
    summary: 'Mes jetons',
    description:
      "Le plus récent d'abord. Le jeton lui-même n'est montré qu'à sa création. `usedOn` est le jour de la dernière utilisation.",
    scope: 'account:read',
    reply: [200, z.object({ tokens: z.array(token) })],
  },
  'POST /api/tokens': {
    summary: 'Créer un jeton pour un programme',
    description:
      "`secret` est le jeton : il n'est montré qu'ici. `rights` vaut `read` pour lire, `log` pour noter aussi. `boards` nomme les tableaux permis, ou vaut null pour tous, ceux à venir compris. Un jeton vaut un an (`year`), ou bien 30 jours (`month`) ou jusqu'à sa suppression (`forever`). Trente jetons au plus.",
    scope: 'account:write',
    notForGuests: true,
    body: makeToken,
    reply: [201, madeToken],
    refusals: ['guest_must_keep', 'token_name_required', 'token_name_too_long', 'boards_required', 'board_not_found', 'too_many_tokens'],
  },
  'DELETE /api/tokens/:tokenId': {
    summary: 'Supprimer un jeton',
    description: "Il ne vaut plus rien aussitôt. Le jeton d'une autre personne a la même réponse qu'un jeton inexistant.",
    scope: 'account:write',
    params: z.object({ tokenId: idOf(tokenId, "L'identifiant du jeton, comme le rend `GET /api/tokens`") }),
    reply: [204, null],
    refusals: ['token_not_found'],
  },
} as const satisfies Record<string, Endpoint>;
