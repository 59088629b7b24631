import * as z from 'zod/mini';
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
  signUpPolicies,
} from '../accounts.ts';
import { exportedData } from '../export.ts';
import { sessionId } from '../ids.ts';
import { described, type Endpoint, idOf } from './endpoint.ts';

export const accounts = {
  'POST /api/accounts': {
    summary: 'Créer un compte et ouvrir sa session',
    description:
      "Le nom d'utilisateur est comparé sans égard à la casse, et refusé s'il ressemble à un autre (`username_taken`). La réponse pose le cookie de session. " +
      "Avec `idempotencyKey`, une répétition dans l'heure, après une réponse perdue, ouvre une session sur le compte déjà créé. " +
      "Là où l'on s'inscrit sur invitation, `invitation` est le dernier segment d'un lien d'invitation ; un lien pour une personne est utilisé, et fait entrer sur son tableau.",
    scope: 'account:write',
    public: true,
    replacesSession: true,
    body: signUp,
    reply: [201, z.object({ user: account })],
    refusals: [
      'guest_must_keep',
      'username_required',
      'username_invalid',
      'username_taken',
      'email_invalid',
      'email_taken',
      'password_too_short',
      'password_too_long',
      'password_too_easy',
      'too_many_attempts',
      'too_many_requests',
      'sign_ups_closed',
      'invitation_required',
      'too_many_members',
      'profile_failed',
    ],
  },
  'GET /api/session': {
    summary: 'La personne connectée, ou null',
    description:
      "`user` est null sans session : rien n'est refusé, c'est la façon de savoir si l'on est connecté. `signUps` dit qui peut créer un compte ici : tout le monde, qui a un lien d'invitation, ou personne. `demos` est là où l'on peut essayer une démo.",
    scope: 'account:read',
    public: true,
    reply: [200, z.object({ user: z.nullable(account), signUps: z.enum(signUpPolicies), demos: z.optional(z.literal(true)) })],
  },
  'POST /api/session': {
    summary: "Se connecter par e-mail ou nom d'utilisateur",
    description:
      "`identifier` est un e-mail s'il contient un « @ ». La réponse pose le cookie de session. Un compte inconnu et un mauvais mot de passe ont la même réponse, `wrong_credentials`.",
    scope: 'account:write',
    public: true,
    replacesSession: true,
    body: signIn,
    reply: [201, z.object({ user: account })],
    refusals: ['guest_must_keep', 'fields_required', 'wrong_credentials', 'too_many_attempts', 'too_many_requests'],
  },
  'DELETE /api/session': {
    summary: 'Se déconnecter',
    description: 'Termine la session, ferme ses flux et retire le cookie. Sans session, la réponse est la même.',
    scope: 'account:write',
    public: true,
    reply: [204, null],
  },
  'GET /api/users/:username': {
    summary: "Savoir si un nom d'utilisateur existe, pour l'inviter",
    description: "La casse ne compte pas. La réponse ne dit que le nom et l'avatar. 60 recherches par minute et par personne.",
    scope: 'membership:read',
    params: z.object({ username: described(z.string().check(z.maxLength(64)), "Le nom d'utilisateur cherché") }),
    reply: [200, publicProfile],
    refusals: ['user_not_found', 'too_many_requests'],
  },

  'PATCH /api/account': {
    summary: "Changer son nom d'utilisateur ou son avatar",
    description: 'Seuls les champs envoyés changent. Les activités passées portent le nouveau nom aussi. 30 changements par heure.',
    scope: 'account:write',
    body: changeProfile,
    reply: [200, z.object({ user: account })],
    refusals: ['username_required', 'username_invalid', 'username_taken', 'too_many_requests'],
  },
  'PATCH /api/account/preferences': {
    summary: 'Changer ses réglages de confidentialité',
    description:
      "Seuls les réglages envoyés changent. Sans `essentialCookies`, la session se termine avec le navigateur, et les notifications d'un appareil un jour après sa dernière visite.",
    scope: 'account:write',
    body: changePreferences,
    reply: [200, z.object({ user: account })],
  },
  'PUT /api/account/password': {
    summary: 'Changer son mot de passe ; toutes les autres sessions se terminent',
    description:
      "Le mot de passe actuel est demandé, ou une clé d'accès (`passkey`, après `POST /api/account/passkey-challenge`) : qui n'a pas de mot de passe en choisit un ainsi. " +
      'La session qui appelle continue sous un autre cookie, posé par la réponse ; aucun lien reçu par e-mail ne vaut plus.',
    scope: 'account:write',
    notForGuests: true,
    body: changePassword,
    reply: [204, null],
    refusals: [
      'guest_must_keep',
      'password_required',
      'wrong_password',
      'passkey_refused',
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
    scope: 'account:read',
    reply: [200, exportedData],
    refusals: ['too_many_requests', 'export_under_way'],
  },
  'GET /api/account/deletion': {
    summary: 'Ce que supprimer mon compte supprimerait',
    description: "Les tableaux que j'administre, et les membres à qui chacun peut être confié.",
    scope: 'account:read',
    reply: [200, deletionPreview],
  },
  'POST /api/account/deletion': {
    summary: 'Supprimer son compte, pour toujours',
    description:
      "Le mot de passe ou une clé d'accès est demandé, sauf à qui joue sans adresse et n'a ni l'un ni l'autre. " +
      'Les tableaux administrés qui ne sont pas confiés à un autre membre (`handOvers`) sont supprimés avec le compte, pour tous leurs membres. ' +
      "Avec `boards`, la liste complète des tableaux lue par `GET /api/account/deletion`, rien n'est supprimé si elle a changé depuis ; sans `boards`, rien n'est vérifié.",
    scope: 'account:write',
    body: deleteAccount,
    reply: [204, null],
    refusals: [
      'password_required',
      'password_too_long',
      'wrong_password',
      'passkey_refused',
      'too_many_attempts',
      'too_many_requests',
      'boards_changed',
      'board_not_found',
      'member_not_found',
      'guest_cannot_administer',
    ],
  },
  'GET /api/sessions': {
    summary: 'Les appareils connectés',
    description: "Chaque session est celle d'un navigateur ; `isCurrent` dit laquelle appelle.",
    scope: 'account:read',
    reply: [200, z.object({ sessions: z.array(session) })],
  },
  'DELETE /api/sessions': {
    summary: 'Déconnecter tous les autres appareils',
    description: 'Leurs flux se ferment aussitôt. La session qui appelle continue.',
    scope: 'account:write',
    reply: [204, null],
  },
  'DELETE /api/sessions/:sessionId': {
    summary: 'Déconnecter un appareil',
    description: "Ses flux se ferment aussitôt. Une session d'une autre personne a la même réponse qu'une session inexistante.",
    scope: 'account:write',
    params: z.object({ sessionId: idOf(sessionId, "L'identifiant de la session, comme le rend `GET /api/sessions`") }),
    reply: [204, null],
    refusals: ['session_not_found'],
  },
  'POST /api/password-resets': {
    summary: 'Recevoir par e-mail un lien pour choisir un autre mot de passe',
    description: "Le lien vaut une heure, à compter de l'envoi de l'e-mail. Cinq demandes par heure et par compte.",
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
    scope: 'account:write',
    public: true,
    body: resetPassword,
    reply: [204, null],
    refusals: ['reset_link_invalid', 'password_too_short', 'password_too_long', 'password_too_easy', 'too_many_attempts'],
  },
} as const satisfies Record<string, Endpoint>;
