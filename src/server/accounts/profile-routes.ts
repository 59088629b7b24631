import type { Deps } from '../deps.ts';
import type { App } from '../http/serve.ts';

/** Name, avatar, password and signed-in browsers of a person. */
export function profileRoutes(_app: App, _deps: Deps): void {}
