import * as z from 'zod/mini';
import { boardChange, handOver, invitationPage } from '../boards.ts';
import { requestId, singleLinkId } from '../ids.ts';
import { blockedInviter, boardRequest, newRequest, requestLists } from '../requests.ts';
import { madeSingleLink, singleLink } from '../single-links.ts';
import { administrator, boardId, boardParams, type Endpoint, idOf, memberParams, userId } from './endpoint.ts';

const invitationParams = z.object({ invitation: idOf(z.string(), "Le dernier segment du lien d'invitation") });
const requestParams = z.object({ requestId: idOf(requestId, "L'identifiant de la demande") });

export const members = {
  'DELETE /api/boards/:boardId/members/:userId': {
    summary: 'Retirer un membre, ou quitter le tableau soi-même',
    description:
      "L'administrateur retire qui il veut sauf soi-même ; chaque autre membre peut partir. Les activités et le total du tableau restent.",
    scope: 'membership:write',
    params: memberParams,
    reply: [204, null],
    refusals: [...administrator, 'member_not_found', 'administrator_stays'],
  },
  'PUT /api/boards/:boardId/administrator': {
    summary: 'Nommer un autre membre administrateur',
    description: "Réservé à l'administrateur, qui reste membre. Les invitations en attente passent au nouveau.",
    scope: 'membership:write',
    params: boardParams,
    body: handOver,
    reply: [200, boardChange],
    refusals: [...administrator, 'member_not_found', 'guest_cannot_administer'],
  },
} as const satisfies Record<string, Endpoint>;

/** Requests, invitations, links for one person, and blocks. */
export const requests = {
  'GET /api/requests': {
    summary: 'Mes demandes reçues et envoyées',
    description: "Celles qui attendent d'abord, puis les plus récentes : 200 de chaque au plus.",
    scope: 'membership:read',
    reply: [200, requestLists],
  },
  'POST /api/boards/:boardId/requests': {
    summary: 'Demander à rejoindre, inviter ou proposer une personne',
    description:
      "`type` : `request`, je demande à rejoindre, si le lien du tableau est ouvert ; `invitation`, l'administrateur invite `username` ; `member_invitation`, un autre membre propose `username` à l'administrateur ; qui joue sans adresse garde d'abord sa partie.",
    scope: 'membership:write',
    params: boardParams,
    body: newRequest,
    reply: [201, z.object({ request: boardRequest })],
    refusals: [
      'too_many_requests',
      'guest_must_keep',
      'board_not_found',
      'administrator_only',
      'user_not_found',
      'invited_yourself',
      'already_member',
      'already_invited',
      'declined_recently',
      'you_are_member',
      'already_requested',
    ],
  },
  'POST /api/requests/:requestId/acceptance': {
    summary: 'Accepter une demande reçue',
    description:
      "Ce que l'auteur de la demande n'a plus le droit de faire est refusé : `request_void`. Une proposition acceptée devient une invitation.",
    scope: 'membership:write',
    params: requestParams,
    reply: [200, z.object({ request: boardRequest })],
    refusals: [
      'request_not_found',
      'request_void',
      'board_not_found',
      'declined_recently',
      'too_many_members',
      'too_many_boards',
      'joiner_has_too_many_boards',
    ],
  },
  'POST /api/requests/:requestId/rejection': {
    summary: 'Refuser une demande reçue',
    description: "Après le refus d'une invitation, la même personne n'est pas invitée au même tableau avant un jour.",
    scope: 'membership:write',
    params: requestParams,
    reply: [200, z.object({ request: boardRequest })],
    refusals: ['request_not_found'],
  },
  'DELETE /api/requests/:requestId': {
    summary: "Retirer une invitation, une proposition ou une demande que j'ai envoyée et qui attend",
    description: "La demande d'une autre personne, ou une demande répondue, a la même réponse qu'une demande inexistante.",
    scope: 'membership:write',
    params: requestParams,
    reply: [204, null],
    refusals: ['request_not_found'],
  },
  'POST /api/requests/:requestId/block': {
    summary: 'Ne plus recevoir les invitations de la personne qui a envoyé celle-ci',
    description:
      "Ses invitations en attente, celle-ci comprise, disparaissent de mes demandes. La personne n'en apprend rien : pour elle, ses invitations attendent.",
    scope: 'membership:write',
    params: requestParams,
    reply: [204, null],
    refusals: ['request_not_found'],
  },
  'GET /api/invitations/:invitation': {
    summary: "Ce que montre une invitation : le lien d'un tableau, ou un lien pour une personne",
    description:
      "`invitation` est le dernier segment du lien. Avec un lien pour une personne (`admits`), `boardId` est null pour qui n'est pas membre, et `invitedBy` dit qui invite. Un lien coupé, terminé ou inventé donne la même réponse.",
    scope: 'membership:read',
    public: true,
    params: invitationParams,
    reply: [200, invitationPage],
    refusals: ['board_not_found', 'too_many_requests'],
  },
  'POST /api/invitations/:invitation/acceptance': {
    summary: 'Rejoindre un tableau par un lien pour une personne, qui se termine avec',
    description: 'Répétée le même jour par la même personne, la réponse est la même : la première a pu se perdre.',
    scope: 'membership:write',
    params: invitationParams,
    reply: [200, z.object({ boardId })],
    refusals: ['board_not_found', 'you_are_member', 'too_many_members', 'too_many_boards', 'user_not_found', 'too_many_requests'],
  },
  'GET /api/boards/:boardId/single-links': {
    summary: "Les liens pour une personne qui attendent quelqu'un",
    description: "Réservé à l'administrateur. Le `token` d'un lien n'est pas rendu.",
    scope: 'membership:read',
    params: boardParams,
    reply: [200, z.object({ links: z.array(singleLink) })],
    refusals: administrator,
  },
  'POST /api/boards/:boardId/single-links': {
    summary: 'Faire un lien pour une personne',
    description: "Son adresse est `/invite/{token}`. Le `token` n'est dit qu'ici. Le lien vaut 24 heures, pour une personne.",
    scope: 'membership:write',
    params: boardParams,
    reply: [201, z.object({ link: madeSingleLink })],
    refusals: [...administrator, 'too_many_single_links', 'too_many_requests'],
  },
  'DELETE /api/boards/:boardId/single-links/:linkId': {
    summary: 'Retirer un lien pour une personne. La répéter ne change rien',
    description: "Réservé à l'administrateur. Le lien est terminé aussitôt.",
    scope: 'membership:write',
    params: z.object({ boardId, linkId: idOf(singleLinkId, "L'identifiant du lien") }),
    reply: [204, null],
    refusals: administrator,
  },
  'GET /api/blocks': {
    summary: 'Les personnes dont je ne reçois plus les invitations',
    description: 'Seule la personne qui bloque voit cette liste.',
    scope: 'membership:read',
    reply: [200, z.object({ blocked: z.array(blockedInviter) })],
  },
  'DELETE /api/blocks/:userId': {
    summary: "Recevoir de nouveau les invitations d'une personne. La répéter ne change rien",
    description: 'Ses invitations qui attendaient reparaissent dans mes demandes.',
    scope: 'membership:write',
    params: z.object({ userId }),
    reply: [204, null],
  },
} as const satisfies Record<string, Endpoint>;
