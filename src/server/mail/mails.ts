import { join } from 'node:path';
import type { UserId } from '#shared/ids';
import { emailOf, findUser } from '../accounts/account-store.ts';
import { issueReset, resetLink } from '../identity/passwords/reset-links.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { endingAfter } from '../jobs/ending-after.ts';
import { isJob, type Job } from '../jobs/job-store.ts';
import { createPlaces } from '../jobs/places.ts';
import { codeOf, type Log, type Worker } from '../jobs/runner.ts';
import { type Message, createMailSender } from './mail-sender.ts';
import { createMailFolder } from './mail-folder.ts';
import { passwordResetMail } from './password-reset-mail.ts';

/** Sends mails, each as a job of its own. */
export interface Mails {
  worker: Worker;
  /** For mails of another room; undefined when nobody wants one any more. It waits for none of the others. */
  workerFor(compose: (job: Job) => Promise<Message | undefined>): Worker;
  /** Removes the files of mails to somebody who is gone. */
  forget(userId: UserId): Promise<void>;
  /** Removes the files of mails that are of no more use. */
  forgetOld(): Promise<void>;
}

const [second, minute, hour] = [1000, 60 * 1000, 60 * 60 * 1000];
/** Mails on their way at once, at most one to a person. */
const placesAtOnce = { total: 4, perOwner: 1 };
/** For one mail, whatever its server does. */
const sentWithin = 30 * second;
/** How long a mail in a file is kept: its link has expired by then, and the operator has had time to see it. */
const fileLasts = 24 * hour;

interface MailsOptions {
  config: Config;
  /** The address of the app, for the links in mails. */
  origin: string;
  database: Pick<Database, 'unitOfWork' | 'lockPeople'>;
}

export function createMails({ config, origin, database }: MailsOptions): Mails {
  // Present even with a mail server: files written before it was set must be removed too.
  const folder = createMailFolder(join(config.dataDir, 'outbox'));
  const sender = createMailSender(config, folder);
  let log: Log | undefined;

  function noteFailure(failure: unknown): void {
    log?.warn({ code: codeOf(failure) }, 'mail files stay for now');
  }

  /** A mail is made at the last moment: a link lies nowhere but in the mail. Undefined when nobody wants it any more. */
  function composeReset({ id, subject }: Job): Promise<Message | undefined> {
    // So far all mails are about an account.
    const userId = subject as UserId;
    return database.unitOfWork(async ({ db }) => {
      // A change of the password meanwhile must find the link, to end it.
      await database.lockPeople(db, [userId]);
      const user = await findUser(db, userId);
      const to = user && emailOf(user);
      if (!user || !to || !(await isJob(db, id))) return undefined;
      const token = await issueReset(db, userId);
      const link = resetLink({ origin, token, username: user.username });
      return passwordResetMail({ to, username: user.username, link });
    });
  }

  const workerFor: Mails['workerFor'] = (compose) => ({
    start: (to) => void (log = to),
    async run(job, { signal }) {
      const message = await compose(job);
      if (!message) return undefined;
      const file = await endingAfter(sentWithin, signal, (ending) => sender.send(job, message, ending));
      log?.info(file === undefined ? { kind: job.kind } : { kind: job.kind, file }, 'mail sent');
      // While the mail was written the account may have been deleted or got another password.
      return file === undefined ? undefined : () => folder.remove(job.id).catch(noteFailure);
    },
    longestRun: sentWithin,
    waits: [5 * second, 15 * second, minute, 5 * minute, 15 * minute],
    // A day of them. Counted and not measured: the clock may have been set since.
    mostAttempts: 100,
    isFinal,
    // The subject of each job is the person who gets the mail: a mailbox whose server hangs keeps no other mail waiting.
    sharing: {
      places: createPlaces(placesAtOnce),
      partiesOf: (_db, people) => Promise.resolve(new Map(people.map((owner) => [owner, { owner, host: '' }]))),
    },
    patience: second,
  });

  return {
    worker: workerFor(composeReset),
    workerFor,
    forget: (userId) => folder.removeFor(userId).catch(noteFailure),
    forgetOld: () => folder.removeOlderThan(fileLasts).catch(noteFailure),
  };
}

/** The mail server will never take it: there is no such mailbox, say (RFC 5321, 4.2.1). */
function isFinal(failure: unknown): boolean {
  return failure instanceof Error && 'responseCode' in failure && Number(failure.responseCode) >= 550 && Number(failure.responseCode) < 560;
}
