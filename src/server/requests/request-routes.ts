import type { Deps } from '../deps.ts';
import { type App, serve } from '../http/serve.ts';
import { addressKey } from '../http/address-key.ts';
import { blockInviter, listBlockedInviters, unblockInviter } from './blocks.ts';
import { acceptRequest, listRequests, rejectRequest, sendRequest, withdrawRequest } from './requests.ts';
import { joinByLink, makeSingleLink, readInvitation, readSingleLinks, withdrawSingleLink } from './single-links.ts';

export function requestRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/requests', ({ person }) => listRequests(deps, person.id), { asMade: true });
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
  serve(app, 'GET /api/invitations/:invitation', ({ person, params, request }) =>
    readInvitation(deps, { userId: person?.id, address: addressKey(request.ip) }, params.invitation),
  );
  serve(app, 'POST /api/invitations/:invitation/acceptance', ({ person, params, request }) =>
    joinByLink(deps, { userId: person.id, address: addressKey(request.ip) }, params.invitation),
  );
  serve(app, 'GET /api/boards/:boardId/single-links', async ({ person, params }) => ({
    links: await readSingleLinks(deps, person.id, params.boardId),
  }));
  serve(app, 'POST /api/boards/:boardId/single-links', async ({ person, params }) => ({
    link: await makeSingleLink(deps, person.id, params.boardId),
  }));
  serve(app, 'DELETE /api/boards/:boardId/single-links/:linkId', async ({ person, params }) => {
    await withdrawSingleLink(deps, person.id, params.boardId, params.linkId);
    return undefined;
  });
}
