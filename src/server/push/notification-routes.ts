import type { Deps } from '../deps.ts';
import { type App, serve } from '../http/serve.ts';
import { changeKinds, markSeen, muteBoard, showNotifications, subscribe, unsubscribe, wordsOf } from './notifications.ts';
import { nudge, nudgeByCode } from './nudging.ts';

/** What a person wants to be told of, and on which devices. */
export function notificationRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/notifications', ({ caller }) => showNotifications(deps, caller));

  serve(app, 'PATCH /api/notifications', async ({ caller, body }) => {
    await changeKinds(deps, caller.personId, body.kinds);
    return await showNotifications(deps, caller);
  });

  serve(app, 'PUT /api/notifications/device', ({ caller, body }) => subscribe(deps, caller, body));

  serve(app, 'DELETE /api/notifications/device', async ({ caller }) => {
    await unsubscribe(deps, caller.sessionId);
    return undefined;
  });

  serve(app, 'PUT /api/notifications/seen', ({ caller, body }) => markSeen(deps, caller, body.boards));

  serve(app, 'GET /api/notifications/:notificationId', ({ caller, params }) => wordsOf(deps, caller, params.notificationId));

  serve(app, 'PUT /api/boards/:boardId/mute', async ({ caller, params }) => {
    await muteBoard(deps, { userId: caller.personId, boardId: params.boardId }, true);
    return undefined;
  });

  serve(app, 'DELETE /api/boards/:boardId/mute', async ({ caller, params }) => {
    await muteBoard(deps, { userId: caller.personId, boardId: params.boardId }, false);
    return undefined;
  });

  serve(app, 'POST /api/boards/:boardId/members/:userId/nudge', ({ caller, params }) =>
    nudge(deps, { boardId: params.boardId, from: caller.personId, to: params.userId }),
  );

  serve(app, 'POST /api/l/:code/nudge', ({ caller, params }) => nudgeByCode(deps, caller.personId, params.code));
}
