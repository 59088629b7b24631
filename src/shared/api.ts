/**
 * The table of endpoints: method and path → what enters, what leaves, what may be refused. The server serves it, the
 * client's types come from it, and the OpenAPI document is made of it, in this order. Each noun has its rows in `api/<noun>.ts`.
 */
import type * as z from 'zod/mini';
import { accounts } from './api/accounts.ts';
import { achievements } from './api/achievements.ts';
import { boardActions, catalogue } from './api/actions.ts';
import { activities } from './api/activities.ts';
import { app } from './api/app.ts';
import { boards } from './api/boards.ts';
import { codeEndpoints } from './api/codes.ts';
import { demos } from './api/demos.ts';
import type { Endpoint } from './api/endpoint.ts';
import { guests } from './api/guests.ts';
import { leaderboard } from './api/leaderboard.ts';
import { live } from './api/live.ts';
import { members, requests } from './api/membership.ts';
import { playEndpoints } from './api/play.ts';
import { notificationEndpoints } from './api/notifications.ts';
import { passkeys } from './api/passkeys.ts';
import { recaps } from './api/recaps.ts';
import { tokens } from './api/tokens.ts';
import { widgets } from './api/widget.ts';
import { walls } from './api/walls.ts';
import { webhookEndpoints } from './api/webhooks.ts';

export type { Endpoint } from './api/endpoint.ts';

export const api = {
  ...accounts,
  ...guests,
  ...demos,
  ...tokens,
  ...passkeys,
  ...app,
  ...catalogue,
  ...boards,
  ...leaderboard,
  ...widgets,
  ...recaps,
  ...playEndpoints,
  ...webhookEndpoints,
  ...boardActions,
  ...members,
  ...activities,
  ...achievements,
  ...requests,
  ...notificationEndpoints,
  ...codeEndpoints,
  ...live,
  ...walls,
} as const;

/** The subjects by which the OpenAPI document sorts the endpoints. */
export const subjects: Record<string, { about: string; endpoints: Record<string, Endpoint> }> = {
  Actions: {
    about: "Ce qu'un tableau propose de noter, ce que les membres proposent d'y ajouter, et le catalogue",
    endpoints: { ...catalogue, ...boardActions },
  },
  Activités: { about: 'Ce qui a été noté, annulé et applaudi', endpoints: activities },
  Application: { about: "Ce qui ne dépend d'aucun compte", endpoints: app },
  "Clés d'accès": { about: 'Se connecter sans mot de passe', endpoints: passkeys },
  Codes: { about: 'Les codes des autocollants : une adresse, et ce que fait un appui', endpoints: codeEndpoints },
  Comptes: { about: 'Les personnes, leurs sessions, leurs mots de passe et leurs données', endpoints: accounts },
  Demandes: { about: 'Demander à rejoindre, inviter, proposer, et les liens pour une personne', endpoints: requests },
  Démo: { about: "L'essai sans compte, sur un tableau effacé le lendemain", endpoints: demos },
  Direct: { about: 'Le flux de tout ce qui change', endpoints: live },
  Jetons: { about: "Ce qu'une personne confie à des programmes pour qu'ils lisent ou notent à sa place", endpoints: tokens },
  Murs: { about: 'Les écrans partagés qui montrent un tableau', endpoints: walls },
  Notifications: { about: 'De quoi prévenir une personne, et sur quel appareil', endpoints: notificationEndpoints },
  Récaps: { about: 'La semaine de chaque tableau, racontée le lundi', endpoints: recaps },
  Saisons: { about: "Les enjeux et les objectifs que tous les membres d'un tableau ont acceptés", endpoints: playEndpoints },
  'Sans e-mail': { about: 'Jouer sans adresse, garder sa partie, et la retrouver par un lien', endpoints: guests },
  Succès: { about: 'Ce que chaque personne a débloqué', endpoints: achievements },
  Tableaux: { about: 'Les tableaux, leurs membres et leur classement', endpoints: { ...boards, ...leaderboard, ...widgets, ...members } },
  Webhooks: { about: 'À qui un tableau raconte ce qui se passe', endpoints: webhookEndpoints },
};

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
export type ReadHeaders<K extends EndpointKey> = Out<Part<K, 'headers'>>;
export type ReadBody<K extends EndpointKey> = Out<Part<K, 'body'>>;
export type ReplyOf<K extends EndpointKey> = Out<Api[K]['reply'][1]>;
