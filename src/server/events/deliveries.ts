import { setImmediate as nextTurn } from 'node:timers/promises';
import { changeOfActivity } from '#shared/activity-change';
import type { AppEvent, EventOf, EventType } from '#shared/events';
import type { BoardId, UserId } from '#shared/ids';
import { noticesOf } from '#shared/notices';
import type { Deps } from '../deps.ts';

type Targets = Pick<Deps, 'boardKeys' | 'jobs' | 'liveFeed' | 'tallies'>;
type Delivery<Type extends EventType> = (targets: Targets, event: EventOf<Type>) => void;

/** What each event sends once it is durable: to open streams on all copies, and to the metrics. Notices follow from the streams. */
const deliveries: { [Type in EventType]: Delivery<Type> } = {
  activities_logged({ liveFeed, tallies }, { userId, by, logged }) {
    tallies.logs += logged.length;
    for (const one of logged) liveFeed.publish(changeOfActivity(one.activity, one));
    if (by !== userId) liveFeed.tell(userId, { type: 'account' });
  },
  activity_undone({ liveFeed }, { actorId, authorId, change, isToldWithPlay }) {
    if (isToldWithPlay) void liveFeed.publishMoved([{ id: change.boardId, revision: change.revision }]);
    else liveFeed.publish(change);
    if (authorId !== actorId) liveFeed.tell(authorId, { type: 'account' });
  },
  loss_owed: tellOwed,
  loss_answered: tellOwed,
  reaction_added: publish,
  reaction_removed: publish,
  note_written: publish,
  play_changed: publish,
  play_moved: publishMoved,
  agreement_made: nobody,
  all_agreed: nobody,
  season_closed: nobody,
  contest_made: nobody,
  contest_kept: nobody,
  contest_settled: nobody,
  board_made({ liveFeed }, { boardId, userId }) {
    liveFeed.joined({ userId, boardId });
  },
  board_changed: publish,
  board_deleted({ boardKeys, liveFeed }, { boardId }) {
    boardKeys.forget(boardId);
    liveFeed.deleted(boardId);
  },
  member_joined({ liveFeed }, { boardId, userId, change }) {
    liveFeed.publish(change);
    liveFeed.joined({ userId, boardId });
  },
  member_left({ liveFeed }, { boardId, userId, reason, change }) {
    // Their own streams first, so that nothing of the board reaches them any more.
    liveFeed.gone({ userId, boardId }, reason);
    liveFeed.publish(change);
  },
  administrator_changed({ liveFeed }, { boardId, from, to, change }) {
    liveFeed.publish(change);
    tellProposals(liveFeed, boardId, [from, to]);
  },
  request_made: nobody,
  request_answered: nobody,
  request_withdrawn: nobody,
  requests_dropped: nobody,
  inviter_blocked: nobody,
  inviter_unblocked: nobody,
  requests_counted({ liveFeed }, { userId, pendingRequests }) {
    liveFeed.tell(userId, { type: 'requests', pendingRequests });
  },
  proposal_made({ liveFeed }, { boardId, userId, administratorId }) {
    tellProposals(liveFeed, boardId, [userId, administratorId]);
  },
  proposal_answered({ liveFeed }, { boardId, proposedBy, administratorId }) {
    tellProposals(liveFeed, boardId, [administratorId, proposedBy]);
  },
  proposals_dropped({ liveFeed }, { boardId, people }) {
    tellProposals(liveFeed, boardId, people);
  },
  favourites_changed({ liveFeed }, { userId, boardId, favourites }) {
    liveFeed.tell(userId, { type: 'favourites', boardId, favourites });
  },
  boards_read({ liveFeed }, { userId, readings }) {
    liveFeed.tell(userId, { type: 'readings', readings });
  },
  achievement_unlocked: nobody,
  profile_changed({ liveFeed }, { userId, boards }) {
    void liveFeed.publishMoved(boards);
    liveFeed.tell(userId, { type: 'account' });
  },
  preferences_changed({ liveFeed }, { userId, onlineStatus }) {
    if (onlineStatus !== undefined) liveFeed.showPresence(userId, onlineStatus);
    liveFeed.tell(userId, { type: 'account' });
  },
  guest_warned: nobody,
  game_kept: tellOwner,
  sums_changed: tellOwner,
  account_deleted(targets, event) {
    tellOfDeletion(targets, event).catch((untold: unknown) => process.emitWarning(untold instanceof Error ? untold : String(untold)));
  },
  reset_requested: nobody,
  nudged: nobody,
  recap_ready: nobody,
  gestures_revealed: publishMoved,
  film_ready: nobody,
  job_added({ jobs }, { kind }) {
    jobs.look(kind);
  },
  session_ended({ liveFeed }, { sessionId, reason }) {
    liveFeed.endSession(sessionId, reason);
  },
};

export function createDelivery(targets: Targets): (event: AppEvent) => void {
  return (event) => deliver(targets, event);
}

function deliver<Type extends EventType>(targets: Targets, event: EventOf<Type>): void {
  const delivery: Delivery<Type> = deliveries[event.type];
  delivery(targets, event);
  for (const { to, notice } of noticesOf(event as AppEvent)) targets.liveFeed.tell(to, { type: 'notice', notice });
}

function nobody(): void {}

function publish(
  { liveFeed }: Targets,
  { change }: EventOf<'board_changed' | 'reaction_added' | 'reaction_removed' | 'note_written' | 'play_changed'>,
): void {
  liveFeed.publish(change);
}

/** Has the person's screens read the account again. */
function tellOwner({ liveFeed }: Targets, { userId }: EventOf<'game_kept' | 'sums_changed'>): void {
  liveFeed.tell(userId, { type: 'account' });
}

function publishMoved({ liveFeed }: Targets, { boardId, revision }: EventOf<'play_moved' | 'gestures_revealed'>): void {
  void liveFeed.publishMoved([{ id: boardId, revision }]);
}

/** Has the person's screens read again which losses wait for them. */
function tellOwed({ liveFeed }: Targets, { to }: EventOf<'loss_owed' | 'loss_answered'>): void {
  liveFeed.tell(to, { type: 'owed' });
}

/** Has these people's screens read again what is proposed on a board. */
function tellProposals(liveFeed: Targets['liveFeed'], boardId: BoardId, people: readonly UserId[]): void {
  for (const userId of new Set(people)) liveFeed.tell(userId, { type: 'proposals', boardId });
}

async function tellOfDeletion({ liveFeed }: Targets, { userId, left, boards }: EventOf<'account_deleted'>): Promise<void> {
  for (const boardId of left) {
    liveFeed.gone({ userId, boardId }, 'left');
    await nextTurn();
  }
  await liveFeed.publishMoved(boards);
}
