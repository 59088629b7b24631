/**
 * The table of endpoints: method and path → what enters, what leaves, what may be refused. The server serves it, the
 * client's types come from it, and the OpenAPI document is made of it.
 */
import * as z from 'zod/mini';
import { achievementId, achievementProgress } from './achievements.ts';
import {
  account,
  askForReset,
  changePassword,
  changePreferences,
  changeProfile,
  deleteAccount,
  deletionPreview,
  publicProfile,
  resetPassword,
  session,
  signIn,
  signUp,
} from './accounts.ts';
import { actionProposal, proposeAction } from './action-proposals.ts';
import { action, changeAction, favourites, offeredPage, orderActions, quickActions } from './actions.ts';
import { activityPage, feedPage, logActivities, logActivity, loggedActivity } from './activities.ts';
import { addActions, boardCard, boardChange, changeBoard, createBoard, handOver, invitationPage, openedBoard } from './boards.ts';
import { countAtMost, functionCounts, visitCounts } from './counts.ts';
import { exportedData } from './export.ts';
import * as ids from './ids.ts';
import { reactionEmoji } from './reactions.ts';
import type { RefusalCode } from './refusals.ts';
import { blockedInviter, boardRequest, newRequest, requestLists } from './requests.ts';
import type { Scope } from './scopes.ts';
import { periods, scores } from './scores.ts';
import { madeSingleLink, singleLink } from './single-links.ts';

type Schema = z.ZodMiniType;

/** Says what a part of an address is, for the document. */
const described = <S extends Schema>(schema: S, description: string): S => {
  z.globalRegistry.add(schema, { description });
  return schema;
};
// Any string is a possible id: one that names nothing is answered like a stranger's, 404.
const idOf = <S extends Schema>(id: S, description: string) => described(id.clone(), description);

const boardId = idOf(ids.boardId, "L'identifiant du tableau");
const userId = idOf(ids.userId, "L'identifiant de la personne");
const boardParams = z.object({ boardId });
const actionParams = z.object({ boardId, actionId: idOf(ids.actionId, "L'identifiant de l'action") });
const proposalParams = z.object({ boardId, proposalId: idOf(ids.proposalId, "L'identifiant de la proposition") });
const activityParams = z.object({ boardId, activityId: idOf(ids.activityId, "L'identifiant de l'activité") });
const reactionParams = z.object({
  ...activityParams.shape,
  emoji: described(reactionEmoji, 'Un des huit emojis, encodé pour une adresse'),
});
const invitationParams = z.object({ invitation: idOf(z.string(), "Le dernier segment du lien d'invitation") });
const requestParams = z.object({ requestId: idOf(ids.requestId, "L'identifiant de la demande") });
const memberParams = z.object({ boardId, userId });

// Query strings are text: the number is read here, strictly.
const revision = (description: string) => described(z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number)), description);

/** What the endpoints are about, and what each of these is. */
export const tags = {
  Actions: "Ce qu'un tableau propose de noter, ce que les membres proposent d'y ajouter, et le catalogue",
  Activités: 'Ce qui a été noté, annulé et applaudi',
  Application: "Ce qui ne dépend d'aucun compte",
  Comptes: 'Les personnes, leurs sessions, leurs mots de passe et leurs données',
  Demandes: 'Demander à rejoindre, inviter, proposer, et les liens pour une personne',
  Direct: 'Le flux de tout ce qui change',
  Succès: 'Ce que chaque personne a débloqué',
  Tableaux: 'Les tableaux, leurs membres et leur classement',
} as const;

export interface Endpoint {
  summary: string;
  /** What a caller must know beside the schemas. */
  description: string;
  tag: keyof typeof tags;
  /** What a caller must be allowed: see `shared/scopes.ts`. A visitor needs none where the endpoint is public. */
  scope: Scope;
  /** No session needed. Every other endpoint answers 401 without one. */
  public?: true;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** The one reply of success. `null` has no body; 'stream' is a text/event-stream. */
  reply: readonly [status: 200 | 201 | 204, body: Schema | null | 'stream'];
  refusals?: readonly RefusalCode[];
}

const board404 = ['board_not_found'] as const;
const administrator = ['board_not_found', 'administrator_only'] as const;
const seenPoints =
  "Avec `points`, ce que la personne a vu, une action qui vaut autre chose entre-temps n'est pas enregistrée : `action_not_found_in_board`.";
const actionFields = [
  'action_title_required',
  'action_title_too_long',
  'action_title_wordless',
  'points_invalid',
  'emoji_invalid',
] as const;

export const api = {
  // Accounts
  'POST /api/accounts': {
    summary: 'Créer un compte et ouvrir sa session',
    description:
      "Le nom d'utilisateur est comparé sans égard à la casse, et refusé s'il ressemble à un autre (`username_taken`). La réponse pose le cookie de session. " +
      "Avec `idempotencyKey`, une répétition dans l'heure, après une réponse perdue, ouvre une session sur le compte déjà créé.",
    tag: 'Comptes',
    scope: 'account:write',
    public: true,
    body: signUp,
    reply: [201, z.object({ user: account })],
    refusals: [
      'username_required',
      'username_invalid',
      'username_taken',
      'email_invalid',
      'email_taken',
      'password_too_short',
      'password_too_long',
      'password_too_easy',
      'too_many_attempts',
      'profile_failed',
    ],
  },
  'GET /api/session': {
    summary: 'La personne connectée, ou null',
    description: "`user` est null sans session : rien n'est refusé, c'est la façon de savoir si l'on est connecté.",
    tag: 'Comptes',
    scope: 'account:read',
    public: true,
    reply: [200, z.object({ user: z.nullable(account) })],
  },
  'POST /api/session': {
    summary: "Se connecter par e-mail ou nom d'utilisateur",
    description:
      "`identifier` est un e-mail s'il contient un « @ ». La réponse pose le cookie de session. Un compte inconnu et un mauvais mot de passe ont la même réponse, `wrong_credentials`.",
    tag: 'Comptes',
    scope: 'account:write',
    public: true,
    body: signIn,
    reply: [201, z.object({ user: account })],
    refusals: ['fields_required', 'wrong_credentials', 'too_many_attempts', 'too_many_requests'],
  },
  'DELETE /api/session': {
    summary: 'Se déconnecter',
    description: 'Termine la session, ferme ses flux et retire le cookie. Sans session, la réponse est la même.',
    tag: 'Comptes',
    scope: 'account:write',
    public: true,
    reply: [204, null],
  },
  'GET /api/users/:username': {
    summary: "Savoir si un nom d'utilisateur existe, pour l'inviter",
    description: "La casse ne compte pas. La réponse ne dit que le nom et l'avatar. 60 recherches par minute et par personne.",
    tag: 'Comptes',
    scope: 'membership:read',
    params: z.object({ username: described(z.string().check(z.maxLength(64)), "Le nom d'utilisateur cherché") }),
    reply: [200, publicProfile],
    refusals: ['user_not_found', 'too_many_requests'],
  },

  'PATCH /api/account': {
    summary: "Changer son nom d'utilisateur ou son avatar",
    description: 'Seuls les champs envoyés changent. Les activités passées portent le nouveau nom aussi. 30 changements par heure.',
    tag: 'Comptes',
    scope: 'account:write',
    body: changeProfile,
    reply: [200, z.object({ user: account })],
    refusals: ['username_required', 'username_invalid', 'username_taken', 'too_many_requests'],
  },
  'PATCH /api/account/preferences': {
    summary: 'Changer ses réglages de confidentialité',
    description: 'Seuls les réglages envoyés changent. Sans `essentialCookies`, la session se termine avec le navigateur.',
    tag: 'Comptes',
    scope: 'account:write',
    body: changePreferences,
    reply: [200, z.object({ user: account })],
  },
  'PUT /api/account/password': {
    summary: 'Changer son mot de passe ; toutes les autres sessions se terminent',
    description:
      'Le mot de passe actuel est demandé. La session qui appelle continue sous un autre cookie, posé par la réponse ; aucun lien reçu par e-mail ne vaut plus.',
    tag: 'Comptes',
    scope: 'account:write',
    body: changePassword,
    reply: [204, null],
    refusals: [
      'password_required',
      'wrong_password',
      'password_too_short',
      'password_too_long',
      'password_too_easy',
      'too_many_attempts',
      'too_many_requests',
    ],
  },
  'GET /api/account/export': {
    summary: "Tout ce que l'application garde de moi, en un document",
    description: 'Un export à la fois, dix par heure. Le document est décrit champ par champ par son schéma.',
    tag: 'Comptes',
    scope: 'account:read',
    reply: [200, exportedData],
    refusals: ['too_many_requests', 'export_under_way'],
  },
  'GET /api/account/deletion': {
    summary: 'Ce que supprimer mon compte supprimerait',
    description: "Les tableaux que j'administre, et les membres à qui chacun peut être confié.",
    tag: 'Comptes',
    scope: 'account:read',
    reply: [200, deletionPreview],
  },
  'POST /api/account/deletion': {
    summary: 'Supprimer son compte, pour toujours',
    description:
      'Les tableaux administrés qui ne sont pas confiés à un autre membre (`handOvers`) sont supprimés avec le compte, pour tous leurs membres. ' +
      "Avec `boards`, la liste complète des tableaux lue par `GET /api/account/deletion`, rien n'est supprimé si elle a changé depuis ; sans `boards`, rien n'est vérifié.",
    tag: 'Comptes',
    scope: 'account:write',
    body: deleteAccount,
    reply: [204, null],
    refusals: [
      'password_required',
      'password_too_long',
      'wrong_password',
      'too_many_attempts',
      'too_many_requests',
      'boards_changed',
      'board_not_found',
      'member_not_found',
    ],
  },
  'GET /api/sessions': {
    summary: 'Les appareils connectés',
    description: "Chaque session est celle d'un navigateur ; `isCurrent` dit laquelle appelle.",
    tag: 'Comptes',
    scope: 'account:read',
    reply: [200, z.object({ sessions: z.array(session) })],
  },
  'DELETE /api/sessions': {
    summary: 'Déconnecter tous les autres appareils',
    description: 'Leurs flux se ferment aussitôt. La session qui appelle continue.',
    tag: 'Comptes',
    scope: 'account:write',
    reply: [204, null],
  },
  'DELETE /api/sessions/:sessionId': {
    summary: 'Déconnecter un appareil',
    description: "Ses flux se ferment aussitôt. Une session d'une autre personne a la même réponse qu'une session inexistante.",
    tag: 'Comptes',
    scope: 'account:write',
    params: z.object({ sessionId: idOf(ids.sessionId, "L'identifiant de la session, comme le rend `GET /api/sessions`") }),
    reply: [204, null],
    refusals: ['session_not_found'],
  },
  'POST /api/password-resets': {
    summary: 'Recevoir par e-mail un lien pour choisir un autre mot de passe',
    description: "Le lien vaut une heure, à compter de l'envoi de l'e-mail. Cinq demandes par heure et par compte.",
    tag: 'Comptes',
    scope: 'account:write',
    public: true,
    body: askForReset,
    reply: [204, null],
    refusals: ['email_required', 'email_invalid', 'email_unknown', 'too_many_attempts'],
  },
  'PUT /api/password': {
    summary: 'Choisir un autre mot de passe avec le lien reçu ; toutes les sessions se terminent',
    description:
      "`token` est ce que porte le lien. Il ne sert qu'une fois ; les autres liens de la personne ne valent plus. Le même appel, répété dans les dix minutes après une réponse perdue, a la même réponse.",
    tag: 'Comptes',
    scope: 'account:write',
    public: true,
    body: resetPassword,
    reply: [204, null],
    refusals: ['reset_link_invalid', 'password_too_short', 'password_too_long', 'password_too_easy', 'too_many_attempts'],
  },

  // The app itself
  'GET /api/configuration': {
    summary: 'Ce que la personne qui héberge a réglé',
    description:
      "`supportEmail` : à qui écrire au sujet de ses données. `messengerAppId` : null si le partage par Messenger n'est pas proposé.",
    tag: 'Application',
    scope: 'boards:read',
    public: true,
    reply: [200, z.object({ supportEmail: z.string(), messengerAppId: z.nullable(z.string()) })],
  },
  'POST /api/counts': {
    summary: "Compter des visites et des fonctions, sans dire qui, si la personne l'a accepté",
    description:
      "Ce que la personne n'a pas accepté est laissé de côté, sans refus. Rien n'est gardé que des sommes par jour, de tout le monde ensemble.",
    tag: 'Application',
    scope: 'account:write',
    public: true,
    body: z.strictObject({
      counts: z
        .array(
          z.strictObject({
            name: z.enum([...visitCounts, ...functionCounts]),
            count: z.int().check(z.minimum(1), z.maximum(countAtMost)),
          }),
        )
        .check(z.minLength(1), z.maxLength(visitCounts.length + functionCounts.length)),
    }),
    reply: [204, null],
    refusals: ['too_many_requests'],
  },

  // Catalogue
  'GET /api/predefined-actions': {
    summary: "Le catalogue d'actions, par titre",
    description: "Le même catalogue pour tout le monde : ce qu'un tableau peut prendre pour commencer.",
    tag: 'Actions',
    scope: 'boards:read',
    reply: [200, z.object({ actions: z.array(action) })],
  },
  'GET /api/emojis': {
    summary: "Les emojis, tous ou d'une catégorie",
    description:
      "Ce que l'application propose comme avatar, comme icône d'un tableau et comme réaction. `category` choisit l'une des trois.",
    tag: 'Actions',
    scope: 'boards:read',
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
    tag: 'Actions',
    scope: 'boards:read',
    query: z.object({ after: z.optional(idOf(z.string(), 'Le `next` de la page précédente ; sans lui, la première page')) }),
    reply: [200, offeredPage],
  },
  'GET /api/favourites': {
    summary: "Ce que je note d'un geste depuis l'accueil : mes favorites, ou mes habitudes",
    description: "Six au plus : les dernières ajoutées à mes favorites ou, sans favorite, ce que j'ai noté le plus en 60 jours.",
    tag: 'Actions',
    scope: 'boards:read',
    reply: [200, quickActions],
  },

  // Boards
  'GET /api/boards': {
    summary: 'Mes tableaux',
    description: 'Tous les tableaux dont je suis membre, avec leurs totaux et leur révision.',
    tag: 'Tableaux',
    scope: 'boards:read',
    reply: [200, z.object({ boards: z.array(boardCard) })],
  },
  'POST /api/boards': {
    summary: 'Créer un tableau',
    description:
      'Avec `idempotencyKey`, une répétition après une réponse perdue ne crée pas un second tableau. Les noms inconnus de `invited` sont laissés de côté et rendus dans `skippedUsernames`.',
    tag: 'Tableaux',
    scope: 'boards:write',
    body: createBoard,
    reply: [201, z.object({ board: boardCard, skippedUsernames: z.array(z.string()) })],
    refusals: [
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
    tag: 'Tableaux',
    scope: 'boards:read',
    params: boardParams,
    reply: [200, openedBoard],
    refusals: board404,
  },
  'PATCH /api/boards/:boardId': {
    summary: "Changer titre, thème, icône, fuseau horaire ou lien d'invitation",
    description: "Réservé à l'administrateur. Seuls les champs envoyés changent. Le fuseau horaire change cinq fois par heure au plus.",
    tag: 'Tableaux',
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
    tag: 'Tableaux',
    scope: 'boards:write',
    params: boardParams,
    reply: [204, null],
    refusals: administrator,
  },
  'GET /api/boards/:boardId/changes': {
    summary: 'Ce qui a changé depuis une révision',
    description:
      "Les parties qui n'ont pas changé manquent dans la réponse. Si `complete` est faux, il y avait plus qu'une page : relire le tableau.",
    tag: 'Tableaux',
    scope: 'boards:read',
    params: boardParams,
    query: z.object({ after: revision('La révision du tableau que le client connaît') }),
    reply: [200, boardChange],
    refusals: board404,
  },
  'GET /api/boards/:boardId/scores': {
    summary: 'Le classement sur une période : la semaine, le mois ou toujours',
    description:
      "Les jours sont ceux du fuseau horaire du tableau, la semaine commence le lundi, et seule compte l'heure du serveur. `stretches` donne le premier jour de chaque point des courbes.",
    tag: 'Tableaux',
    scope: 'boards:read',
    params: boardParams,
    query: z.object({ period: described(z.enum(periods), 'La semaine, le mois ou toujours') }),
    reply: [200, scores],
    refusals: board404,
  },
  'POST /api/boards/:boardId/actions': {
    summary: 'Ajouter des actions au tableau',
    description: "Réservé à l'administrateur. 300 actions en usage au plus. Une action qui y est déjà est laissée de côté.",
    tag: 'Actions',
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
    tag: 'Actions',
    scope: 'boards:write',
    params: actionParams,
    body: changeAction,
    reply: [200, boardChange],
    refusals: [...administrator, 'action_not_found_in_board', ...actionFields, 'action_on_board_already', 'too_many_actions'],
  },
  'GET /api/boards/:boardId/actions/retired': {
    summary: "Les actions retirées du tableau, les dernières d'abord",
    description: "Réservé à l'administrateur. Les 300 dernières, qui peuvent être remises.",
    tag: 'Actions',
    scope: 'boards:read',
    params: boardParams,
    reply: [200, z.object({ actions: z.array(action) })],
    refusals: administrator,
  },
  'PUT /api/boards/:boardId/actions/order': {
    summary: 'Ranger les actions du tableau dans un autre ordre',
    description:
      "`actionIds` : toutes les actions en usage, et elles seules. Une liste d'avant un changement est refusée, et rien n'est déplacé.",
    tag: 'Actions',
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
    tag: 'Actions',
    scope: 'boards:read',
    params: boardParams,
    reply: [200, z.object({ proposals: z.array(actionProposal) })],
    refusals: board404,
  },
  'POST /api/boards/:boardId/proposals': {
    summary: "Proposer une action à l'administrateur",
    description:
      "Aussi longtemps que la proposition attend, une répétition avec la même `idempotencyKey` ne propose rien de plus. Vingt propositions d'un membre attendent au plus.",
    tag: 'Actions',
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
    tag: 'Actions',
    scope: 'boards:write',
    params: proposalParams,
    reply: [200, boardChange],
    refusals: [...administrator, 'proposal_not_found', 'action_on_board_already', 'too_many_actions'],
  },
  'DELETE /api/boards/:boardId/proposals/:proposalId': {
    summary: "Refuser une action proposée, en administrant le tableau, ou retirer ce qu'on a proposé",
    description: "La proposition d'une autre personne a, pour un membre, la même réponse qu'une proposition inexistante.",
    tag: 'Actions',
    scope: 'boards:write',
    params: proposalParams,
    reply: [204, null],
    refusals: ['board_not_found', 'proposal_not_found'],
  },
  'PUT /api/boards/:boardId/actions/:actionId/favourite': {
    summary: 'Ajouter une action à mes favorites. Le répéter ne change rien',
    description: "Douze par tableau au plus. Personne d'autre ne l'apprend.",
    tag: 'Actions',
    scope: 'boards:write',
    params: actionParams,
    reply: [200, favourites],
    refusals: ['board_not_found', 'action_not_found_in_board', 'too_many_favourites'],
  },
  'DELETE /api/boards/:boardId/actions/:actionId/favourite': {
    summary: "Retirer une action de mes favorites. Retirer celle qui n'y est pas ne change rien",
    description: "La réponse donne les favorites qui restent, dans l'ordre où elles ont été marquées.",
    tag: 'Actions',
    scope: 'boards:write',
    params: actionParams,
    reply: [200, favourites],
    refusals: board404,
  },
  'DELETE /api/boards/:boardId/members/:userId': {
    summary: 'Retirer un membre, ou quitter le tableau soi-même',
    description:
      "L'administrateur retire qui il veut sauf soi-même ; chaque autre membre peut partir. Les activités et le total du tableau restent.",
    tag: 'Tableaux',
    scope: 'membership:write',
    params: memberParams,
    reply: [204, null],
    refusals: [...administrator, 'member_not_found', 'administrator_stays'],
  },
  'PUT /api/boards/:boardId/administrator': {
    summary: 'Nommer un autre membre administrateur',
    description: "Réservé à l'administrateur, qui reste membre. Les invitations en attente passent au nouveau.",
    tag: 'Tableaux',
    scope: 'membership:write',
    params: boardParams,
    body: handOver,
    reply: [200, boardChange],
    refusals: [...administrator, 'member_not_found'],
  },

  // Activities
  'GET /api/activities': {
    summary: 'Les activités récentes de tous mes tableaux',
    description: "Trente par page, les plus récentes d'abord. `next` se passe comme `before`.",
    tag: 'Activités',
    scope: 'boards:read',
    query: z.object({
      before: z.optional(described(z.string().check(z.maxLength(128)), 'Le `next` de la page précédente ; sans lui, la première page')),
    }),
    reply: [200, feedPage],
  },
  'POST /api/activities': {
    summary: 'Enregistrer une action sur plusieurs tableaux : tout ou rien',
    description: seenPoints,
    tag: 'Activités',
    scope: 'activities:write',
    body: logActivities,
    reply: [201, z.object({ logged: z.array(loggedActivity) })],
    refusals: [
      'boards_required',
      'board_not_found',
      'action_not_found_in_board',
      'activity_id_invalid',
      'activity_id_taken',
      'too_many_logs',
    ],
  },
  'GET /api/boards/:boardId/activities': {
    summary: "Les activités d'un tableau, les plus récentes d'abord",
    description: 'Trente par page. `next` se passe comme `before`. Une activité annulée reste dans la liste, avec `undone`.',
    tag: 'Activités',
    scope: 'boards:read',
    params: boardParams,
    query: z.object({ before: z.optional(revision('Le `next` de la page précédente ; sans lui, la première page')) }),
    reply: [200, activityPage],
    refusals: board404,
  },
  'POST /api/boards/:boardId/activities': {
    summary: 'Enregistrer une action',
    description: seenPoints,
    tag: 'Activités',
    scope: 'activities:write',
    params: boardParams,
    body: logActivity,
    reply: [201, loggedActivity],
    refusals: ['board_not_found', 'action_not_found_in_board', 'activity_id_invalid', 'activity_id_taken', 'too_many_logs'],
  },

  'POST /api/boards/:boardId/activities/:activityId/undo': {
    summary: 'Annuler une activité : ses points repartent. La répéter ne change rien',
    description: "Permis à la personne qui l'a notée et à l'administrateur. L'activité reste dans l'historique et ne compte plus.",
    tag: 'Activités',
    scope: 'activities:write',
    params: activityParams,
    reply: [200, boardChange],
    refusals: ['board_not_found', 'activity_not_found', 'undo_not_allowed'],
  },
  'PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji': {
    summary: 'Réagir à une activité avec un des huit emojis. Le répéter ne change rien',
    description: "Une personne met chaque emoji une fois. Une activité annulée n'en prend plus.",
    tag: 'Activités',
    scope: 'activities:write',
    params: reactionParams,
    reply: [200, boardChange],
    refusals: ['board_not_found', 'activity_not_found', 'activity_undone', 'reaction_unknown', 'too_many_requests'],
  },
  'DELETE /api/boards/:boardId/activities/:activityId/reactions/:emoji': {
    summary: "Retirer sa réaction. Retirer celle qui n'y est pas ne change rien",
    description: "Permis aussi quand l'activité a été annulée.",
    tag: 'Activités',
    scope: 'activities:write',
    params: reactionParams,
    reply: [200, boardChange],
    refusals: ['board_not_found', 'activity_not_found', 'reaction_unknown', 'too_many_requests'],
  },

  // Achievements
  'GET /api/achievements': {
    summary: 'Mes succès, débloqués ou non',
    description: "Trente succès. `progress` va jusqu'au but ; `unlockedAt` est null tant que le succès n'est pas débloqué.",
    tag: 'Succès',
    scope: 'boards:read',
    reply: [200, z.object({ achievements: z.array(achievementProgress) })],
  },
  'GET /api/boards/:boardId/members/:userId/achievements': {
    summary: 'Les succès débloqués par un membre du tableau, sans dire où ni quand',
    description: 'Réservé aux membres du tableau.',
    tag: 'Succès',
    scope: 'boards:read',
    params: memberParams,
    reply: [200, z.object({ achievements: z.array(achievementId) })],
    refusals: ['board_not_found', 'member_not_found'],
  },

  // Requests
  'GET /api/requests': {
    summary: 'Mes demandes reçues et envoyées',
    description: "Celles qui attendent d'abord, puis les plus récentes : 200 de chaque au plus.",
    tag: 'Demandes',
    scope: 'membership:read',
    reply: [200, requestLists],
  },
  'POST /api/boards/:boardId/requests': {
    summary: 'Demander à rejoindre, inviter ou proposer une personne',
    description:
      "`type` : `request`, je demande à rejoindre, si le lien du tableau est ouvert ; `invitation`, l'administrateur invite `username` ; `member_invitation`, un autre membre propose `username` à l'administrateur.",
    tag: 'Demandes',
    scope: 'membership:write',
    params: boardParams,
    body: newRequest,
    reply: [201, z.object({ request: boardRequest })],
    refusals: [
      'too_many_requests',
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
    tag: 'Demandes',
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
    tag: 'Demandes',
    scope: 'membership:write',
    params: requestParams,
    reply: [200, z.object({ request: boardRequest })],
    refusals: ['request_not_found'],
  },
  'DELETE /api/requests/:requestId': {
    summary: "Retirer une invitation, une proposition ou une demande que j'ai envoyée et qui attend",
    description: "La demande d'une autre personne, ou une demande répondue, a la même réponse qu'une demande inexistante.",
    tag: 'Demandes',
    scope: 'membership:write',
    params: requestParams,
    reply: [204, null],
    refusals: ['request_not_found'],
  },
  'POST /api/requests/:requestId/block': {
    summary: 'Ne plus recevoir les invitations de la personne qui a envoyé celle-ci',
    description:
      "Ses invitations en attente, celle-ci comprise, disparaissent de mes demandes. La personne n'en apprend rien : pour elle, ses invitations attendent.",
    tag: 'Demandes',
    scope: 'membership:write',
    params: requestParams,
    reply: [204, null],
    refusals: ['request_not_found'],
  },
  'GET /api/invitations/:invitation': {
    summary: "Ce que montre une invitation : le lien d'un tableau, ou un lien pour une personne",
    description:
      "`invitation` est le dernier segment du lien. Avec un lien pour une personne (`admits`), `boardId` est null pour qui n'est pas membre. Un lien coupé, terminé ou inventé donne la même réponse.",
    tag: 'Demandes',
    scope: 'membership:read',
    public: true,
    params: invitationParams,
    reply: [200, invitationPage],
    refusals: ['board_not_found', 'too_many_requests'],
  },
  'POST /api/invitations/:invitation/acceptance': {
    summary: 'Rejoindre un tableau par un lien pour une personne, qui se termine avec',
    description: 'Répétée le même jour par la même personne, la réponse est la même : la première a pu se perdre.',
    tag: 'Demandes',
    scope: 'membership:write',
    params: invitationParams,
    reply: [200, z.object({ boardId })],
    refusals: ['board_not_found', 'you_are_member', 'too_many_members', 'too_many_boards', 'user_not_found', 'too_many_requests'],
  },
  'GET /api/boards/:boardId/single-links': {
    summary: "Les liens pour une personne qui attendent quelqu'un",
    description: "Réservé à l'administrateur. Le `token` d'un lien n'est pas rendu.",
    tag: 'Demandes',
    scope: 'membership:read',
    params: boardParams,
    reply: [200, z.object({ links: z.array(singleLink) })],
    refusals: administrator,
  },
  'POST /api/boards/:boardId/single-links': {
    summary: 'Faire un lien pour une personne',
    description: "Son adresse est `/invite/{token}`. Le `token` n'est dit qu'ici. Le lien vaut 24 heures, pour une personne.",
    tag: 'Demandes',
    scope: 'membership:write',
    params: boardParams,
    reply: [201, z.object({ link: madeSingleLink })],
    refusals: [...administrator, 'too_many_single_links', 'too_many_requests'],
  },
  'DELETE /api/boards/:boardId/single-links/:linkId': {
    summary: 'Retirer un lien pour une personne. La répéter ne change rien',
    description: "Réservé à l'administrateur. Le lien est terminé aussitôt.",
    tag: 'Demandes',
    scope: 'membership:write',
    params: z.object({ boardId, linkId: idOf(ids.singleLinkId, "L'identifiant du lien") }),
    reply: [204, null],
    refusals: administrator,
  },
  'GET /api/blocks': {
    summary: 'Les personnes dont je ne reçois plus les invitations',
    description: 'Seule la personne qui bloque voit cette liste.',
    tag: 'Demandes',
    scope: 'membership:read',
    reply: [200, z.object({ blocked: z.array(blockedInviter) })],
  },
  'DELETE /api/blocks/:userId': {
    summary: "Recevoir de nouveau les invitations d'une personne. La répéter ne change rien",
    description: 'Ses invitations qui attendaient reparaissent dans mes demandes.',
    tag: 'Demandes',
    scope: 'membership:write',
    params: z.object({ userId }),
    reply: [204, null],
  },

  // Live
  'GET /api/live': {
    summary: 'Le flux des changements (Server-Sent Events)',
    description:
      'Un flux par navigateur suffit : il porte tous mes tableaux. Ce que chaque événement contient est dit en tête de ce document.',
    tag: 'Direct',
    // Its greeting has the account.
    scope: 'account:read',
    reply: [200, 'stream'],
  },
} as const satisfies Record<string, Endpoint>;

export type Api = typeof api;
export type EndpointKey = keyof Api;

type Out<T> = T extends z.ZodMiniType<infer Output> ? Output : T extends z.core.$ZodType<infer Output> ? Output : undefined;
type In<T> = T extends z.core.$ZodType<unknown, infer Input> ? Input : undefined;
type Part<K extends EndpointKey, P extends string> = Api[K] extends Record<P, infer S> ? S : undefined;

/** What a caller passes. */
export type ParamsOf<K extends EndpointKey> = In<Part<K, 'params'>>;
export type QueryOf<K extends EndpointKey> = In<Part<K, 'query'>>;
export type BodyOf<K extends EndpointKey> = In<Part<K, 'body'>>;
/** What a handler reads, after validation. */
export type ReadParams<K extends EndpointKey> = Out<Part<K, 'params'>>;
export type ReadQuery<K extends EndpointKey> = Out<Part<K, 'query'>>;
export type ReadBody<K extends EndpointKey> = Out<Part<K, 'body'>>;
export type ReplyOf<K extends EndpointKey> = Out<Api[K]['reply'][1]>;
