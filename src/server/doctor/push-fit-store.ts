import type { Selectable } from 'kysely';
import { timeZoneNamed } from '#shared/calendar';
import { latestTime } from '#shared/clock-rules';
import { kindsOfTopic, type PushTopic } from '#shared/notices';
import { looksFor, notificationKinds } from '#shared/notifications';
import { owedLossLimits } from '#shared/owed-losses';
import { isDay } from '#shared/season-rules';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { type Device, endpointHash } from '../push/device-store.ts';
import { isPoint } from '../push/encryption.ts';
import { sentenceCount } from '../push/nudge-messages.fr.ts';

/** Boards of which a subscribed member would not be told, since they are not marked as heard. */
export async function unheardBoards(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('board')
    .innerJoin('board_member', 'board_member.board_id', 'board.id')
    .innerJoin('push_device', 'push_device.user_id', 'board_member.user_id')
    .innerJoin('session', 'session.id', 'push_device.session_id')
    .select('board.id')
    .distinct()
    .where('board.heard', '=', 0)
    .where('session.expires_at', '>', Date.now())
    .execute();
  return rows.map(({ id }) => id);
}

/** Devices that are not of their session, or not at their address. */
export async function strayDevices(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('push_device')
    .leftJoin('session', 'session.id', 'push_device.session_id')
    .select(['push_device.session_id', 'push_device.user_id', 'push_device.endpoint', 'push_device.endpoint_hash'])
    .select('session.user_id as owner')
    .execute();
  return rows
    .filter(({ user_id, owner, endpoint, endpoint_hash }) => owner !== user_id || endpointHash(endpoint) !== endpoint_hash)
    .map(({ session_id }) => session_id);
}

/** Pushes that no job sends, or that were gathered in one that is not there or is sent with another. */
export async function strandedPushes(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('push')
    .leftJoin('job', (join) => join.onRef('job.subject', '=', 'push.id').on('job.kind', '=', 'push'))
    .leftJoin('push as whole', 'whole.id', 'push.gathered_in')
    .leftJoin('push_device', 'push_device.session_id', 'push.session_id')
    .select('push.id')
    .distinct()
    .where(({ and, eb, or, ref }) =>
      or([
        eb('push_device.session_id', 'is', null),
        and([eb('push.sent_at', 'is', null), eb('push.gathered_in', 'is', null), eb('job.id', 'is', null)]),
        and([
          eb('push.gathered_in', 'is not', null),
          or([eb('whole.id', 'is', null), eb('whole.session_id', '!=', ref('push.session_id'))]),
        ]),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Boards of which somebody has seen, or was told, what has not happened yet; or somebody who is no member. */
export async function boardsSeenAhead(db: Db): Promise<string[]> {
  const seen = await db
    .selectFrom('member_news')
    .leftJoin('board_member', (join) =>
      join.onRef('board_member.board_id', '=', 'member_news.board_id').onRef('board_member.user_id', '=', 'member_news.user_id'),
    )
    .leftJoin('board', 'board.id', 'member_news.board_id')
    .select('member_news.board_id as id')
    .distinct()
    .where(({ eb, or, ref }) =>
      or([eb('board_member.user_id', 'is', null), eb('board.id', 'is', null), eb('member_news.seen_revision', '>', ref('board.revision'))]),
    )
    .execute();
  const told = await db
    .selectFrom('told_board')
    .leftJoin('board', 'board.id', 'told_board.board_id')
    .select('told_board.board_id as id')
    .distinct()
    .where(({ eb, or, ref }) => or([eb('board.id', 'is', null), eb('told_board.revision', '>', ref('board.revision'))]))
    .execute();
  return [...new Set([...seen, ...told].map(({ id }) => id))];
}

/** Nudges from or to somebody who is no member of the board. */
export async function strayNudges(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('nudge')
    .leftJoin('board_member as sender', (join) =>
      join.onRef('sender.board_id', '=', 'nudge.board_id').onRef('sender.user_id', '=', 'nudge.from_user'),
    )
    .leftJoin('board_member as receiver', (join) =>
      join.onRef('receiver.board_id', '=', 'nudge.board_id').onRef('receiver.user_id', '=', 'nudge.to_user'),
    )
    .select('nudge.id')
    .where(({ eb, or }) => or([eb('sender.user_id', 'is', null), eb('receiver.user_id', 'is', null)]))
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Losses noted from or for somebody who is no member of the board, for oneself, or that are none, those that wait for longer than a day, and those whose id
 * an activity has.
 */
export async function strayOwedLosses(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('owed_loss')
    .leftJoin('board_member as sender', (join) =>
      join.onRef('sender.board_id', '=', 'owed_loss.board_id').onRef('sender.user_id', '=', 'owed_loss.from_user'),
    )
    .leftJoin('board_member as receiver', (join) =>
      join.onRef('receiver.board_id', '=', 'owed_loss.board_id').onRef('receiver.user_id', '=', 'owed_loss.to_user'),
    )
    .leftJoin('activity', 'activity.id', 'owed_loss.id')
    .select('owed_loss.id')
    .where(({ eb, or, ref }) =>
      or([
        eb('sender.user_id', 'is', null),
        eb('receiver.user_id', 'is', null),
        eb('activity.id', 'is not', null),
        eb('owed_loss.from_user', '=', ref('owed_loss.to_user')),
        eb('owed_loss.points', '>=', 0),
        eb('owed_loss.lapses_at', '>', eb(ref('owed_loss.made_at'), '+', owedLossLimits.lasts)),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Rows about notifications, nudges and recaps with a value that the program never writes. */
export async function impossibleNews(db: Db): Promise<{ table: string; id: string }[]> {
  const switches = [0, 1];
  const topics = Object.keys(kindsOfTopic) as PushTopic[];
  const people = db.selectFrom('user').select('user.id');
  const newest = await findNewestTime(db);
  const [devices, choices, news, looks, told, pushes, nudges, mails, boards, achievements] = await Promise.all([
    db
      .selectFrom('push_device')
      .selectAll()
      .execute()
      .then((rows) => rows.filter(isImpossibleDevice).map(({ session_id }) => ({ id: session_id }))),
    db
      .selectFrom('notification_choice')
      .select('user_id as id')
      .where(({ eb, or }) => or([eb('user_id', 'not in', people), ...notificationKinds.map((kind) => eb(kind, 'not in', switches))]))
      .execute(),
    db
      .selectFrom('member_news')
      .select('board_id as id')
      .where(({ eb, or }) => or([eb('muted', 'not in', switches), eb('seen_revision', '<', 0)]))
      .execute(),
    db
      .selectFrom('board_look')
      .leftJoin('board_member', (join) =>
        join.onRef('board_member.board_id', '=', 'board_look.board_id').onRef('board_member.user_id', '=', 'board_look.user_id'),
      )
      .leftJoin('session', (join) =>
        join.onRef('session.id', '=', 'board_look.session_id').onRef('session.user_id', '=', 'board_look.user_id'),
      )
      .select('board_look.board_id as id')
      .where(({ eb, or }) =>
        or([
          ...[eb('board_member.user_id', 'is', null), eb('session.id', 'is', null)],
          // A clock that was ahead, as others show, may have written it.
          ...[eb('board_look.looks_until', '<', 0), eb('board_look.looks_until', '>', latestTime(newest, looksFor))],
        ]),
      )
      .execute(),
    db
      .selectFrom('told_board')
      .select('board_id as id')
      .where(({ eb, or }) =>
        or([
          eb('session_id', 'not in', db.selectFrom('push_device').select('session_id')),
          ...[eb('revision', '<', 0), eb('told_at', '<', 0), eb('times', '<', 0)],
        ]),
      )
      .execute(),
    db
      .selectFrom('push')
      .leftJoin('board', 'board.id', 'push.about')
      .select('push.id')
      .where(({ eb, or, ref }) =>
        or([
          eb('push.topic', 'not in', topics),
          ...[eb('push.created_at', '<', 0), eb('push.sent_at', '<', 0), eb('push.from_revision', '<', 0)],
          eb('push.from_revision', '>', ref('board.revision')),
        ]),
      )
      .execute(),
    db
      .selectFrom('nudge')
      .select(['id', 'day', 'sentence', 'nudged_at'])
      .execute()
      .then((rows) => rows.filter(isImpossibleNudge).map(({ id }) => ({ id }))),
    db
      .selectFrom('recap_mail')
      .select('user_id as id')
      .where(({ eb, or }) => or([eb('user_id', 'not in', people), eb('token', '=', ''), eb('created_at', '<', 0)]))
      .execute(),
    db.selectFrom('board').select('id').where('heard', 'not in', switches).execute(),
    // Once the board is gone, the revision alone stays.
    db
      .selectFrom('achievement')
      .leftJoin('board', 'board.id', 'achievement.earned_on')
      .select('achievement.user_id as id')
      .distinct()
      .where(({ and, eb, or, ref }) =>
        or([
          eb('achievement.earned_revision', '<', 1),
          eb('achievement.earned_revision', '>', ref('board.revision')),
          and([eb('achievement.activity_id', 'is not', null), eb('achievement.earned_revision', 'is not', null)]),
          and([
            eb('achievement.earned_on', 'is not', null),
            or([eb('board.id', 'is', null), eb('achievement.earned_revision', 'is', null)]),
          ]),
        ]),
      )
      .execute(),
  ]);
  const tables = { push_device: devices, notification_choice: choices, member_news: news, board_look: looks, told_board: told };
  return Object.entries({ ...tables, push: pushes, nudge: nudges, recap_mail: mails, board: boards, achievement: achievements }).flatMap(
    ([table, rows]) => rows.map(({ id }) => ({ table, id })),
  );
}

function isImpossibleNudge({ day, sentence, nudged_at: at }: Pick<Selectable<Tables['nudge']>, 'day' | 'sentence' | 'nudged_at'>): boolean {
  if (!isDay(day) || sentence < 0 || sentence >= sentenceCount) return true;
  // In some zone it was that day.
  const start = Date.parse(day);
  return at < start - furthestAhead || at >= start + dayLength + furthestBehind;
}

const dayLength = 24 * 60 * 60 * 1000;
/** How far the clocks of a zone are from UTC, at most. */
const [furthestAhead, furthestBehind] = [(14 / 24) * dayLength, dayLength / 2];

/** By the latest clock that anything was written by: it may have been ahead. In milliseconds since 1970. */
async function findNewestTime(db: Db): Promise<number> {
  const times = await Promise.all([
    db
      .selectFrom('board')
      .select(({ fn }) => fn.max<number | null>('updated_at').as('at'))
      .executeTakeFirst(),
    db
      .selectFrom('session')
      .select(({ fn }) => fn.max<number | null>('last_active_at').as('at'))
      .executeTakeFirst(),
    db
      .selectFrom('push_device')
      .select(({ fn }) => fn.max<number | null>('subscribed_at').as('at'))
      .executeTakeFirst(),
    db
      .selectFrom('board_member')
      .select(({ fn }) => fn.max<number | null>('joined_at').as('at'))
      .executeTakeFirst(),
  ]);
  return Math.max(Date.now(), ...times.map((one) => one?.at ?? 0));
}

function isImpossibleDevice({ details, time_zone: timeZone, quiet_from: from, quiet_to: to, ...device }: Device): boolean {
  const isHour = (hour: number) => hour >= 0 && hour < 24;
  const bytes = (text: string) => Buffer.from(text, 'base64url').length;
  const isKeyed = bytes(device.p256dh) === 65 && isPoint(device.p256dh) && bytes(device.auth) === 16;
  const isSound = (details === 0 || details === 1) && isHour(from) && isHour(to) && device.subscribed_at >= 0;
  return !isSound || !isKeyed || timeZoneNamed(timeZone) === undefined;
}
