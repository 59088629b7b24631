import type { Deps } from '../deps.ts';
import { addressKey } from '../http/address-key.ts';
import { type App, serve } from '../http/serve.ts';
import { chooseGestureOf, readGesture, readGestures } from './gestures.ts';
import { stopPage } from './recap-mail.ts';
import { endRecapMail, showRecapMail, startRecapMail, unsubscribe } from './recap-mails.ts';
import { listFilmsOf, markFilmSeen, readFilm } from './films.ts';
import { listRecaps, markRecapRead, readRecap } from './recaps.ts';

export function recapRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/boards/:boardId/recaps', ({ caller, params }) =>
    listRecaps(deps, { userId: caller.personId, boardId: params.boardId }),
  );
  serve(app, 'GET /api/boards/:boardId/recaps/:week', ({ caller, params }) =>
    readRecap(deps, { userId: caller.personId, boardId: params.boardId }, params.week),
  );
  serve(app, 'PUT /api/boards/:boardId/recaps/:week/read', async ({ caller, params }) => {
    await markRecapRead(deps, { userId: caller.personId, boardId: params.boardId }, params.week);
    return undefined;
  });
  serve(app, 'GET /api/boards/:boardId/gesture', ({ caller, params }) =>
    readGesture(deps, { userId: caller.personId, boardId: params.boardId }),
  );
  serve(app, 'PUT /api/boards/:boardId/gesture', ({ caller, params, body }) =>
    chooseGestureOf(deps, { userId: caller.personId, boardId: params.boardId }, body),
  );
  serve(app, 'GET /api/boards/:boardId/gestures', ({ caller, params, query }) =>
    readGestures(deps, { userId: caller.personId, boardId: params.boardId }, query.before ?? null),
  );
  serve(app, 'GET /api/boards/:boardId/films', ({ caller, params }) =>
    listFilmsOf(deps, { userId: caller.personId, boardId: params.boardId }),
  );
  serve(app, 'GET /api/boards/:boardId/films/:period', ({ caller, params }) =>
    readFilm(deps, { userId: caller.personId, boardId: params.boardId }, params.period),
  );
  serve(app, 'PUT /api/boards/:boardId/films/:period/seen', async ({ caller, params }) => {
    await markFilmSeen(deps, { userId: caller.personId, boardId: params.boardId }, params.period);
    return undefined;
  });
  serve(app, 'GET /api/recap-mail', ({ caller }) => showRecapMail(deps, caller.personId));
  serve(app, 'PUT /api/recap-mail', ({ caller }) => startRecapMail(deps, caller.personId));
  serve(app, 'DELETE /api/recap-mail', ({ caller }) => endRecapMail(deps, caller.personId));
  // Programs follow links by themselves: opening the address ends nothing.
  serve(app, 'GET /api/recap-mail/unsubscriptions/:token', async ({ params, reply }) => {
    reply.header('location', stopPage(params.token));
    return undefined;
  });
  unsubscribeRoute(app, deps);
}

/** A program for mails sends a form (RFC 8058, 3.2). What is in it says nothing that the address does not say. */
function unsubscribeRoute(app: App, deps: Deps): void {
  void app.register(async (within) => {
    within.addContentTypeParser(['application/x-www-form-urlencoded', 'multipart/form-data'], (_request, body, done) => {
      body.resume();
      body.once('end', () => done(null));
    });
    serve(within, 'POST /api/recap-mail/unsubscriptions/:token', async ({ params, request }) => {
      await unsubscribe(deps, params.token, addressKey(request.ip));
      return undefined;
    });
  });
}
