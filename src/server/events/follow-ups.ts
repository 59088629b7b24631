import type { AppEvent, EventOf, EventType } from '#shared/events';
import type { UserId } from '#shared/ids';
import { boardsWithNews, pushesOf } from '#shared/notices';
import { unlock, unlockByBoards, unlockByCompany, unlockByLogs, unlockByReactions, takeBackByUndo } from '../achievements/unlocking.ts';
import { dropProposalsOf } from '../actions/proposed-actions.ts';
import { addJob } from '../jobs/add-job.ts';
import { queueDemoAnswer } from '../demos/answers.ts';
import { deleteJobsAbout } from '../jobs/job-store.ts';
import type { Database, Work } from '../database/database.ts';
import { playWithMember, playWithoutMember } from '../play/follow-ups.ts';
import { queueWebhooks } from '../webhooks/queueing.ts';
import { deleteDeliveriesAbout } from '../webhooks/webhook-store.ts';
import { hearIfSubscribed, queuePushes, queueTelling } from '../push/queueing.ts';
import { countRequests, countRequestsOfCounterparts, dropInvitationsOf, passRequestsOn } from '../membership/request-follow-ups.ts';

type Locks = Pick<Database, 'lockPeople'>;
type FollowUp<Type extends EventType> = (work: Work, event: EventOf<Type>, locks: Locks) => Promise<void>;

/** What follows from an event in its transaction, in this order. Boards are locked before the event; people may be locked here. */
const followUps: { [Type in EventType]: readonly FollowUp<Type>[] } = {
  activities_logged: [unlockByLogs],
  activity_undone: [takeBackByUndo],
  loss_owed: [],
  loss_answered: [],
  reaction_added: [unlockByReactions],
  reaction_removed: [],
  note_written: [],
  play_changed: [],
  play_moved: [],
  agreement_made: [],
  all_agreed: [],
  season_closed: [],
  contest_made: [],
  contest_kept: [],
  contest_settled: [],
  board_made: [
    (work, { userId }) => unlockByBoards(work, { userId }, 'board-made'),
    (work, { userId, invited }) => countRequests(work, invited.length > 0 ? [...invited.map(({ to }) => to), userId] : []),
    (work, { boardId, userId }) => hearIfSubscribed(work, { boardId, userId }),
  ],
  board_changed: [],
  board_deleted: [(work, { boardId }) => deleteJobsAbout(work.db, boardId, 'settle_due')],
  member_joined: [
    (work, { userId, change }) => unlockByBoards(work, { userId, where: change }),
    (work, { members, change }) => unlockByCompany(work, change, members),
    (work, { host, change }) => unlock(work, { userId: host, where: change }, 'guest'),
    hearIfSubscribed,
    playWithMember,
  ],
  member_left: [dropProposalsOf, dropInvitationsOf, playWithoutMember],
  administrator_changed: [
    passRequestsOn,
    (work, { from, isGift, change }) => unlock(work, { userId: from, where: change }, ...(isGift ? (['crown-passed'] as const) : [])),
  ],
  request_made: [countOf],
  request_answered: [countOf],
  request_withdrawn: [countOf],
  requests_dropped: [countOf],
  inviter_blocked: [(work, { userId }) => countRequests(work, [userId])],
  inviter_unblocked: [(work, { userId }) => countRequests(work, [userId])],
  requests_counted: [],
  proposal_made: [],
  proposal_answered: [],
  proposals_dropped: [],
  favourites_changed: [],
  boards_read: [],
  achievement_unlocked: [],
  profile_changed: [(work, { userId }) => countRequestsOfCounterparts(work, userId)],
  preferences_changed: [],
  guest_warned: [],
  game_kept: [],
  sums_changed: [],
  account_deleted: [
    (work, { userId }) => deleteJobsAbout(work.db, userId, 'password_reset_mail'),
    (work, { userId }) => deleteJobsAbout(work.db, userId, 'recap_mail'),
    (work, { userId }) => deleteDeliveriesAbout(work.db, userId),
  ],
  reset_requested: [(work, { userId }) => addJob(work, 'password_reset_mail', userId)],
  nudged: [],
  recap_ready: [],
  gestures_revealed: [],
  film_ready: [],
  job_added: [],
  session_ended: [],
};

/** `demo`: whether the server has demos, whose second player answers. */
export function createFollowUp(locks: Locks, { demo = false } = {}): (work: Work, event: AppEvent) => Promise<void> {
  return async (work, event) => {
    await followUp(work, event, locks);
    // Elsewhere no log asks for it.
    if (demo && event.type === 'activities_logged') await queueDemoAnswer(work, event);
  };
}

async function followUp<Type extends EventType>(work: Work, event: EventOf<Type>, locks: Locks): Promise<void> {
  const all: readonly FollowUp<Type>[] = followUps[event.type];
  for (const follow of all) await follow(work, event, locks);
  await queueTelling(work, boardsWithNews(event));
  await queuePushes(work, pushesOf(event));
  await queueWebhooks(work, event);
}

function countOf(work: Work, { people }: { people: readonly UserId[] }): Promise<void> {
  return countRequests(work, people);
}
