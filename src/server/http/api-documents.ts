import type { Deps } from '../deps.ts';
import { apiReader } from './api-reader.ts';
import { openApiDocument } from './openapi-document.ts';
import type { App } from './serve.ts';
import { createStaticContent, sendStaticContent, type StaticContent } from './static-content.ts';

const description = `L'API d'OU LA LA : tout ce que fait l'application, et rien de plus.

**Session.** \`POST /api/session\` pose un cookie ; chaque appel le renvoie. Sans session : 401 \`no_user_logged_in\`.

**Jeton.** Un programme envoie, sans cookie, \`Authorization: Bearer oulala_…\`. Un jeton lit, ou lit et note, sur tous les tableaux de la personne ou sur quelques-uns ; il partage ses limites. Ce qui ne lui est pas permis répond 404, comme ce qui n'existe pas. Un jeton coupé, faux, supprimé ou échu : 401 \`token_refused\`.

**Origin.** Sauf avec un jeton, toute demande autre que GET porte l'en-tête \`Origin\` de l'application et, si elle a un corps, du JSON ; sinon 403 \`foreign_origin\`, avec dans \`origin\` l'adresse à employer, si elle est réglée.

**Refus.** Un refus a un code fermé et une phrase : \`{ "code": "board_not_found", "message": "Tableau non trouvé" }\`. Un tableau étranger et un tableau inexistant ont la même réponse.

**Répéter sans risque.** L'identifiant d'une activité est choisi par qui l'envoie : l'envoyer deux fois ne la compte qu'une fois.

**Textes.** De tout texte écrit par une personne, l'API retire ce qui ne se voit pas (caractères de contrôle ou de direction, de largeur nulle ou de remplissage) et remplace les retours à la ligne et les suites d'espaces par une espace ; les emojis composés et les signes de liaison de certaines écritures restent. S'il ne reste rien à voir, le texte manque : \`board_title_required\`, \`action_title_required\`. Un nom d'utilisateur n'est pas corrigé mais refusé : il a au moins une lettre ou un chiffre (\`username_invalid\`) et rien qui ne se voie pas (\`username_taken\`).

**Direct.** \`GET /api/live\` porte, en JSON dans \`data\` : \`hello\` à l'ouverture, \`{ boards: { [boardId]: revision }, epoch, protocol, readings, pendingRequests, online, account }\`, où \`epoch\` désigne l'histoire à laquelle appartiennent les révisions (s'il change, tout est à relire), \`protocol\` est la version de ce que porte le flux, \`readings\` dit jusqu'où j'ai vu mes tableaux qui ont du nouveau et ceux que j'ai coupés, \`online\` nomme les membres présents qui le montrent et \`account\` est mon compte, comme le rend \`GET /api/session\` ; \`presence\` \`{ online, offline }\`, qui arrive et qui part ; \`account\`, mon propre compte a changé ; \`favourites\` \`{ boardId, favourites }\`, mes actions favorites d'un tableau ; \`readings\` \`{ readings: [{ boardId, revision, seen, hasNews, isMuted }] }\`, jusqu'où j'ai vu des tableaux, sur n'importe lequel de mes appareils ; \`notice\` \`{ notice }\`, une nouvelle qui m'est destinée, selon \`notice.kind\` : \`achievement_unlocked\` \`{ achievements }\`, mes succès qui viennent d'être débloqués, \`board_handed_over\` \`{ boardId, boardTitle }\`, un tableau que j'administre désormais, \`proposal_made\` \`{ boardId, title, username }\`, une action qui attend ma réponse, \`proposal_answered\` \`{ boardId, title, points, accepted }\`, la réponse à l'une des miennes ; \`proposals\` \`{ boardId }\`, les actions proposées que je vois d'un tableau ont changé ; \`owed\`, les pertes qui attendent mon aveu ont changé ; \`change\`, un changement d'un tableau, comme le rend \`GET /api/boards/{boardId}/changes\` ; \`joined\` \`{ boardId }\` et \`gone\` \`{ boardId, reason }\`, où \`reason\` est \`removed\`, \`left\` ou \`deleted\` ; \`requests\` \`{ pendingRequests }\` ; \`bye\` \`{ reason }\` avant la fin, \`session_ended\`, \`restarting\` ou, au-delà de 20 flux par personne, \`too_many_streams\` au plus ancien.`;

/** `/api/openapi.json`, made of the table of endpoints, and `/api/docs` to read it. */
export function apiDocuments(app: App, { config: { supportEmail }, origin }: Pick<Deps, 'config' | 'origin'>): void {
  // Made at its first use, once for all requests that come meanwhile.
  let document: Promise<StaticContent> | undefined;
  app.get('/api/openapi.json', { config: { public: true } }, async (request, reply) => {
    document ??= openApiDocument({ description, origin, supportEmail }).then((made) =>
      createStaticContent('application/json; charset=utf-8', JSON.stringify(made)),
    );
    return await sendStaticContent(request, reply, await document);
  });

  apiReader(app);
}
