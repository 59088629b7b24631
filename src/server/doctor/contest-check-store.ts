import { sql } from 'kysely';
import { contestLasts } from '#shared/contest-rules';
import type { Db } from '../database/database.ts';

/**
 * Contests that contradict their activity, their members or themselves, and those that nothing would settle. In which order the times of different people
 * are says nothing: copies have their own clocks.
 */
export async function strayContests(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('contest')
    .innerJoin('board', 'board.id', 'contest.board_id')
    .leftJoin('activity', 'activity.id', 'contest.activity_id')
    .select('contest.id')
    .where(({ or, and, not, eb, exists, selectFrom, ref }) => {
      const member = selectFrom('board_member').select('board_member.user_id').whereRef('board_member.board_id', '=', 'contest.board_id');
      const votes = selectFrom('contest_vote').select('contest_vote.user_id').whereRef('contest_vote.contest_id', '=', 'contest.id');
      const job = selectFrom('job').select('job.id').where('job.kind', '=', 'settle_due').whereRef('job.subject', '=', 'contest.board_id');
      const isOpen = eb('contest.outcome', 'is', null);
      const isUndone = eb('activity.undone_at', 'is not', null);
      const end = sql<number>`coalesce(${ref('contest.kept_at')}, ${ref('contest.opened_at')}) + ${sql.lit(contestLasts)}`;
      return or([
        eb('board.play_revision', '=', 0),
        eb('activity.id', 'is', null),
        eb('activity.board_id', '!=', ref('contest.board_id')),
        eb('activity.user_id', '!=', ref('contest.answered_by')),
        eb('contest.contested_by', '=', ref('contest.answered_by')),
        eb('contest.contested_by', '=', ref('activity.noted_by')),
        eb('contest.opened_at', '>=', eb('activity.logged_at', '+', contestLasts)),
        // By halves.
        and([isOpen, or([eb('contest.settled_at', 'is not', null), eb('contest.how', 'is not', null)])]),
        and([not(isOpen), or([eb('contest.settled_at', 'is', null), eb('contest.how', 'is', null)])]),
        // What it came to.
        and([isOpen, isUndone]),
        and([eb('contest.outcome', 'in', ['withdrawn', 'void']), not(isUndone)]),
        and([eb('contest.outcome', '=', 'void'), eb('contest.kept_at', 'is', null)]),
        // Who takes part.
        and([
          isOpen,
          or([
            eb('board.contests_on', '=', 0),
            not(exists(job)),
            eb('contest.contested_by', 'not in', member),
            eb('contest.answered_by', 'not in', member),
            exists(votes.where('contest_vote.user_id', 'not in', member)),
          ]),
        ]),
        exists(votes.where(({ or: any, eb: is }) => any([is('contest.kept_at', 'is', null), is('contest_vote.voted_at', '>', end)]))),
        exists(votes.whereRef('contest_vote.user_id', '=', 'contest.contested_by')),
        exists(votes.whereRef('contest_vote.user_id', '=', 'contest.answered_by')),
      ]);
    })
    .execute();
  return rows.map(({ id }) => id);
}
