import * as z from 'zod/mini';
import { countAtMost, countNames } from '../counts.ts';
import { withoutOddEntries } from '../program-filled.ts';
import type { Endpoint } from './endpoint.ts';

const oneCount = z.strictObject({
  name: z.enum(countNames),
  count: z.int().check(z.minimum(1), z.maximum(countAtMost)),
});

/** What belongs to no noun. */
export const app = {
  'GET /api/configuration': {
    summary: 'Ce que la personne qui héberge a réglé',
    description:
      "`supportEmail` : à qui écrire au sujet de ses données. `messengerAppId` : null si le partage par Messenger n'est pas proposé. `passkeys` : si l'on peut se connecter avec une clé d'accès.",
    scope: 'boards:read',
    withinBoards: true,
    public: true,
    reply: [200, z.object({ supportEmail: z.string(), messengerAppId: z.nullable(z.string()), passkeys: z.boolean() })],
  },
  'POST /api/counts': {
    summary: "Compter des visites, des fonctions et des erreurs imprévues, sans dire qui, si la personne l'a accepté",
    description:
      "Ce que la personne n'a pas accepté, ou que ce serveur ne compte pas, est laissé de côté, sans refus. Rien n'est gardé que des sommes par jour, de tout le monde ensemble ; d'une erreur, seul l'endroit. Une adresse ajoute au plus 120 visites et 600 fonctions par minute, et 100 erreurs par heure : le surplus est laissé de côté, lui aussi.",
    scope: 'account:write',
    public: true,
    body: z.strictObject({
      counts: z.pipe(
        withoutOddEntries(oneCount, countNames.length),
        z.array(oneCount).check(z.minLength(1), z.maxLength(countNames.length)),
      ),
    }),
    reply: [204, null],
    refusals: ['too_many_requests'],
  },
} as const satisfies Record<string, Endpoint>;
