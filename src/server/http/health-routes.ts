import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import type { App } from './serve.ts';

/** `/healthz`: the process answers. `/readyz`: it can also reach its database, and has found no damage in it. */
export function healthRoutes(app: App, { database }: Deps): void {
  database.onDamage(({ code, message }) => app.log.error({ code, message }, 'the database is damaged'));
  const config = { public: true };
  app.get('/healthz', { config, schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config, schema: { hide: true } }, async () => {
    try {
      await database.ping();
    } catch {
      throw refuse('unavailable');
    }
    return { status: 'ready' };
  });
}
