import * as z from 'zod/mini';
import { notificationId } from '../ids.ts';
import { changeNotifications, notificationWords, notifications, notifiedDevice, seenBoards, subscribeDevice } from '../notifications.ts';
import { board404, boardParams, type Endpoint, idOf, memberParams } from './endpoint.ts';

export const notificationEndpoints = {
  'GET /api/notifications': {
    summary: 'Mes notifications',
    description:
      "`publicKey` est la clé VAPID avec laquelle le navigateur s'abonne, ou null si ce serveur ne peut rien envoyer. `device` est l'appareil de la session qui appelle, ou null s'il n'est pas abonné.",
    scope: 'account:read',
    reply: [200, notifications],
  },
  'PATCH /api/notifications': {
    summary: 'Changer de quoi je veux être prévenu',
    description: 'Seuls les réglages envoyés changent. Ils valent pour tous mes appareils.',
    scope: 'account:write',
    body: changeNotifications,
    reply: [200, notifications],
  },
  'PUT /api/notifications/device': {
    summary: 'Abonner cet appareil, ou changer ses réglages',
    description:
      "L'abonnement appartient à la session qui appelle et finit avec elle ; sans `essentialCookies`, un jour après la dernière visite. Les réglages qui manquent restent ce qu'ils étaient. Un fuseau horaire qui manque, ou que ce serveur ne connaît pas, n'est pas refusé : celui d'avant, d'un autre appareil ou d'un tableau vaut alors. Un abonnement que le navigateur avait sous une autre session passe à celle-ci.",
    scope: 'account:write',
    body: subscribeDevice,
    reply: [200, notifiedDevice],
    refusals: ['push_unavailable', 'push_address_refused'],
  },
  'DELETE /api/notifications/device': {
    summary: 'Ne plus rien envoyer à cet appareil',
    description: 'Sans abonnement, la réponse est la même.',
    scope: 'account:write',
    reply: [204, null],
  },
  'PUT /api/notifications/seen': {
    summary: "Dire jusqu'où j'ai vu mes tableaux",
    description:
      "Ce qui s'est passé jusqu'à cette révision n'est plus du nouveau, sur aucun de mes appareils. Avec `looking`, la suite ne l'est pas non plus tant que je regarde : pendant 90 secondes au plus, à redire d'ici là. Une révision plus ancienne que la dernière ne change rien ; les tableaux dont je ne suis pas membre, et ce qui n'a pas la forme voulue, sont laissés de côté. `notified` dit si un de mes appareils est prévenu : sinon `looking` ne change rien.",
    scope: 'account:write',
    body: seenBoards,
    reply: [200, z.object({ notified: z.boolean() })],
  },
  'GET /api/notifications/:notificationId': {
    summary: "Les mots d'une notification reçue par cet appareil",
    description:
      "Une notification ne porte ni nom ni titre : l'appareil qui les montre les demande ici. Ce qui n'est plus vrai, ou a été vu depuis, ne se trouve plus. `thanksFor` nomme le gain que l'autre d'un tableau à deux a noté pour la personne : ❤️ y dit merci.",
    scope: 'account:read',
    params: z.object({ notificationId: idOf(notificationId, "L'identifiant que porte la notification") }),
    reply: [200, notificationWords],
    refusals: ['notification_not_found'],
  },
  'PUT /api/boards/:boardId/mute': {
    summary: 'Ne plus être prévenu de ce qui se passe sur un tableau',
    description: 'Répéter ne change rien.',
    scope: 'account:write',
    params: boardParams,
    reply: [204, null],
    refusals: board404,
  },
  'DELETE /api/boards/:boardId/mute': {
    summary: 'Être de nouveau prévenu de ce qui se passe sur un tableau',
    description: 'Répéter ne change rien.',
    scope: 'account:write',
    params: boardParams,
    reply: [204, null],
    refusals: board404,
  },
  'POST /api/boards/:boardId/members/:userId/nudge': {
    summary: 'Relancer un autre membre',
    description:
      "Une fois par jour et dans chaque sens : de nouveau après vingt heures, que dit `Retry-After`. Le serveur tire la phrase. La réponse est la même que la personne veuille ou non l'entendre.",
    scope: 'membership:write',
    params: memberParams,
    reply: [201, z.object({ sentence: z.string() })],
    refusals: ['board_not_found', 'nudged_yourself', 'member_not_found', 'nudged_today'],
  },
} as const satisfies Record<string, Endpoint>;
