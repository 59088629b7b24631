import { api, type Endpoint, type EndpointKey } from '#shared/api';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import { spendChanges } from '../limits/limits.ts';
import { createTurns } from '../limits/turns.ts';
import { refuseStranger } from './bearer.ts';
import type { App } from './serve.ts';

/** Under way at once of one person: the changes of others wait for no more of them. */
const atOnce = 2;

/** Changes that this limit does not count. */
const exemptEndpoints: ReadonlySet<string> = new Set<EndpointKey>([
  // Limits of their own count these. Many logs at once share one commit.
  'POST /api/activities',
  'POST /api/boards/:boardId/activities',
  'POST /api/boards/:boardId/log',
  'PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji',
  'DELETE /api/boards/:boardId/activities/:activityId/reactions/:emoji',
  'PUT /api/account/password',
  'POST /api/account/deletion',
  // Each call ends a session, and sign-ins are limited. A thief of a session must not keep its owner from ending it.
  'DELETE /api/sessions',
  'DELETE /api/sessions/:sessionId',
  // Nor a thief of a token, which shares the limits of its person. There are thirty at most.
  'DELETE /api/tokens/:tokenId',
  // Nor whoever stands before a wall, of which there are ten at most.
  'DELETE /api/walls/:wallId',
]);

/** Every change of a person is counted, and waits for its turn. Those that need no session have limits of their own, by address. */
export function limitChanges(app: App, { limits, identity }: Pick<Deps, 'limits' | 'identity'>): void {
  const turns = createTurns(atOnce);
  app.addHook('onRoute', (route) => {
    if (!isLimited(`${String(route.method)} ${route.url}`)) return;
    const { handler } = route;
    route.handler = async function limited(request, reply) {
      const { caller } = request;
      if (caller === null) throw refuse('no_user_logged_in');
      await spendChanges(limits, caller.personId);
      return await turns(caller.personId, async (waited) => {
        // The session may have ended while the call waited.
        if (waited && !(await identity.goesOn(caller))) throw refuseStranger(request);
        return await handler.call(this, request, reply);
      });
    };
  });
}

export function isLimited(key: string): boolean {
  const endpoint = (api as Partial<Record<string, Endpoint>>)[key];
  return endpoint !== undefined && !endpoint.public && !key.startsWith('GET ') && !exemptEndpoints.has(key);
}
