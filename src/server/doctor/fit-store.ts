/** Finds dangling references and contradictions. Each query finds nothing in a sound database. */
import { mondayOf } from '#shared/calendar';
import { clockErrsBy } from '#shared/clock-rules';
import { jobKinds } from '#shared/events';
import { newestRecapWeekAnywhere } from '#shared/recap-weeks';
import { beingErased } from '../erasure/erasure-store.ts';
import type { Db } from '../database/database.ts';
import { hashedId, noId } from '../ids/ids.ts';

/** Boards without a key. */
export async function unkeyedBoards(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('board')
    .leftJoin('board_key', 'board_key.board_id', 'board.id')
    .select('board.id')
    .where('board_key.board_id', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Rows that belong to a board that is not there, by their table and id. Of those that may be erased later, see `forgottenLeftovers`. */
export async function orphansOfBoards(db: Db): Promise<{ table: string; id: string }[]> {
  const boards = db.selectFrom('board').select('board.id');
  const [keys, members, requests, links] = await Promise.all([
    db.selectFrom('board_key').select('board_id as id').where('board_id', 'not in', boards).execute(),
    db.selectFrom('board_member').select('board_id as id').where('board_id', 'not in', boards).execute(),
    db.selectFrom('board_request').select('id').where('board_id', 'not in', boards).execute(),
    db.selectFrom('single_link').select('id').where('board_id', 'not in', boards).execute(),
  ]);
  const tables = { board_key: keys, board_member: members, board_request: requests, single_link: links };
  return Object.entries(tables).flatMap(([table, rows]) => rows.map(({ id }) => ({ table, id })));
}

/** Rows that name a person who is not there. Whoever took an activity back, or noted it for somebody, may have been forgotten. */
export async function orphansOfPeople(db: Db): Promise<{ table: string; id: string }[]> {
  const people = db.selectFrom('user').select('user.id');
  const erasing = beingErased(db);
  const [boards, members, undone, noted, requests, blocks, sessions, passwords, mails] = await Promise.all([
    db.selectFrom('board').select('id').where('created_by', 'not in', people).execute(),
    db.selectFrom('board_member').select('board_id as id').where('user_id', 'not in', people).execute(),
    db
      .selectFrom('activity')
      .select('id')
      .where('undone_by', 'is not', null)
      .where('undone_by', 'not in', people)
      .where('undone_by', 'not in', erasing)
      .where('board_id', 'not in', erasing)
      .execute(),
    db
      .selectFrom('activity')
      .select('id')
      .where('noted_by', 'is not', null)
      .where('noted_by', '!=', noId)
      .where('noted_by', 'not in', people)
      .where('noted_by', 'not in', erasing)
      .where('board_id', 'not in', erasing)
      .execute(),
    db
      .selectFrom('board_request')
      .select('id')
      .where(({ or, eb }) => or([eb('from_user', 'not in', people), eb('to_user', 'not in', people), eb('joining_user', 'not in', people)]))
      .execute(),
    db
      .selectFrom('blocked_inviter')
      .select('user_id as id')
      .where(({ or, eb }) => or([eb('user_id', 'not in', people), eb('blocked_user', 'not in', people)]))
      .execute(),
    db.selectFrom('session').select('id').where('user_id', 'not in', people).execute(),
    db.selectFrom('password').select('user_id as id').where('user_id', 'not in', people).execute(),
    db
      .selectFrom('job')
      .select('id')
      .where('kind', 'in', ['password_reset_mail', 'recap_mail'])
      .where('subject', 'not in', people)
      .execute(),
  ]);
  const tables = { board: boards, board_member: members, activity: [...undone, ...noted], board_request: requests };
  const others = { blocked_inviter: blocks, session: sessions, password: passwords, job: mails };
  return Object.entries({ ...tables, ...others }).flatMap(([table, rows]) => rows.map(({ id }) => ({ table, id })));
}

/** Jobs that no worker of this version does. */
export async function unknownJobs(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('job').select('id').where('kind', 'not in', jobKinds).execute();
  return rows.map(({ id }) => id);
}

/** Recurring jobs that failed more than once in a row: their id is their kind. */
export function failingJobs(db: Db) {
  return db
    .selectFrom('job')
    .select(['kind', 'attempts', 'last_failure', 'due'])
    .whereRef('id', '=', 'kind')
    .where('attempts', '>', 1)
    .execute();
}

/** Boards one of whose parts changed at a revision that the board has not reached. */
export async function boardsAheadOfThemselves(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('board')
    .select('id')
    .where(({ or, eb, ref }) =>
      or([
        eb('revision', '<', 1),
        eb('members_revision', '>', ref('revision')),
        eb('actions_revision', '>', ref('revision')),
        eb('settings_revision', '>', ref('revision')),
        eb('activities_revision', '>', ref('revision')),
        eb('flame_revision', '>', ref('revision')),
        eb('play_revision', '>', ref('revision')),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Activities that their authors noted for themselves as if for somebody else. */
export async function impossiblyNoted(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('activity').select('id').whereRef('noted_by', '=', 'user_id').execute();
  return rows.map(({ id }) => id);
}

/** Activities logged, undone or reacted to at a revision that their board has not reached, or undone by halves, or either before they were logged. */
export async function misplacedActivities(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('activity')
    .innerJoin('board', 'board.id', 'activity.board_id')
    .select('activity.id')
    .where(({ or, and, eb, ref }) =>
      or([
        eb('activity.board_revision', '<', 1),
        eb('activity.board_revision', '>', ref('board.revision')),
        eb('activity.undone_revision', '>', ref('board.revision')),
        eb('activity.undone_revision', '<=', ref('activity.board_revision')),
        eb('activity.reactions_revision', '>', ref('board.revision')),
        eb('activity.reactions_revision', '<=', ref('activity.board_revision')),
        and([eb('activity.undone_at', 'is', null), eb('activity.undone_revision', 'is not', null)]),
        and([eb('activity.undone_at', 'is not', null), eb('activity.undone_revision', 'is', null)]),
        and([eb('activity.undone_at', 'is', null), eb('activity.undone_by', 'is not', null)]),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Activities, by id, that are not there or on another board, or do not know of a reaction to them. */
export async function misplacedReactions(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('reaction')
    .leftJoin('activity', 'activity.id', 'reaction.activity_id')
    .select('reaction.activity_id')
    .where(({ or, eb, ref }) =>
      or([
        eb('activity.id', 'is', null),
        eb('activity.board_id', '!=', ref('reaction.board_id')),
        eb('activity.reactions_revision', 'is', null),
        eb('activity.reactions_revision', '<', ref('reaction.board_revision')),
        eb('activity.board_revision', '>=', ref('reaction.board_revision')),
      ]),
    )
    .distinct()
    .execute();
  return rows.map(({ activity_id }) => activity_id);
}

/** Actions proposed on a board by somebody who is no member of it. */
export async function strayProposals(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('action_proposal')
    .innerJoin('board', 'board.id', 'action_proposal.board_id')
    .innerJoin('user', 'user.id', 'action_proposal.proposed_by')
    .leftJoin('board_member as proposing', (join) =>
      join.onRef('proposing.board_id', '=', 'board.id').onRef('proposing.user_id', '=', 'user.id'),
    )
    .select('action_proposal.id')
    .where('proposing.user_id', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** What members keep at hand: actions, by id, that are not there or on another board. Who is no member keeps none. */
export async function misplacedFavourites(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('favourite_action')
    .leftJoin('board_action', 'board_action.id', 'favourite_action.action_id')
    .leftJoin('board_member', (join) =>
      join.onRef('board_member.board_id', '=', 'favourite_action.board_id').onRef('board_member.user_id', '=', 'favourite_action.user_id'),
    )
    .select('favourite_action.action_id')
    .where(({ or, eb, ref }) =>
      or([
        eb('board_action.id', 'is', null),
        eb('board_action.board_id', '!=', ref('favourite_action.board_id')),
        eb('board_member.user_id', 'is', null),
      ]),
    )
    .distinct()
    .execute();
  return rows.map(({ action_id }) => action_id);
}

/** Revisions of a board at which more than one activity was logged. */
export async function sharedRevisions(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('activity')
    .select('board_id')
    .groupBy(['board_id', 'board_revision'])
    .having(({ eb, fn }) => eb(fn.countAll<number>(), '>', 1))
    .execute();
  return [...new Set(rows.map(({ board_id }) => board_id))];
}

/** Requests whose people, status and board do not fit together. */
export async function contradictoryRequests(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('board_request')
    .innerJoin('board', 'board.id', 'board_request.board_id')
    .leftJoin('board_member as joined', (join) =>
      join.onRef('joined.board_id', '=', 'board.id').onRef('joined.user_id', '=', 'board_request.joining_user'),
    )
    .leftJoin('board_member as sending', (join) =>
      join.onRef('sending.board_id', '=', 'board.id').onRef('sending.user_id', '=', 'board_request.from_user'),
    )
    .select('board_request.id')
    .where(({ or, and, not, eb, ref }) => {
      const isPending = eb('board_request.status', '=', 'pending');
      const isA = (type: 'invitation' | 'member_invitation' | 'request') => eb('board_request.type', '=', type);
      return or([
        and([isPending, eb('board_request.answered_at', 'is not', null)]),
        and([not(isPending), eb('board_request.answered_at', 'is', null)]),
        and([isA('invitation'), eb('board_request.joining_user', '!=', ref('board_request.to_user'))]),
        and([isA('request'), eb('board_request.joining_user', '!=', ref('board_request.from_user'))]),
        and([isPending, isA('invitation'), eb('board_request.from_user', '!=', ref('board.created_by'))]),
        and([isPending, not(isA('invitation')), eb('board_request.to_user', '!=', ref('board.created_by'))]),
        and([isPending, isA('member_invitation'), eb('sending.user_id', 'is', null)]),
        and([isPending, not(isA('member_invitation')), eb('joined.user_id', 'is not', null)]),
      ]);
    })
    .execute();
  return rows.map(({ id }) => id);
}

/** Boards that live under the id of a deleted one. */
export async function revivedBoards(db: Db): Promise<string[]> {
  const deleted = new Set((await db.selectFrom('deleted_board').select('id_hash').execute()).map(({ id_hash }) => id_hash));
  const boards = await db.selectFrom('board').select('id').execute();
  return boards.map(({ id }) => id).filter((id) => deleted.has(hashedId(id)));
}

/** Where a week is named that has no recap: no Monday, or one whose week no clock that was ahead can have taken for over. */
export async function impossibleRecapWeeks(db: Db, now: number): Promise<{ table: string; id: string; week: string }[]> {
  const newest = newestRecapWeekAnywhere(now + clockErrsBy);
  const isWrong = ({ week }: { week: string | null }) => week !== null && (!isMonday(week) || week > newest);
  const [boards, members, mails] = await Promise.all([
    db.selectFrom('board').select(['id', 'recap_week as week']).where('recap_week', 'is not', null).execute(),
    db.selectFrom('board_member').select(['board_id as id', 'recap_seen as week']).where('recap_seen', 'is not', null).execute(),
    db.selectFrom('recap_mail').select(['user_id as id', 'week']).execute(),
  ]);
  const tables = { board: boards, board_member: members, recap_mail: mails };
  return Object.entries(tables).flatMap(([table, rows]) => rows.filter(isWrong).map(({ id, week }) => ({ table, id, week: week ?? '' })));
}

function isMonday(week: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(week) && !Number.isNaN(Date.parse(week)) && mondayOf(week) === week;
}
