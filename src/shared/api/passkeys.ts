import * as z from 'zod/mini';
import { account, proof, signUpFields, signUpWithPasskey } from '../accounts.ts';
import { passkeyId } from '../ids.ts';
import { madePasskey, makingOptions, ownPasskeys, passkey, renamePasskey, usedPasskey, usingOptions } from '../passkeys.ts';
import { type Endpoint, idOf } from './endpoint.ts';

const params = z.object({ passkeyId: idOf(passkeyId, "L'identifiant de la clé, comme le rend `GET /api/passkeys`") });
const offered =
  "Sans adresse en https (réglage ORIGIN ; localhost est admis), il n'y a pas de clés d'accès, et la réponse est `not_found`. La réponse pose un cookie : le défi ne vaut que dans ce navigateur, une fois, cinq minutes.";

export const passkeys = {
  'POST /api/session/passkey-challenge': {
    summary: "Demander un défi pour se connecter avec une clé d'accès",
    description: `Rien n'est envoyé qui dise qui se connecte, et la réponse est la même pour tout le monde. ${offered}`,
    scope: 'account:write',
    public: true,
    reply: [200, usingOptions],
    refusals: ['not_found', 'too_many_attempts'],
  },
  'POST /api/session/passkey': {
    summary: "Se connecter avec une clé d'accès",
    description:
      "La réponse pose le cookie de session. `passkey_unknown` : aucun compte n'a cette clé, l'appareil peut l'oublier. `passkey_refused` : tout le reste, d'une autre adresse au défi déjà utilisé.",
    scope: 'account:write',
    public: true,
    replacesSession: true,
    body: usedPasskey,
    reply: [201, z.object({ user: account })],
    refusals: ['guest_must_keep', 'not_found', 'passkey_unknown', 'passkey_refused', 'too_many_attempts'],
  },
  'POST /api/accounts/passkey-challenge': {
    summary: "Demander un défi pour créer un compte avec une clé d'accès",
    description: `Le nom et l'e-mail sont vérifiés d'abord, pour qu'aucune clé ne soit créée en vain. ${offered}`,
    scope: 'account:write',
    public: true,
    replacesSession: true,
    body: signUpFields,
    reply: [200, makingOptions],
    refusals: [
      'guest_must_keep',
      'not_found',
      'username_required',
      'username_invalid',
      'username_taken',
      'email_invalid',
      'email_taken',
      'too_many_attempts',
      'sign_ups_closed',
      'invitation_required',
    ],
  },
  'POST /api/accounts/passkey': {
    summary: "Créer un compte avec une clé d'accès au lieu d'un mot de passe, et ouvrir sa session",
    description:
      'La réponse pose le cookie de session. Un mot de passe peut être ajouté plus tard, par `PUT /api/account/password` ou par e-mail.',
    scope: 'account:write',
    public: true,
    replacesSession: true,
    body: signUpWithPasskey,
    reply: [201, z.object({ user: account })],
    refusals: [
      'guest_must_keep',
      'not_found',
      'username_required',
      'username_invalid',
      'username_taken',
      'email_invalid',
      'email_taken',
      'passkey_refused',
      'too_many_attempts',
      'sign_ups_closed',
      'invitation_required',
      'too_many_members',
      'profile_failed',
    ],
  },
  'GET /api/passkeys': {
    summary: "Mes clés d'accès",
    description:
      "`isOfHere` est faux pour une clé faite quand l'application avait une autre adresse : elle n'ouvre rien ici. Sans adresse en https, la réponse est `not_found`.",
    scope: 'account:read',
    reply: [200, ownPasskeys],
    refusals: ['not_found'],
  },
  'POST /api/passkeys/challenge': {
    summary: "Demander un défi pour ajouter une clé d'accès",
    description: `Une clé ouvre le compte : le mot de passe ou une autre clé est demandé d'abord. ${offered}`,
    scope: 'account:write',
    body: proof,
    reply: [200, makingOptions],
    refusals: [
      'not_found',
      'password_required',
      'password_too_long',
      'wrong_password',
      'passkey_refused',
      'too_many_passkeys',
      'too_many_attempts',
      'too_many_requests',
    ],
  },
  'POST /api/passkeys': {
    summary: "Ajouter une clé d'accès",
    description:
      "Elle porte le nom de ce qui la garde ('Trousseau iCloud'), ou celui de l'appareil. Vingt clés par personne. Celle d'une partie sans adresse la garde : la session continue sous un autre cookie, posé par la réponse, et les autres se terminent.",
    scope: 'account:write',
    body: madePasskey,
    reply: [201, z.object({ passkey })],
    refusals: ['not_found', 'passkey_refused', 'passkey_known', 'too_many_passkeys'],
  },
  'PATCH /api/passkeys/:passkeyId': {
    summary: "Renommer une clé d'accès",
    description: "Une clé d'une autre personne a la même réponse qu'une clé inexistante.",
    scope: 'account:write',
    params,
    body: renamePasskey,
    reply: [200, z.object({ passkey })],
    refusals: ['not_found', 'passkey_name_invalid', 'passkey_not_found'],
  },
  'DELETE /api/passkeys/:passkeyId': {
    summary: "Retirer une clé d'accès",
    description:
      "La dernière façon de se connecter ne peut pas être retirée. Une clé d'une autre personne a la même réponse qu'une clé inexistante.",
    scope: 'account:write',
    params,
    reply: [204, null],
    refusals: ['not_found', 'passkey_not_found', 'last_way_in'],
  },
  'POST /api/account/passkey-challenge': {
    summary: "Demander un défi pour prouver qui l'on est avec une clé d'accès",
    description: `Pour ce qui demande le mot de passe : en choisir un autre, ajouter une clé, supprimer le compte. Il ne vaut que pour cette session. ${offered}`,
    scope: 'account:write',
    reply: [200, usingOptions],
    refusals: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>;
