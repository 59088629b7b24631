import type { Deps } from '../deps.ts';
import { type App, serve } from '../http/serve.ts';
import { addActions, offerActions } from './actions.ts';
import { markFavourite, readQuickActions, unmarkFavourite } from './favourites.ts';
import { changeAction, orderActions, readRetired } from './managed-actions.ts';
import { readCatalogue, readEmojis } from './predefined-actions.ts';
import { acceptProposal, endProposal, proposeAction, readProposals } from './proposed-actions.ts';

export function actionRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/predefined-actions', async () => ({ actions: await readCatalogue(deps) }));
  serve(app, 'GET /api/emojis', async ({ query }) => ({ emojis: await readEmojis(deps, query.category) }));
  serve(app, 'GET /api/actions', ({ caller, query }) => offerActions(deps, caller.personId, query.after), { skipReplySchema: true });
  serve(app, 'POST /api/boards/:boardId/actions', ({ caller, params, body }) =>
    addActions(deps, { userId: caller.personId, boardId: params.boardId }, body.actions),
  );
  serve(app, 'PATCH /api/boards/:boardId/actions/:actionId', ({ caller, params, body }) =>
    changeAction(deps, { userId: caller.personId, boardId: params.boardId, actionId: params.actionId }, body),
  );
  serve(app, 'GET /api/boards/:boardId/actions/retired', async ({ caller, params }) => ({
    actions: await readRetired(deps, { userId: caller.personId, boardId: params.boardId }),
  }));
  serve(app, 'PUT /api/boards/:boardId/actions/order', ({ caller, params, body }) =>
    orderActions(deps, { userId: caller.personId, boardId: params.boardId }, body.actionIds),
  );
  serve(app, 'GET /api/boards/:boardId/proposals', async ({ caller, params }) => ({
    proposals: await readProposals(deps, { userId: caller.personId, boardId: params.boardId }),
  }));
  serve(app, 'POST /api/boards/:boardId/proposals', async ({ caller, params, body }) => ({
    proposal: await proposeAction(deps, { userId: caller.personId, boardId: params.boardId }, body),
  }));
  serve(app, 'POST /api/boards/:boardId/proposals/:proposalId/acceptance', ({ caller, params }) =>
    acceptProposal(deps, { userId: caller.personId, boardId: params.boardId, proposalId: params.proposalId }),
  );
  serve(app, 'DELETE /api/boards/:boardId/proposals/:proposalId', async ({ caller, params }) => {
    await endProposal(deps, { userId: caller.personId, boardId: params.boardId, proposalId: params.proposalId });
    return undefined;
  });
  serve(app, 'GET /api/favourites', ({ caller }) => readQuickActions(deps, caller.personId));
  serve(app, 'PUT /api/boards/:boardId/actions/:actionId/favourite', ({ caller, params }) =>
    markFavourite(deps, { userId: caller.personId, boardId: params.boardId, actionId: params.actionId }),
  );
  serve(app, 'DELETE /api/boards/:boardId/actions/:actionId/favourite', ({ caller, params }) =>
    unmarkFavourite(deps, { userId: caller.personId, boardId: params.boardId, actionId: params.actionId }),
  );
}
