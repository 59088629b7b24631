import type { Deps } from '../deps.ts';
import { type App, serve } from '../http/serve.ts';
import { readBoardWidget, readWidget } from './widget.ts';

export function widgetRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/widget', ({ caller }) => readWidget(deps, caller));
  serve(app, 'GET /api/boards/:boardId/widget', ({ caller, params }) => readBoardWidget(deps, caller, params.boardId));
}
