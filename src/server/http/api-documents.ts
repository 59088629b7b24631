import swagger from '@fastify/swagger';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { Deps } from '../deps.ts';
import { apiReader } from './api-reader.ts';
import type { App } from './serve.ts';
import { createStaticContent, sendStaticContent, type StaticContent } from './static-content.ts';

const description = `L'API de OU LA LA : tout ce que fait l'application, et rien de plus.

**Session.** \`POST /api/session\` pose un cookie ; chaque appel le renvoie. Sans session : 401 \`no_user_logged_in\`.

**Origin.** Toute demande autre que GET porte l'en-tête \`Origin\` de l'application et, si elle a un corps, du JSON ; sinon 403 \`foreign_origin\`.

**Refus.** Un refus a un code fermé et une phrase : \`{ "code": "board_not_found", "message": "Tableau non trouvé" }\`. Un tableau étranger et un tableau inexistant ont la même réponse.

**Répéter sans risque.** L'identifiant d'une activité est choisi par qui l'envoie : l'envoyer deux fois ne la compte qu'une fois.

**Direct.** \`GET /api/live\` porte, en JSON dans \`data\` : \`hello\` à l'ouverture, \`{ boards: { [boardId]: revision }, pendingRequests, online, account }\`, où \`online\` nomme les membres présents qui le montrent et \`account\` est mon compte, comme le rend \`GET /api/session\` ; \`presence\` \`{ online, offline }\`, qui arrive et qui part ; \`account\`, mon propre compte a changé ; \`favourites\` \`{ boardId, favourites }\`, mes actions favorites d'un tableau ; \`unlocked\` \`{ achievements }\`, mes succès qui viennent d'être débloqués ; \`proposals\` \`{ boardId }\`, les actions proposées que je vois d'un tableau ont changé, avec \`proposed\` \`{ title, username }\`, celle qui vient d'arriver, pour qui administre le tableau, ou \`answered\` \`{ title, points, accepted }\`, la réponse à l'une des miennes ; \`change\`, un changement d'un tableau, comme le rend \`GET /api/boards/{boardId}/changes\` ; \`joined\` \`{ boardId }\` et \`gone\` \`{ boardId, reason }\`, où \`reason\` est \`removed\`, \`left\` ou \`deleted\` ; \`requests\` \`{ pendingRequests }\` ; \`bye\` \`{ reason }\` avant la fin, \`session_ended\`, \`restarting\` ou, au-delà de 20 flux par personne, \`too_many_streams\` au plus ancien.`;

/** `/api/openapi.json`, made of the table of endpoints, and `/api/docs` to read it. */
export async function apiDocuments(app: App, { origin }: Deps): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'OU LA LA', version: '1', description },
      servers: [{ url: origin }],
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: origin.startsWith('https:') ? '__Host-ou-la-la' : 'ou-la-la' } },
      },
      security: [{ session: [] }],
    },
    transform: (document) =>
      jsonSchemaTransform({
        ...document,
        schema: needsOrigin(document.route.method) ? { ...document.schema, headers: originHeader } : document.schema,
      }),
  });

  let document: StaticContent | undefined;
  app.get('/api/openapi.json', { config: { public: true }, schema: { hide: true } }, async (request, reply) => {
    // At its first use: by then all endpoints are known.
    document ??= createStaticContent('application/json; charset=utf-8', JSON.stringify(app.swagger()));
    return await sendStaticContent(request, reply, document);
  });

  apiReader(app);
}

const originHeader = z.object({ origin: z.string().describe("L'adresse de l'application, comme un navigateur l'envoie") });

function needsOrigin(method: string | string[]): boolean {
  return [method].flat().some((name) => !['GET', 'HEAD', 'OPTIONS'].includes(name));
}
