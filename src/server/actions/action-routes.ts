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
  serve(app, 'GET /api/actions', ({ person, query }) => offerActions(deps, person.id, query.after), { asMade: true });
  serve(app, 'POST /api/boards/:boardId/actions', ({ person, params, body }) => addActions(deps, person.id, params.boardId, body.actions));
  serve(app, 'PATCH /api/boards/:boardId/actions/:actionId', ({ person, params, body }) =>
    changeAction(deps, person.id, params.boardId, params.actionId, body),
  );
  serve(app, 'GET /api/boards/:boardId/actions/retired', async ({ person, params }) => ({
    actions: await readRetired(deps, person.id, params.boardId),
  }));
  serve(app, 'PUT /api/boards/:boardId/actions/order', ({ person, params, body }) =>
    orderActions(deps, person.id, params.boardId, body.actionIds),
  );
  serve(app, 'GET /api/boards/:boardId/proposals', async ({ person, params }) => ({
    proposals: await readProposals(deps, person.id, params.boardId),
  }));
  serve(app, 'POST /api/boards/:boardId/proposals', async ({ person, params, body }) => ({
    proposal: await proposeAction(deps, person.id, params.boardId, body),
  }));
  serve(app, 'POST /api/boards/:boardId/proposals/:proposalId/acceptance', ({ person, params }) =>
    acceptProposal(deps, person.id, params.boardId, params.proposalId),
  );
  serve(app, 'DELETE /api/boards/:boardId/proposals/:proposalId', async ({ person, params }) => {
    await endProposal(deps, person.id, params.boardId, params.proposalId);
    return undefined;
  });
  serve(app, 'GET /api/favourites', ({ person }) => readQuickActions(deps, person.id));
  serve(app, 'PUT /api/boards/:boardId/actions/:actionId/favourite', ({ person, params }) =>
    markFavourite(deps, person.id, params.boardId, params.actionId),
  );
  serve(app, 'DELETE /api/boards/:boardId/actions/:actionId/favourite', ({ person, params }) =>
    unmarkFavourite(deps, person.id, params.boardId, params.actionId),
  );
}
