import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator, sql } from 'kysely';
import type { Db } from './database.ts';
import { up as firstTables } from './migrations/0001-first-tables.ts';
import { up as ownAccount } from './migrations/0002-own-account.ts';
import { up as invitations } from './migrations/0003-invitations.ts';
import { up as signIn } from './migrations/0004-sign-in.ts';
import { up as deletions } from './migrations/0005-deletions.ts';
import { up as ownIdentity } from './migrations/0006-own-identity.ts';
import { up as singleLinks } from './migrations/0007-single-links.ts';
import { up as actionsOfAPerson } from './migrations/0008-actions-of-a-person.ts';
import { up as usedLinks } from './migrations/0009-used-links.ts';
import { up as days } from './migrations/0010-days.ts';
import { up as reactions } from './migrations/0011-reactions.ts';
import { up as retiredActions } from './migrations/0012-retired-actions.ts';
import { up as achievements } from './migrations/0013-achievements.ts';
import { up as actionProposals } from './migrations/0014-action-proposals.ts';
import { up as favourites } from './migrations/0015-favourites.ts';
import { up as sealedSecret } from './migrations/0016-sealed-secret.ts';
import { up as streaks } from './migrations/0017-streaks.ts';
import { up as risesThroughZero } from './migrations/0018-rises-through-zero.ts';
import { up as epoch } from './migrations/0019-epoch.ts';
import { up as knownDevices } from './migrations/0020-known-devices.ts';
import { up as jobs } from './migrations/0021-jobs.ts';
import { up as changedRevision } from './migrations/0022-changed-revision.ts';
import { up as failuresOfJobs } from './migrations/0023-failures-of-jobs.ts';
import { up as push } from './migrations/0024-push.ts';
import { up as flame } from './migrations/0025-flame.ts';
import { up as recap } from './migrations/0026-recap.ts';
import { up as nudge } from './migrations/0027-nudge.ts';
import { up as looksAndRecords } from './migrations/0028-looks-and-records.ts';
import { up as notes } from './migrations/0029-notes.ts';
import { up as forOthers } from './migrations/0030-for-others.ts';
import { up as playTables } from './migrations/0031-play.ts';
import { up as pauseTable } from './migrations/0032-pause.ts';
import { up as contestTables } from './migrations/0033-contests.ts';
import { up as clocksOfPlay } from './migrations/0034-clocks-of-play.ts';
import { up as onceADay } from './migrations/0035-once-a-day.ts';
import { up as jobOrder } from './migrations/0036-job-order.ts';
import { up as readingCursor } from './migrations/0037-reading-cursor.ts';
import { up as notedTheDayAfter } from './migrations/0038-noted-the-day-after.ts';
import { up as gestures } from './migrations/0039-gestures.ts';
import { up as playMode } from './migrations/0040-play-mode.ts';
import { up as films } from './migrations/0041-films.ts';
import { up as tokens } from './migrations/0042-tokens.ts';
import { up as codes } from './migrations/0043-codes.ts';
import { up as walls } from './migrations/0044-walls.ts';
import { up as webhooks } from './migrations/0045-webhooks.ts';
import { up as passkeys } from './migrations/0046-passkeys.ts';
import { up as guests } from './migrations/0047-guests.ts';

/** By name, in order. */
export const migrations: Record<string, Migration> = {
  '0001-first-tables': { up: firstTables },
  '0002-own-account': { up: ownAccount },
  '0003-invitations': { up: invitations },
  '0004-sign-in': { up: signIn },
  '0005-deletions': { up: deletions },
  '0006-own-identity': { up: ownIdentity },
  '0007-single-links': { up: singleLinks },
  '0008-actions-of-a-person': { up: actionsOfAPerson },
  '0009-used-links': { up: usedLinks },
  '0010-days': { up: days },
  '0011-reactions': { up: reactions },
  '0012-retired-actions': { up: retiredActions },
  '0013-achievements': { up: achievements },
  '0014-action-proposals': { up: actionProposals },
  '0015-favourites': { up: favourites },
  '0016-sealed-secret': { up: sealedSecret },
  '0017-streaks': { up: streaks },
  '0018-rises-through-zero': { up: risesThroughZero },
  '0019-epoch': { up: epoch },
  '0020-known-devices': { up: knownDevices },
  '0021-jobs': { up: jobs },
  '0022-changed-revision': { up: changedRevision },
  '0023-failures-of-jobs': { up: failuresOfJobs },
  '0024-push': { up: push },
  '0025-flame': { up: flame },
  '0026-recap': { up: recap },
  '0027-nudge': { up: nudge },
  '0028-looks-and-records': { up: looksAndRecords },
  '0029-notes': { up: notes },
  '0030-for-others': { up: forOthers },
  '0031-play': { up: playTables },
  '0032-pause': { up: pauseTable },
  '0033-contests': { up: contestTables },
  '0034-clocks-of-play': { up: clocksOfPlay },
  '0035-once-a-day': { up: onceADay },
  '0036-job-order': { up: jobOrder },
  '0037-reading-cursor': { up: readingCursor },
  '0038-noted-the-day-after': { up: notedTheDayAfter },
  '0039-gestures': { up: gestures },
  '0040-play-mode': { up: playMode },
  '0041-films': { up: films },
  '0042-tokens': { up: tokens },
  '0043-codes': { up: codes },
  '0044-walls': { up: walls },
  '0045-webhooks': { up: webhooks },
  '0046-passkeys': { up: passkeys },
  '0047-guests': { up: guests },
};

/** Stands among the migrations of a database into which a move has begun and not ended. */
export const halfMovedMark = 'half-moved';

/** The last one that this program knows. */
export const newestMigration = Object.keys(migrations).at(-1) ?? '';

export async function isNewer(db: Db): Promise<boolean> {
  return unknownIn(await namesIn(db)) !== undefined;
}

/** The last of these migrations that this program does not know; undefined where it knows them all. */
export function unknownIn(names: readonly string[]): string | undefined {
  return names
    .filter((name) => !Object.hasOwn(migrations, name))
    .toSorted()
    .at(-1);
}

/** Whether the tables are those of this version, no older and no newer ones; `mark` stands among the migrations and is none. */
export async function hasOurTables(db: Db, mark?: string): Promise<boolean> {
  const names = (await namesIn(db)).filter((name) => name !== mark);
  return names.length === Object.keys(migrations).length && names.every((name) => Object.hasOwn(migrations, name));
}

async function namesIn(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  return rows.map(({ name }) => name);
}

export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
