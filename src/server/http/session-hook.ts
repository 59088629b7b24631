import type { Identity } from '../identity/identity.ts';
import { refuse } from '../errors/refusal.ts';
import type { App } from './serve.ts';

/** In milliseconds: what takes longer from head to body is not authenticated by its head alone. */
const bodyWithin = 50;

/** Every route needs a session unless its own `config.public` says otherwise. */
export function requireSessions(app: App, identity: Identity): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('authenticatedAt', 0);
  app.addHook('onRequest', async (request) => {
    request.authenticatedAt = performance.now();
    request.caller = await identity.authenticate(request.headers.cookie);
    // Where no route is there is nothing to protect: the answer is a page or 404.
    const open = request.is404 || request.routeOptions.config.public === true;
    if (request.caller === null && !open) throw refuse('no_user_logged_in');
    // Names whose session the sender means: a tab of a person who signed out must not send as the one who signed in since.
    const expected = request.headers['x-session-of'];
    if (expected !== undefined && expected !== request.caller?.personId) throw refuse('no_user_logged_in');
  });
  // A body held back until its session has ended must not be processed with the rights of that session.
  app.addHook('preHandler', async (request) => {
    if (request.caller === null || performance.now() - request.authenticatedAt < bodyWithin) return;
    if (!(await identity.goesOn(request.caller))) throw refuse('no_user_logged_in');
  });
}
