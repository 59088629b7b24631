import * as z from 'zod/mini';
import { account, signUpGuest } from '../accounts.ts';
import { boardGuest, keepByEmail, madeReturnLink, returning, returnLink, typedCode, useReturnLink } from '../guests.ts';
import { administrator, boardParams, type Endpoint, memberParams } from './endpoint.ts';

const signedIn = z.object({ user: account });

/** Playing without an address, keeping the game, and coming back to it. */
export const guests = {
  'POST /api/guests': {
    summary: 'Jouer avec un prénom et un visage, sans adresse e-mail',
    description:
      "`invitation` est le dernier segment d'un lien pour une personne, qui est utilisé et fait entrer sur son tableau. Les blancs de `username` deviennent des tirets ; un nom pris reçoit le plus petit numéro libre, et la réponse dit le nom. " +
      "La réponse pose le cookie de session, qui seul ouvre ce compte. Avec `idempotencyKey`, une répétition dans l'heure avec le même lien, après une réponse perdue, ouvre une session sur le compte déjà créé.",
    scope: 'account:write',
    public: true,
    body: signUpGuest,
    reply: [201, signedIn],
    refusals: [
      'guest_must_keep',
      'username_required',
      'username_invalid',
      'username_taken',
      'board_not_found',
      'too_many_members',
      'too_many_attempts',
      'too_many_requests',
      'sign_ups_closed',
      'guests_closed',
      'profile_failed',
    ],
  },
  'POST /api/guest/email': {
    summary: 'Garder sa partie : une adresse e-mail et un mot de passe',
    description: 'La session continue sous un autre cookie, posé par la réponse ; les autres se terminent.',
    scope: 'account:write',
    body: keepByEmail,
    reply: [200, signedIn],
    refusals: [
      'email_invalid',
      'email_taken',
      'password_too_short',
      'password_too_long',
      'password_too_easy',
      'already_kept',
      'too_many_attempts',
      'too_many_requests',
    ],
  },
  'POST /api/guest/code': {
    summary: 'Recevoir un code de secours, à retaper pour garder sa partie',
    description:
      "Il n'est dit qu'ici, et ne vaut rien avant `POST /api/guest/code/confirm`. Un nouveau code remplace le précédent. Retapé, il tient lieu de mot de passe, avec le nom d'utilisateur.",
    scope: 'account:write',
    reply: [201, z.object({ code: z.string() })],
    refusals: ['already_kept', 'too_many_attempts', 'too_many_requests'],
  },
  'POST /api/guest/code/confirm': {
    summary: 'Garder sa partie : retaper le code de secours',
    description:
      'La casse, les blancs et les tirets ne comptent pas ; O vaut 0, I et L valent 1. La session continue sous un autre cookie, posé par la réponse ; les autres se terminent.',
    scope: 'account:write',
    body: typedCode,
    reply: [200, signedIn],
    refusals: ['fields_required', 'recovery_code_wrong', 'already_kept', 'too_many_attempts', 'too_many_requests'],
  },
  'GET /api/boards/:boardId/guests': {
    summary: 'Les membres qui jouent sans adresse et sans mot de passe',
    description: "Réservé à l'administrateur, qui peut leur faire un lien de retour, et ne peut leur confier le tableau.",
    scope: 'membership:read',
    params: boardParams,
    reply: [200, z.object({ guests: z.array(boardGuest) })],
    refusals: administrator,
  },
  'POST /api/boards/:boardId/members/:userId/re-entry': {
    summary: 'Faire un lien par lequel un membre sans adresse retrouve sa partie',
    description:
      "Son adresse est `/retour#{token}`. Le `token` n'est dit qu'ici. Le lien vaut 24 heures, une fois ; un nouveau termine le précédent. Réservé à qui administre tous les tableaux où cette personne joue ou a joué.",
    scope: 'membership:write',
    params: memberParams,
    reply: [201, madeReturnLink],
    refusals: [...administrator, 'member_not_found', 'not_a_guest', 'guest_elsewhere', 'too_many_requests'],
  },
  'POST /api/re-entry/look': {
    summary: 'De qui un lien de retour rouvre la partie',
    description: 'Un lien utilisé, remplacé, périmé ou inventé donne la même réponse.',
    scope: 'account:read',
    public: true,
    body: returnLink,
    reply: [200, returning],
    refusals: ['return_link_invalid', 'too_many_requests'],
  },
  'POST /api/re-entry': {
    summary: 'Retrouver sa partie par un lien de retour',
    description:
      "Le lien est utilisé, les autres sessions de la personne se terminent, et ce qui l'attendait sur les tableaux d'autres personnes est retiré. La réponse pose le cookie de session. Avec `idempotencyKey`, une répétition dans les dix minutes, après une réponse perdue, a le même effet.",
    scope: 'account:write',
    public: true,
    body: useReturnLink,
    reply: [201, signedIn],
    refusals: ['guest_must_keep', 'return_link_invalid', 'too_many_requests'],
  },
} as const satisfies Record<string, Endpoint>;
