import type { Deps } from '../deps.ts';
import type { App } from '../http/serve.ts';
import { deleteExpiredResets } from './password-reset-store.ts';
import { deleteExpiredSessions } from './session-store.ts';

const hour = 60 * 60 * 1000;

/** Deletes sessions and links that have expired, at the start and every hour. Nobody could use them: this is for room and secrecy. */
export function forgetExpired(app: App, { database }: Pick<Deps, 'database'>): void {
  let sweeping: Promise<void> = Promise.resolve();
  const sweep = () => {
    sweeping = database
      .unitOfWork(async ({ db }) => {
        await deleteExpiredSessions(db);
        await deleteExpiredResets(db);
      })
      .catch((failure: unknown) => app.log.warn({ err: failure }, 'expired sessions stay for now'));
  };
  const timer = setInterval(sweep, hour).unref();
  app.addHook('onReady', async () => sweep());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await sweeping;
  });
}
