import * as z from 'zod/mini';
import { account } from '../accounts.ts';
import { beginDemo } from '../demos.ts';
import { boardId } from '../ids.ts';
import type { Endpoint } from './endpoint.ts';

/** Trying the game without an account. */
export const demos = {
  'POST /api/demos': {
    summary: 'Essayer le jeu sur un tableau pour de faux',
    description:
      "Fait une personne, un tableau à deux et quelqu'un qui y répond ; tout est effacé après 24 heures. La réponse pose le cookie de session, qui seul ouvre cette démo. " +
      "Rien n'en sort : ni mail, ni notification, ni lien, ni jeton, ni webhook. Là où l'hôte ne propose pas de démo, l'adresse est inconnue. Cinq démos par heure et par adresse.",
    scope: 'account:write',
    public: true,
    body: beginDemo,
    reply: [201, z.object({ user: account, boardId })],
    refusals: ['not_found', 'demo_for_visitors', 'demos_full', 'too_many_attempts', 'profile_failed'],
  },
} as const satisfies Record<string, Endpoint>;
