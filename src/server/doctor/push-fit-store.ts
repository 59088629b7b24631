import type { Db } from '../database/database.ts';
import { endpointHash } from '../push/device-store.ts';

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
