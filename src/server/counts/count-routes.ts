import type { Deps } from '../deps.ts';
import { addressKey } from '../http/address-key.ts';
import { type App, serve } from '../http/serve.ts';
import { countAllowed } from './counts.ts';

export function countRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/counts', async ({ body, caller, request }) => {
    await countAllowed(deps, caller?.personId, body.counts, addressKey(request.ip));
    return undefined;
  });
}
