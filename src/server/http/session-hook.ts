import type { Identity } from '../identity/identity.ts';
import { bearerOf, refuseStranger } from './bearer.ts';
import { requireReach } from './reach.ts';
import type { App } from './serve.ts';

/** In milliseconds: what takes longer from head to body is not authenticated by its head alone. */
const bodyWithin = 50;

/** Every route needs a session, or a token, unless its own `config.public` says otherwise. Who shows a token is never taken for a session beside it. */
export function requireSessions(app: App, identity: Identity): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('authenticatedAt', 0);
  app.addHook('onRequest', async (request) => {
    request.authenticatedAt = performance.now();
    const token = bearerOf(request);
    const caller = await (token === undefined ? identity.authenticate(request.headers.cookie) : identity.authenticateToken(token));
    request.caller = caller;
    const { config } = request.routeOptions;
    const isPublic = config.public === true;
    // Where no route is there is nothing to protect: the answer is a page or 404.
    const open = request.is404 || (isPublic && token === undefined);
    if (caller === null && !open) throw refuseStranger(request);
    // Pages and files are of no board.
    const isForAll = request.is404 || (isPublic && config.scope === undefined);
    if (caller !== null && !isForAll) requireReach(caller, config, request.params);
    // Names whose session the sender means: a tab of a person who signed out must not send as the one who signed in since.
    const expected = request.headers['x-session-of'];
    if (expected !== undefined && expected !== request.caller?.personId) throw refuseStranger(request);
  });
  // A body held back until its session has ended must not be processed with the rights of that session.
  app.addHook('preHandler', async (request) => {
    if (request.caller === null || performance.now() - request.authenticatedAt < bodyWithin) return;
    if (!(await identity.goesOn(request.caller))) throw refuseStranger(request);
  });
}
