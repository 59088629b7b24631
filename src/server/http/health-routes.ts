import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import type { App } from './serve.ts';

/** In milliseconds. A database that takes longer to answer a ping counts as unavailable. */
const patience = 2000;

/**
 * `/healthz`: the process answers. `/readyz`: people can be sent here; the database can be reached and no damage was found in it. 'degraded'
 * when the copy does not hear of the others, which delays news and loses nothing.
 */
export function healthRoutes(app: App, { bus, database, readiness }: Pick<Deps, 'bus' | 'database' | 'readiness'>): void {
  database.onDamage(({ code, message }) => app.log.error({ code, message }, 'the database is damaged'));
  app.addHook('preClose', async () => readiness.turnAway());

  // One check at a time, so that probes do not pile up on a database that does not answer.
  let asking: Promise<boolean> | undefined;
  const answers = () => (asking ??= pingWithin(patience, database).finally(() => (asking = undefined)));

  const config = { public: true };
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async () => {
    if (readiness.turnsAway() || !(await answers())) throw refuse('unavailable');
    return { status: bus.state() === 'lost' ? 'degraded' : 'ready' };
  });
}

async function pingWithin(milliseconds: number, database: Pick<Deps['database'], 'ping'>): Promise<boolean> {
  const over = new AbortController();
  // Aborted below, it rejects when nobody waits for it any more.
  const tooLate = pause(milliseconds, false, { signal: over.signal }).catch(() => false);
  const ping = database.ping().then(
    () => true,
    // The log says why at the first request that fails; here each probe would repeat it.
    () => false,
  );
  try {
    return await Promise.race([ping, tooLate]);
  } finally {
    over.abort();
  }
}
