import { boardLimits } from '#shared/board-limits';
import type { BoardCard, BoardChange, Member, OpenedBoard } from '#shared/boards';
import { revised } from '#client/activities/activity-changes.ts';
import { newestPageOf } from '#client/activities/activity-lists.ts';

/**
 * How a change stands to what is cached at `revision`: already in it, applicable, or behind a gap. A change from
 * before `revision` to after it is applicable: its parts are absolute values and whole lists, and activities have ids.
 */
export function standing(revision: number, change: Pick<BoardChange, 'after' | 'revision'>): 'past' | 'next' | 'gap' {
  if (revision >= change.revision) return 'past';
  return change.after <= revision ? 'next' : 'gap';
}

/** The board after the change; the very same object when the change is past or behind a gap. */
export function openedAfter(opened: OpenedBoard, change: BoardChange): OpenedBoard {
  if (standing(opened.board.revision, change) !== 'next') return opened;
  const { revision, totalPoints } = change;
  return {
    ...opened,
    board: { ...opened.board, ...change.board, revision, totalPoints },
    members: withScores(change.members ?? opened.members, change.scores),
    actions: change.actions ?? opened.actions,
    activities: newestAfter(opened.activities, change),
  };
}

/** The board's card after the change; the very same object when the change is past or behind a gap. */
export function cardAfter(card: BoardCard, change: BoardChange): BoardCard {
  if (standing(card.revision, change) !== 'next') return card;
  return {
    ...card,
    ...change.board,
    revision: change.revision,
    totalPoints: change.totalPoints,
    memberCount: change.members?.length ?? card.memberCount,
    actionCount: change.actions?.length ?? card.actionCount,
    members: change.members
      ? membersOnCard(withScores(change.members, change.scores))
      : card.members && withScores(card.members, change.scores),
  };
}

function membersOnCard(members: readonly Member[]): BoardCard['members'] {
  if (members.length > boardLimits.membersOnCard) return undefined;
  return members.map(({ userId, username, score }) => ({ userId, username, score }));
}

// The opened board only needs its newest activities; the list of its own holds the rest.
const newestKept = 100;

function newestAfter(page: OpenedBoard['activities'], change: BoardChange): OpenedBoard['activities'] {
  if (!change.complete) return newestPageOf(change);
  const told = revised(page.activities, change);
  const present = new Set(told.map(({ id }) => id));
  const added = change.activities.filter(({ id }) => !present.has(id));
  if (added.length === 0) return told === page.activities ? page : { ...page, activities: told };
  const activities = [...added, ...told].toSorted((a, b) => b.revision - a.revision);
  if (activities.length <= newestKept) return { activities, next: page.next };
  const kept = activities.slice(0, newestKept);
  return { activities: kept, next: kept.at(-1)?.revision ?? null };
}

function withScores<M extends Pick<Member, 'userId' | 'score'>>(members: M[], scores: BoardChange['scores']): M[] {
  if (!scores?.length) return members;
  const byUser = new Map(scores.map(({ userId, score }) => [userId, score]));
  return members.map((member) => {
    const score = byUser.get(member.userId);
    return score === undefined || score === member.score ? member : { ...member, score };
  });
}
