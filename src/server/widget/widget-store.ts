/** What a widget shows of boards beside their cards, in one statement for all of them. */
import { contestLasts } from '#shared/contest-rules';
import { latestTime } from '#shared/clock-rules';
import type { BoardId, UserId } from '#shared/ids';
import { isOwed } from '../activities/owed-loss-store.ts';
import type { Db } from '../database/database.ts';

interface Asked {
  userId: UserId;
  boardIds: readonly BoardId[];
  /** In milliseconds since 1970. */
  now: number;
}

/** The newest activity of each board that counts, and how much of what is no proposal to play waits there for an answer of the person. */
export async function listDoings(db: Db, { userId, boardIds, now }: Asked) {
  if (boardIds.length === 0) return [];
  return await db
    .selectFrom('board')
    .leftJoin('activity as newest', (join) =>
      join.on('newest.id', '=', ({ selectFrom }) =>
        selectFrom('activity')
          // Those of deleted accounts count no more, and wait to be erased.
          .innerJoin('user', 'user.id', 'activity.user_id')
          .whereRef('activity.board_id', '=', 'board.id')
          .where('activity.undone_revision', 'is', null)
          .orderBy('activity.board_revision', 'desc')
          .limit(1)
          .select('activity.id'),
      ),
    )
    .leftJoin('user as author', 'author.id', 'newest.user_id')
    .select(['board.id as board_id', 'newest.id', 'newest.title_sealed', 'newest.points', 'newest.logged_at', 'author.username'])
    .select(({ selectFrom }) => [
      selectFrom('board_request')
        .whereRef('board_request.board_id', '=', 'board.id')
        .where('board_request.to_user', '=', userId)
        .where('board_request.status', '=', 'pending')
        .where('board_request.type', '!=', 'invitation')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('requests'),
      selectFrom('owed_loss')
        .whereRef('owed_loss.board_id', '=', 'board.id')
        .where('owed_loss.to_user', '=', userId)
        .where((eb) => isOwed(eb, now))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('losses'),
      selectFrom('action_proposal')
        .whereRef('action_proposal.board_id', '=', 'board.id')
        .where('board.created_by', '=', userId)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('proposals'),
      selectFrom('contest')
        .whereRef('contest.board_id', '=', 'board.id')
        .where('contest.outcome', 'is', null)
        .where(({ and, eb, exists, fn, lit, not, or, selectFrom: from }) => {
          const since = fn.coalesce('contest.kept_at', 'contest.opened_at');
          const isParty = or([eb('contest.answered_by', '=', userId), eb('contest.contested_by', '=', userId)]);
          const hasVoted = exists(
            from('contest_vote')
              .select(lit(1).as('one'))
              .whereRef('contest_vote.contest_id', '=', 'contest.id')
              .where('contest_vote.user_id', '=', userId),
          );
          const members = from('board_member')
            .whereRef('board_member.board_id', '=', 'contest.board_id')
            .select(({ fn: count }) => count.countAll<number>().as('count'));
          const isKept = eb('contest.kept_at', 'is not', null);
          return and([
            eb(since, '>', now - contestLasts),
            eb(since, '<=', latestTime(now)),
            or([
              and([not(isKept), eb('contest.answered_by', '=', userId)]),
              // Two of them toss a coin, and either may ask for it; more of them vote.
              and([isKept, isParty, eb(members, '=', 2)]),
              and([isKept, not(isParty), not(hasVoted)]),
            ]),
          ]);
        })
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('contests'),
    ])
    .where('board.id', 'in', boardIds)
    .execute();
}
