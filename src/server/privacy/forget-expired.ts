import { deleteCountsBefore } from '../counts/count-store.ts';
import { takeOver } from '../database/migrations/0021-jobs.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/serve.ts';
import { forgetUnusedDevices } from '../identity/sessions/known-devices.ts';
import { deleteExpiredResets } from '../identity/passwords/password-reset-store.ts';
import { deleteExpiredSingleLinks } from '../membership/single-link-store.ts';
import { deleteExpiredSessions } from '../identity/sessions/session-store.ts';

const hour = 60 * 60 * 1000;
/** In milliseconds: a year and a month, so that a month can be compared with that of the year before. */
const countsLast = 400 * 24 * hour;

/**
 * Deletes expired sessions, links and known devices, old counts, and old mails in files, at the start and every hour. Nobody can use them any more:
 * this saves room, and keeps no more about people than is needed.
 */
export function forgetExpired(app: App, { database, mail }: Pick<Deps, 'database' | 'mail'>): void {
  let sweeping: Promise<unknown> = Promise.resolve();
  const sweep = () => {
    const rows = database
      .unitOfWork(
        async ({ db }) => {
          await takeOver(db, Date.now());
          await deleteExpiredSessions(db);
          await deleteExpiredResets(db);
          await forgetUnusedDevices(db);
          await deleteExpiredSingleLinks(db);
          await deleteCountsBefore(db, new Date(Date.now() - countsLast).toISOString().slice(0, 10));
        },
        { isLong: true },
      )
      // Not waited for: that may take as long as the next sweep.
      .then(() => void database.eraseFromLog())
      .catch((failure: unknown) => app.log.warn({ err: failure }, 'expired sessions stay for now'));
    sweeping = Promise.all([rows, mail.forgetOld()]);
  };
  const timer = setInterval(sweep, hour).unref();
  app.addHook('onReady', async () => sweep());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await sweeping;
  });
}
