import type { Deps } from '../deps.ts';
import { type App, serve } from '../http/serve.ts';
import {
  addWebhook,
  changeSecret,
  leaveOut,
  readDeliveries,
  readWebhooks,
  removeWebhook,
  sendAgain,
  switchWebhook,
  testWebhook,
} from './webhooks.ts';

export function webhookRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/boards/:boardId/webhooks', ({ caller, params }) =>
    readWebhooks(deps, { userId: caller.personId, boardId: params.boardId }),
  );
  serve(app, 'POST /api/boards/:boardId/webhooks', ({ caller, params, body }) =>
    addWebhook(deps, { userId: caller.personId, boardId: params.boardId }, body),
  );
  serve(app, 'PATCH /api/boards/:boardId/webhooks/:webhookId', ({ caller, params, body }) =>
    switchWebhook(deps, { userId: caller.personId, ...params }, body.isOn),
  );
  serve(app, 'DELETE /api/boards/:boardId/webhooks/:webhookId', async ({ caller, params }) => {
    await removeWebhook(deps, { userId: caller.personId, ...params });
    return undefined;
  });
  serve(app, 'POST /api/boards/:boardId/webhooks/:webhookId/secret', ({ caller, params }) =>
    changeSecret(deps, { userId: caller.personId, ...params }),
  );
  serve(app, 'POST /api/boards/:boardId/webhooks/:webhookId/test', async ({ caller, params }) => {
    await testWebhook(deps, { userId: caller.personId, ...params });
    return undefined;
  });
  serve(app, 'GET /api/boards/:boardId/webhooks/:webhookId/deliveries', ({ caller, params }) =>
    readDeliveries(deps, { userId: caller.personId, ...params }),
  );
  serve(app, 'POST /api/boards/:boardId/webhooks/:webhookId/deliveries/:deliveryId/again', async ({ caller, params }) => {
    await sendAgain(deps, { userId: caller.personId, ...params });
    return undefined;
  });
  serve(app, 'PUT /api/boards/:boardId/left-out', async ({ caller, params }) => {
    await leaveOut(deps, { userId: caller.personId, boardId: params.boardId }, true);
    return undefined;
  });
  serve(app, 'DELETE /api/boards/:boardId/left-out', async ({ caller, params }) => {
    await leaveOut(deps, { userId: caller.personId, boardId: params.boardId }, false);
    return undefined;
  });
}
