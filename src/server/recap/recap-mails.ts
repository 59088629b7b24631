import type { UserId } from '#shared/ids';
import type { ReplyOf } from '#shared/api';
import { daysAfter } from '#shared/calendar';
import { newestRecapWeek } from '#shared/recap-weeks';
import { emailOf, findUser } from '../accounts/account-store.ts';
import { decryptTitle } from '../boards/board-header.ts';
import type { Deps } from '../deps.ts';
import { decryptable } from '../encryption/readable.ts';
import { refuse, refuseFor } from '../errors/refusal.ts';
import { newToken } from '../ids/tokens.ts';
import { deleteJobsAbout, isJob, type Job } from '../jobs/job-store.ts';
import type { Message } from '../mail/mail-sender.ts';
import { totalOf } from './recap-facts.ts';
import { recapMail } from './recap-mail.ts';
import {
  deleteRecapMail,
  deleteRecapMailBy,
  findRecapMail,
  insertRecapMail,
  isDamagedToken,
  listBoardsOf,
  listDaysBetween,
} from './recap-store.ts';

type MailState = ReplyOf<'GET /api/recap-mail'>;

export async function showRecapMail({ config, database }: Pick<Deps, 'config' | 'database'>, userId: UserId): Promise<MailState> {
  return { isOffered: isOffered(config), isOn: (await findRecapMail(database.read, userId)) !== undefined };
}

/** The first mail is about the week whose Monday comes next: what is there already can be read here. */
export async function startRecapMail({ config, database }: Pick<Deps, 'config' | 'database'>, userId: UserId): Promise<MailState> {
  if (!isOffered(config)) throw refuse('mails_not_offered');
  await database.unitOfWork(async ({ db }) => {
    const user = await findUser(db, userId);
    if (user && emailOf(user) === null) throw refuse('email_missing');
    const now = Date.now();
    const weeks = (await listBoardsOf(db, userId)).map(({ time_zone }) => newestRecapWeek(time_zone, now));
    const week = weeks.toSorted()[0] ?? newestRecapWeek('Etc/UTC', now);
    await insertRecapMail(db, { user_id: userId, token: newToken(), week });
  });
  return { isOffered: true, isOn: true };
}

export async function endRecapMail({ config, database }: Pick<Deps, 'config' | 'database'>, userId: UserId): Promise<MailState> {
  await database.unitOfWork(async ({ db }) => {
    await deleteRecapMail(db, userId);
    await deleteJobsAbout(db, userId, 'recap_mail');
  });
  return { isOffered: isOffered(config), isOn: false };
}

/**
 * Ends the mails of the person whose mails have this token. An unknown token may have been used before, so it is answered like one that ends
 * mails. Throws `mail_link_damaged` where the mails would go on, and `too_many_requests` by address.
 */
export async function unsubscribe({ database, limits }: Pick<Deps, 'database' | 'limits'>, token: string, address: string): Promise<void> {
  if (!(await limits.unsubscriptions.spend(address))) throw refuseFor('too_many_requests', await limits.unsubscriptions.wait(address));
  const isEnded = await database.unitOfWork(async ({ db }) => {
    const userId = await deleteRecapMailBy(db, token);
    if (userId !== undefined) await deleteJobsAbout(db, userId, 'recap_mail');
    return userId !== undefined;
  });
  if (!isEnded && (await isDamagedToken(database.read, token))) throw refuse('mail_link_damaged');
}

/** Without a server for mails they would end in a folder that nobody reads. */
function isOffered({ smtpUrl }: Pick<Deps['config'], 'smtpUrl'>): boolean {
  return smtpUrl !== undefined;
}

/** The mail of a job, about the boards that the person has now; undefined when nobody wants it any more, or it would be empty. */
export function createRecapMails({ database, boardKeys, origin }: Pick<Deps, 'database' | 'boardKeys' | 'origin'>) {
  return async ({ id, subject }: Job): Promise<Message | undefined> => {
    const userId = subject as UserId;
    return await database.snapshot(async (db) => {
      const [user, mail] = [await findUser(db, userId), await findRecapMail(db, userId)];
      const to = user && emailOf(user);
      if (!user || !to || !mail || !(await isJob(db, id))) return undefined;
      const rows = await listBoardsOf(db, userId);
      const secrets = await boardKeys.ofAll(
        db,
        rows.map((board) => board.id),
      );
      const boards = [];
      for (const board of rows) {
        const days = await listDaysBetween(db, { boardId: board.id, from: daysAfter(mail.week, -7), before: daysAfter(mail.week, 7) });
        const total = totalOf(days, mail.week);
        const own = secrets.get(board.id);
        const title = decryptable(() => own && decryptTitle(board, own));
        if (total && title !== undefined) boards.push({ id: board.id, title, icon: board.icon, total });
      }
      if (boards.length === 0) return undefined;
      return recapMail({ to, username: user.username, origin, token: mail.token, week: mail.week, boards });
    });
  };
}
