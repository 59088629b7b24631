import * as z from 'zod/mini';
import { film, films } from '../film.ts';
import { chooseGesture, gesturePage, gestureReply } from '../gestures.ts';
import { recap, recapMail, recapWeeks } from '../recap.ts';
import { board404, boardId, boardParams, described, type Endpoint } from './endpoint.ts';

const recapParams = z.object({
  boardId,
  week: described(z.string().check(z.maxLength(10)), 'Le lundi de la semaine, comme dans `2026-11-16`'),
});
const unsubscription = z.object({ token: described(z.string().check(z.maxLength(64)), 'Le jeton du mail') });
const filmParams = z.object({
  boardId,
  period: described(z.string().check(z.maxLength(10)), "L'année, comme dans `2026`, ou l'anniversaire du tableau, comme dans `2026-11-12`"),
});
const film404 = ['board_not_found', 'film_not_found'] as const;
const recap404 = ['board_not_found', 'recap_not_found'] as const;

export const recaps = {
  'GET /api/boards/:boardId/recaps': {
    summary: 'Les semaines dont le récap se lit encore',
    description:
      "Les quatre dernières semaines au plus, la plus récente d'abord, sans celles où rien n'a été noté. Le récap d'une semaine est là le lundi qui suit, à 8 h dans le fuseau horaire du tableau.",
    scope: 'boards:read',
    params: boardParams,
    reply: [200, recapWeeks],
    refusals: board404,
  },
  'GET /api/boards/:boardId/recaps/:week': {
    summary: "Le récap d'une semaine",
    description:
      "Calculé à la lecture : ce qui a été annulé depuis n'y compte plus. Une partie qui n'a rien à dire est null. `loss` ne dit jamais de qui elle est.",
    scope: 'boards:read',
    params: recapParams,
    reply: [200, recap],
    refusals: recap404,
  },
  'PUT /api/boards/:boardId/recaps/:week/read': {
    summary: 'Dire que le récap est lu',
    description: '`recap` disparaît alors de `GET /api/boards`. Rien ne change si un récap plus récent est lu déjà.',
    scope: 'boards:write',
    params: recapParams,
    reply: [204, null],
    refusals: recap404,
  },
  'GET /api/boards/:boardId/gesture': {
    summary: "Le geste de la semaine : parmi quoi choisir, et ce que j'ai choisi",
    description:
      "Ouvert du dimanche 18 h au lundi 8 h dans le fuseau horaire du tableau ; `gesture` est null le reste du temps. Des choix des autres, on n'apprend que le nombre.",
    scope: 'account:read',
    params: boardParams,
    reply: [200, gestureReply],
    refusals: board404,
  },
  'PUT /api/boards/:boardId/gesture': {
    summary: 'Choisir le geste de la semaine, ou en changer',
    description:
      "Un gain de quelqu'un d'autre, noté cette semaine-là, qui n'est ni annulé ni contesté. Le choix reste secret jusqu'au lundi 8 h ; le récap le révèle alors. La réponse est celle de `GET`.",
    scope: 'boards:write',
    params: boardParams,
    body: chooseGesture,
    reply: [200, gestureReply],
    refusals: [
      'board_not_found',
      'activity_not_found',
      'activity_undone',
      'gesture_closed',
      'gesture_of_own',
      'gesture_of_loss',
      'gesture_of_other_week',
      'gesture_contested',
      'gesture_words_too_long',
      'too_many_requests',
    ],
  },
  'GET /api/boards/:boardId/gestures': {
    summary: "Les gestes des semaines passées, la plus récente d'abord",
    description: 'Vingt semaines par page. `next` se passe comme `before`.',
    scope: 'boards:read',
    params: boardParams,
    query: z.object({
      before: z.optional(
        described(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)), 'Le `next` de la page précédente ; sans lui, la première page'),
      ),
    }),
    reply: [200, gesturePage],
    refusals: board404,
  },
  'GET /api/boards/:boardId/films': {
    summary: 'Les films du tableau',
    description:
      "Le film d'une année s'ouvre du 31 décembre, 18 h, au 31 janvier dans le fuseau horaire du tableau, celui d'un anniversaire pendant une semaine, dès 8 h. Ouvert une fois, il reste.",
    scope: 'boards:read',
    params: boardParams,
    reply: [200, films],
    refusals: board404,
  },
  'GET /api/boards/:boardId/films/:period': {
    summary: 'Un film',
    description:
      "Fait à la première ouverture et gardé tel quel : ce qui est annulé ensuite n'en change pas les chiffres, et n'y est plus montré. Avec moins de 20 activités, `missing` dit combien il en manque. Une partie qui n'a rien à raconter est null.",
    scope: 'boards:read',
    params: filmParams,
    reply: [200, film],
    refusals: film404,
  },
  'PUT /api/boards/:boardId/films/:period/seen': {
    summary: 'Dire que le film est vu',
    description: '`film` disparaît alors de `GET /api/boards`.',
    scope: 'boards:write',
    params: filmParams,
    reply: [204, null],
    refusals: film404,
  },
  'GET /api/recap-mail': {
    summary: 'Si je reçois le récap par mail',
    description: "`isOffered` est faux là où le serveur n'envoie pas de mails.",
    scope: 'account:read',
    reply: [200, recapMail],
  },
  'PUT /api/recap-mail': {
    summary: 'Recevoir le récap par mail',
    description: "Un mail par semaine, avec tous mes tableaux où quelque chose a été noté, et jamais le nom d'une action.",
    scope: 'account:write',
    reply: [200, recapMail],
    notForGuests: true,
    refusals: ['guest_must_keep', 'mails_not_offered', 'email_missing'],
  },
  'DELETE /api/recap-mail': {
    summary: 'Ne plus recevoir le récap par mail',
    description: 'La réponse est la même pour qui ne le recevait pas.',
    scope: 'account:write',
    reply: [200, recapMail],
  },
  'GET /api/recap-mail/unsubscriptions/:token': {
    summary: "Ouvrir la page où l'on renonce au récap par mail",
    description:
      "La même adresse, ouverte dans un navigateur ou par un logiciel de messagerie qui ne connaît pas la RFC 8058 : elle mène à la page de l'application qui a pour cela un bouton. Elle ne change rien, quel que soit le jeton.",
    scope: 'account:read',
    public: true,
    params: unsubscription,
    reply: [303, null],
  },
  'POST /api/recap-mail/unsubscriptions/:token': {
    summary: 'Ne plus recevoir le récap par mail, depuis un mail',
    description:
      "L'adresse de `List-Unsubscribe` (RFC 8058) : un logiciel de messagerie l'appelle sans session, et sans `Origin`. Un jeton inconnu ou déjà utilisé a la même réponse ; un jeton coupé ou changé en route, avec lequel les mails continueraient, est refusé.",
    scope: 'account:write',
    public: true,
    fromAnywhere: true,
    params: unsubscription,
    reply: [204, null],
    refusals: ['mail_link_damaged', 'too_many_requests'],
  },
} as const satisfies Record<string, Endpoint>;
