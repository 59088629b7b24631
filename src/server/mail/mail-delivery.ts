import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findUser } from '../accounts/account-store.ts';
import { issueReset } from '../accounts/passwords/reset-links.ts';
import type { Config } from '../config.ts';
import type { Database, Transaction } from '../database/database.ts';
import { newId } from '../ids.ts';
import type { Tallies } from '../metrics/tallies.ts';
import {
  claimMailJob,
  deleteMailJob,
  findDueMailJob,
  findNextAttempt,
  insertMailJob,
  isMailJob,
  type MailJob,
  postponeMailJob,
} from './mail-job-store.ts';
import { type Message, createMailSender } from './mail-sender.ts';
import { createMailFolder } from './mail-folder.ts';
import { passwordResetMail } from './password-reset-mail.ts';

/** Sends the mails that wait in the table `mail_job`, one after the other, until each is out. */
export interface MailDelivery {
  /** From now on; also what waits from before the last stop. */
  start(log: MailLog): void;
  /** There may be something to send. */
  look(): void;
  /** Removes the files of mails to somebody who is gone. */
  forget(userId: string): Promise<void>;
  /** Removes the files of mails that are of no more use. */
  forgetOld(): Promise<void>;
  /** Lets the mail under way finish if it does so soon. What was not sent waits for the next start. */
  stop(): Promise<void>;
}

/** Lines without names, addresses and links. */
interface MailLog {
  info(details: object, line: string): void;
  warn(details: object, line: string): void;
  error(details: object, line: string): void;
}

const [second, minute, hour] = [1000, 60 * 1000, 60 * 60 * 1000];
/** After the first failure, after the second…; from then on the last. In milliseconds. */
const waits = [5 * second, 15 * second, minute, 5 * minute];
const longestWait = 15 * minute;
/** A day of them. Counted and not measured: the clock may have been set since. */
const mostAttempts = 100;
/** For one mail, whatever its server does. */
const sentWithin = 30 * second;
/** Their clocks differ by half of it at most, and whoever looks may be late by the other half. */
const slack = minute;
/** For so long a copy of the program has a mail to itself; after one that was killed another sends it. */
const claimedFor = sentWithin + slack;
/** However empty the table was: what a copy that was killed had queued is sent by another. */
const looksEvery = 30 * second;
/** For a mail in a file: its link is worthless by then, and whoever keeps the server has had time to see that it was written. */
const fileLasts = 24 * hour;
/** How long a server that stops waits for a mail under way. */
const patience = second;

interface MailDeliveryOptions {
  config: Config;
  /** Where the links of the mails lead. */
  origin: string;
  database: Database;
  tallies: Pick<Tallies, 'mails'>;
}

export function createMailDelivery({ config, origin, database, tallies }: MailDeliveryOptions): MailDelivery {
  // There even with a mail server: files from before it was set are to be removed as well.
  const folder = createMailFolder(join(config.dataDir, 'outbox'));
  const sender = createMailSender(config, folder);
  const abandon = new AbortController();
  let log: MailLog | undefined;
  let stopped = false;
  let delivering: Promise<void> | undefined;
  let looksAgain = false;
  let timer: NodeJS.Timeout | undefined;
  // Mails that are out, with their files, and whose jobs the database has not let go yet.
  const sent = new Map<string, string | undefined>();

  function noteFailure(failure: unknown): void {
    log?.warn({ code: codeOf(failure) }, 'mail files stay for now');
  }

  function look(): void {
    if (log === undefined || stopped) return;
    clearTimeout(timer);
    looksAgain = true;
    delivering ??= deliverAll(log).finally(() => {
      delivering = undefined;
      // Asked for between the last look and here.
      if (looksAgain) look();
    });
  }

  function lookIn(milliseconds: number): void {
    if (!stopped) timer = setTimeout(look, Math.min(milliseconds, looksEvery)).unref();
  }

  async function deliverAll(to: MailLog): Promise<void> {
    try {
      while (looksAgain && !stopped) {
        looksAgain = false;
        for (const id of sent.keys()) await letGo(id);
        const now = Date.now();
        // Nobody was ever told to wait for longer: the clock has been set back since.
        const latest = now + longestWait + slack;
        const job = await findDueMailJob(database.read, { now, latest });
        if (!job) {
          const next = await findNextAttempt(database.read);
          lookIn(next === undefined ? looksEvery : next - now);
          continue;
        }
        await deliver(job, to);
        looksAgain = true;
      }
    } catch (failure) {
      // The database does not take what became of a mail, for instance since its disk is full.
      to.error({ code: codeOf(failure) }, 'mails wait');
      looksAgain = false;
      // Before another copy takes a mail that is out already.
      lookIn(sent.size > 0 ? 5 * second : looksEvery);
    }
  }

  async function deliver(job: MailJob, to: MailLog): Promise<void> {
    // A failure here is the database's: nothing is sent whose end could not be noted.
    const composed = await compose(job);
    if (composed === 'taken') return;
    const message = composed === 'unwanted' ? undefined : composed;
    try {
      if (message) {
        const file = await sender.send(job, message, AbortSignal.any([abandon.signal, AbortSignal.timeout(sentWithin)]));
        sent.set(job.id, file);
        tallies.mails.sent += 1;
        to.info(file === undefined ? { kind: job.kind } : { kind: job.kind, file }, 'mail sent');
      }
    } catch (failure) {
      if (abandon.signal.aborted) {
        // For the next start, at once.
        const { attempts, next_attempt_at: nextAttemptAt } = job;
        await database.unitOfWork(({ db }) => postponeMailJob(db, job.id, { attempts, nextAttemptAt }));
        return;
      }
      await putOff(job, failure, to);
      return;
    }
    await letGo(job.id);
  }

  /** Of a mail that is out, or that nobody wants. */
  async function letGo(id: string): Promise<void> {
    const wanted = await database.unitOfWork(async ({ db }) => {
      const isThere = await isMailJob(db, id);
      await deleteMailJob(db, id);
      return isThere;
    });
    // Its account was deleted, or got another password, while it was being written.
    if (sent.get(id) !== undefined && !wanted) await folder.remove(id).catch(noteFailure);
    sent.delete(id);
  }

  async function putOff(job: MailJob, failure: unknown, to: MailLog): Promise<void> {
    const attempts = job.attempts + 1;
    const line = { kind: job.kind, attempts, code: codeOf(failure) };
    if (isFinal(failure) || attempts >= mostAttempts) {
      tallies.mails.given_up += 1;
      to.error(line, 'mail given up');
      await database.unitOfWork(({ db }) => deleteMailJob(db, job.id));
      return;
    }
    tallies.mails.postponed += 1;
    to.warn(line, 'mail not sent yet');
    const nextAttemptAt = Date.now() + (waits[job.attempts] ?? longestWait);
    await database.unitOfWork(({ db }) => postponeMailJob(db, job.id, { attempts, nextAttemptAt }));
  }

  /** What a mail says, made at the last moment: a link lies nowhere but in the mail. */
  function compose(job: MailJob): Promise<Message | 'unwanted' | 'taken'> {
    const { id, user_id } = job;
    return database.unitOfWork(async ({ db }) => {
      // Whoever changes the password meanwhile must see the link, to end it.
      await database.lockPeople(db, [user_id]);
      const user = await findUser(db, user_id);
      if (!user || !(await isMailJob(db, id))) return 'unwanted';
      if (!(await claimMailJob(db, job, Date.now() + claimedFor))) return 'taken';
      const token = await issueReset(db, user_id);
      // Behind #, where no server's log and no referrer sees it.
      const link = `${origin}/login#reset=${token}&pseudo=${encodeURIComponent(user.username)}`;
      return passwordResetMail({ to: user.email, username: user.username, link });
    });
  }

  return {
    start(to) {
      log = to;
      look();
    },
    look,
    forget: (userId) => folder.removeFor(userId).catch(noteFailure),
    forgetOld: () => folder.removeBefore(Date.now() - fileLasts).catch(noteFailure),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await Promise.race([delivering, pause(patience, undefined, { ref: false })]);
      abandon.abort();
      await delivering;
    },
  };
}

/** The mail server will never take it: there is no such mailbox, say (RFC 5321, 4.2.1). */
function isFinal(failure: unknown): boolean {
  return failure instanceof Error && 'responseCode' in failure && Number(failure.responseCode) >= 550 && Number(failure.responseCode) < 560;
}

// Never its message: a mail server repeats addresses in it.
function codeOf(failure: unknown): string {
  if (!(failure instanceof Error)) return 'unknown';
  const answer = 'responseCode' in failure ? ` ${String(failure.responseCode)}` : '';
  return `${'code' in failure ? String(failure.code) : failure.name}${answer}`;
}

/** Has a mail sent once the change is durable, and sooner or later in any case: neither a restart nor the mail server loses it. */
export async function queueMail(
  { db, afterCommit }: Transaction,
  mail: MailDelivery,
  { kind, userId }: { kind: MailJob['kind']; userId: string },
): Promise<void> {
  const now = Date.now();
  await insertMailJob(db, { id: newId(), kind, user_id: userId, created_at: now, next_attempt_at: now, attempts: 0 });
  afterCommit(() => mail.look());
}
