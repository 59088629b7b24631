import type { Deps } from '../deps.ts';
import { type App, serve } from '../http/serve.ts';
import { blockInviter, listBlockedInviters, unblockInviter } from './blocks.ts';
import { acceptRequest, listRequests, rejectRequest, sendRequest, withdrawRequest } from './requests.ts';

export function requestRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/requests', ({ person }) => listRequests(deps, person.id));
  serve(app, 'POST /api/boards/:boardId/requests', async ({ person, params, body }) => ({
    request: await sendRequest(deps, person.id, params.boardId, body),
  }));
  serve(app, 'POST /api/requests/:requestId/acceptance', async ({ person, params }) => ({
    request: await acceptRequest(deps, person.id, params.requestId),
  }));
  serve(app, 'POST /api/requests/:requestId/rejection', async ({ person, params }) => ({
    request: await rejectRequest(deps, person.id, params.requestId),
  }));
  serve(app, 'DELETE /api/requests/:requestId', async ({ person, params }) => {
    await withdrawRequest(deps, person.id, params.requestId);
    return undefined;
  });
  serve(app, 'POST /api/requests/:requestId/block', async ({ person, params }) => {
    await blockInviter(deps, person.id, params.requestId);
    return undefined;
  });
  serve(app, 'GET /api/blocks', async ({ person }) => ({ blocked: await listBlockedInviters(deps, person.id) }));
  serve(app, 'DELETE /api/blocks/:userId', async ({ person, params }) => {
    await unblockInviter(deps, person.id, params.userId);
    return undefined;
  });
}
