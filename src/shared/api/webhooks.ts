import * as z from 'zod/mini';
import { webhookDeliveryId, webhookId } from '../ids.ts';
import { changedSecret, changeWebhook, madeWebhook, makeWebhook, webhookDeliveries, webhooks } from '../webhooks.ts';
import { administrator, board404, boardId, boardParams, type Endpoint, idOf } from './endpoint.ts';

const webhookParams = z.object({ boardId, webhookId: idOf(webhookId, "L'identifiant du webhook") });
const deliveryParams = z.object({
  ...webhookParams.shape,
  deliveryId: idOf(webhookDeliveryId, "L'identifiant de l'envoi, qui est aussi `webhook-id`"),
});
const ofWebhook = [...administrator, 'webhook_not_found'] as const;

export const webhookEndpoints = {
  'GET /api/boards/:boardId/webhooks': {
    summary: 'À qui ce tableau raconte ce qui se passe',
    description:
      "Tous les membres le voient. De l'adresse, seul le nom de l'hôte est dit ; le reste, comme le secret, ne sort plus du serveur. `isLeftOut` dit si la personne a choisi que rien de ce qu'elle fait n'y soit envoyé.",
    scope: 'account:read',
    params: boardParams,
    reply: [200, webhooks],
    refusals: board404,
  },
  'POST /api/boards/:boardId/webhooks': {
    summary: 'Créer un webhook sur un tableau',
    description:
      "Réservé à l'admin, trois par tableau. Sans `shaped`, la requête suit Standard Webhooks : `secret` la signe, et n'est montré que cette fois. Avec `shaped`, la requête est celle qui est écrite là ; `{{title}}` et `{{body}}` y deviennent le nom du tableau et une phrase, échappés selon `contentType`. L'adresse commence par https, sauf dans les réseaux que l'hôte laisse appeler (`OUTGOING_NETWORKS`).",
    scope: 'boards:write',
    params: boardParams,
    body: makeWebhook,
    reply: [201, madeWebhook],
    refusals: [
      ...administrator,
      'webhook_address_invalid',
      'webhook_address_refused',
      'webhook_headers_invalid',
      'webhook_body_invalid',
      'too_many_webhooks',
    ],
  },
  'PATCH /api/boards/:boardId/webhooks/:webhookId': {
    summary: "Couper un webhook, ou l'allumer de nouveau",
    description:
      "Ce qui attendait d'être envoyé quand il est coupé ne l'est plus. Une réponse 410 le coupe aussi. La réponse est celle de `GET`.",
    scope: 'boards:write',
    params: webhookParams,
    body: changeWebhook,
    reply: [200, webhooks],
    refusals: ofWebhook,
  },
  'POST /api/boards/:boardId/webhooks/:webhookId/secret': {
    summary: "Changer le secret d'un webhook",
    description:
      "Pendant un jour, chaque envoi est aussi signé par le secret remplacé ; quatre signatures au plus. Un webhook qui n'est pas signé ne se trouve pas.",
    scope: 'boards:write',
    params: webhookParams,
    reply: [201, changedSecret],
    refusals: ofWebhook,
  },
  'POST /api/boards/:boardId/webhooks/:webhookId/test': {
    summary: 'Envoyer un essai à un webhook',
    description: "Le journal dit ce qu'il est devenu. Un webhook coupé ne reçoit rien.",
    scope: 'boards:write',
    params: webhookParams,
    reply: [204, null],
    refusals: [...ofWebhook, 'webhook_off', 'too_many_webhook_calls'],
  },
  'GET /api/boards/:boardId/webhooks/:webhookId/deliveries': {
    summary: "Le journal d'un webhook",
    description:
      'Les cinquante derniers envois, sur sept jours au plus. `answer` est le statut de la dernière réponse, ou `address_refused`, `name_unknown`, `no_answer`, `switched_off`, `unreadable`. Un envoi que rien ne confirme est repris neuf fois : après 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 et 24 h.',
    scope: 'account:read',
    params: webhookParams,
    reply: [200, webhookDeliveries],
    refusals: ofWebhook,
  },
  'POST /api/boards/:boardId/webhooks/:webhookId/deliveries/:deliveryId/again': {
    summary: 'Renvoyer, tout de suite',
    description: "Sous le même `webhook-id`. Ce dont il parlait est relu : ce qui n'existe plus n'est pas envoyé.",
    scope: 'boards:write',
    params: deliveryParams,
    reply: [204, null],
    refusals: [...ofWebhook, 'delivery_not_found', 'webhook_off', 'too_many_webhook_calls'],
  },
  'DELETE /api/boards/:boardId/webhooks/:webhookId': {
    summary: 'Supprimer un webhook',
    description: "Plus rien n'y est envoyé, et son journal ne se lit plus.",
    scope: 'boards:write',
    params: webhookParams,
    reply: [204, null],
    refusals: ofWebhook,
  },
  'PUT /api/boards/:boardId/left-out': {
    summary: 'Ne rien envoyer de ce que je fais aux webhooks de ce tableau',
    description: "Vaut aussi pour ce qui attend d'être envoyé. Répéter ne change rien.",
    scope: 'account:write',
    params: boardParams,
    reply: [204, null],
    refusals: board404,
  },
  'DELETE /api/boards/:boardId/left-out': {
    summary: 'Laisser de nouveau envoyer ce que je fais',
    description: 'Répéter ne change rien.',
    scope: 'account:write',
    params: boardParams,
    reply: [204, null],
    refusals: board404,
  },
} as const satisfies Record<string, Endpoint>;
