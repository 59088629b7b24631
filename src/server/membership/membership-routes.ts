import type { Deps } from '../deps.ts';
import { type App, serve } from '../http/serve.ts';
import { addressKey } from '../http/address-key.ts';
import { blockInviter, listBlockedInviters, unblockInviter } from './blocks.ts';
import { handOverBoard, removeMember } from './members.ts';
import { acceptRequest, listRequests, rejectRequest, sendRequest, withdrawRequest } from './requests.ts';
import { joinByLink, makeSingleLink, readInvitation, readSingleLinks, withdrawSingleLink } from './single-links.ts';

export function membershipRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/requests', ({ caller }) => listRequests(deps, caller.personId), { skipReplySchema: true });
  serve(app, 'POST /api/boards/:boardId/requests', async ({ caller, params, body }) => ({
    request: await sendRequest(deps, { userId: caller.personId, boardId: params.boardId }, body),
  }));
  serve(app, 'POST /api/requests/:requestId/acceptance', async ({ caller, params }) => ({
    request: await acceptRequest(deps, { userId: caller.personId, requestId: params.requestId }),
  }));
  serve(app, 'POST /api/requests/:requestId/rejection', async ({ caller, params }) => ({
    request: await rejectRequest(deps, { userId: caller.personId, requestId: params.requestId }),
  }));
  serve(app, 'DELETE /api/requests/:requestId', async ({ caller, params }) => {
    await withdrawRequest(deps, { userId: caller.personId, requestId: params.requestId });
    return undefined;
  });
  serve(app, 'POST /api/requests/:requestId/block', async ({ caller, params }) => {
    await blockInviter(deps, { userId: caller.personId, requestId: params.requestId });
    return undefined;
  });
  serve(app, 'GET /api/blocks', async ({ caller }) => ({ blocked: await listBlockedInviters(deps, caller.personId) }));
  serve(app, 'DELETE /api/blocks/:userId', async ({ caller, params }) => {
    await unblockInviter(deps, { userId: caller.personId, inviterId: params.userId });
    return undefined;
  });
  serve(app, 'GET /api/invitations/:invitation', ({ caller, params, request }) =>
    readInvitation(deps, { userId: caller?.personId, address: addressKey(request.ip) }, params.invitation),
  );
  serve(app, 'POST /api/invitations/:invitation/acceptance', ({ caller, params, request }) =>
    joinByLink(deps, { userId: caller.personId, address: addressKey(request.ip) }, params.invitation),
  );
  serve(app, 'GET /api/boards/:boardId/single-links', async ({ caller, params }) => ({
    links: await readSingleLinks(deps, { userId: caller.personId, boardId: params.boardId }),
  }));
  serve(app, 'POST /api/boards/:boardId/single-links', async ({ caller, params }) => ({
    link: await makeSingleLink(deps, { userId: caller.personId, boardId: params.boardId }),
  }));
  serve(app, 'DELETE /api/boards/:boardId/single-links/:linkId', async ({ caller, params }) => {
    await withdrawSingleLink(deps, { userId: caller.personId, boardId: params.boardId, linkId: params.linkId });
    return undefined;
  });

  serve(app, 'DELETE /api/boards/:boardId/members/:userId', async ({ caller, params }) => {
    await removeMember(deps, { actorId: caller.personId, boardId: params.boardId, memberId: params.userId });
    return undefined;
  });
  serve(app, 'PUT /api/boards/:boardId/administrator', ({ caller, params, body }) =>
    handOverBoard(deps, { actorId: caller.personId, boardId: params.boardId, successorId: body.userId }),
  );
}
