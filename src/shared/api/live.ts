import type { Endpoint } from './endpoint.ts';

export const live = {
  'GET /api/live': {
    summary: 'Le flux des changements (Server-Sent Events)',
    description:
      'Un flux par navigateur suffit : il porte tous mes tableaux. Ce que chaque événement contient est dit en tête de ce document.',
    // The greeting contains the account.
    scope: 'account:read',
    reply: [200, 'stream'],
  },
} as const satisfies Record<string, Endpoint>;
