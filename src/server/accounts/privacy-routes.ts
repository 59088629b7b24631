import type { Deps } from '../deps.ts';
import type { App } from '../http/serve.ts';

/** Privacy, export and deletion of an account, and what the host has set. */
export function privacyRoutes(_app: App, _deps: Deps): void {}
