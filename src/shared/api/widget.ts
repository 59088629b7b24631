import { boardWidget, widget } from '../widget.ts';
import { board404, boardParams, type Endpoint } from './endpoint.ts';

export const widgets = {
  'GET /api/widget': {
    summary: "Mes tableaux en bref, pour un widget, un cadre ou l'assistant de la maison",
    description:
      "Les cinq tableaux où l'on a joué en dernier, au plus : moins si leurs titres sont longs, pour rester sous 2 ko. `more` compte les autres. `waiting` compte les questions qui attendent ma réponse sur le tableau. Entre complices, rien ne compare les membres : `score`, `rank`, `rival` et `rivalScore` sont nuls. Le guide : docs/doors.md.",
    scope: 'boards:read',
    tagged: true,
    withinBoards: true,
    reply: [200, widget],
  },
  'GET /api/boards/:boardId/widget': {
    summary: "Un tableau en bref, avec le score de chacun et les actions qu'on peut y noter",
    description:
      '`scores` donne les points de chaque membre par son nom, `actions` le numéro de chaque action par ses mots : de quoi choisir, puis noter.',
    scope: 'boards:read',
    tagged: true,
    params: boardParams,
    reply: [200, boardWidget],
    refusals: board404,
  },
} as const satisfies Record<string, Endpoint>;
