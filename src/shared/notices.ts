import type { AchievementId } from './achievement-rules.ts';
import type { BoardChange } from './boards.ts';
import type { AppEvent, EventOf, EventType } from './events.ts';
import type { ActivityId, BoardId, UserId } from './ids.ts';

interface OfActivity {
  boardId: BoardId;
  activityId: ActivityId;
  title: string;
  /** Who did it. */
  by: { userId: UserId; username: string; userAvatar: string };
}

/** What a person hears of what somebody else did, or of what came of it. */
export type Notice =
  | ({ kind: 'activity_logged'; points: number } & OfActivity)
  /** Of a reaction to the person's own activity. */
  | ({ kind: 'reaction_added'; emoji: string } & OfActivity)
  | { kind: 'board_handed_over'; boardId: BoardId; boardTitle: string }
  | { kind: 'proposal_made'; boardId: BoardId; title: string; username: string }
  | { kind: 'proposal_answered'; boardId: BoardId; title: string; points: number; accepted: boolean }
  | { kind: 'achievement_unlocked'; achievements: AchievementId[] };

export type NoticeOf<Kind extends Notice['kind']> = Extract<Notice, { kind: Kind }>;

export interface Addressed {
  to: UserId;
  notice: Notice;
}

type Rules = { [Type in EventType]?: (event: EventOf<Type>) => readonly Addressed[] };

const rules: Rules = {
  administrator_changed: ({ boardId, to, change: { board } }) =>
    board ? [{ to, notice: { kind: 'board_handed_over', boardId, boardTitle: board.title } }] : [],
  // Somebody who administers the board proposes nothing to themselves, and may answer what they proposed before it was theirs.
  proposal_made: ({ boardId, userId, administratorId: to, proposed }) =>
    to === userId ? [] : [{ to, notice: { kind: 'proposal_made', boardId, ...proposed } }],
  proposal_answered: ({ boardId, proposedBy: to, administratorId, answered }) =>
    to === administratorId ? [] : [{ to, notice: { kind: 'proposal_answered', boardId, ...answered } }],
  achievement_unlocked: ({ userId: to, achievements }) => [{ to, notice: { kind: 'achievement_unlocked', achievements } }],
};

/** Who hears what of an event. What every member of a board hears is in the change of the board: see {@link noticesIn}. */
export function noticesOf(event: AppEvent): readonly Addressed[] {
  return told(event);
}

function told<Type extends EventType>(event: EventOf<Type>): readonly Addressed[] {
  const rule: Rules[Type] = rules[event.type];
  return rule?.(event) ?? [];
}

/** What a member of a board hears of a change of it, the oldest first: what others logged, unless it was undone, and their reactions to the member's own activities. */
export function noticesIn(
  { boardId, activities, changed = [] }: BoardChange,
  memberId: UserId,
): (Dated & NoticeOf<'activity_logged' | 'reaction_added'>)[] {
  const logged = activities.toReversed().flatMap(({ id: activityId, revision, title, points, userId, username, userAvatar, undone }) => {
    if (userId === null || userId === memberId || undone) return [];
    return { kind: 'activity_logged' as const, boardId, activityId, revision, title, points, by: { userId, username, userAvatar } };
  });
  const reactions = changed.flatMap(({ id: activityId, userId: authorId, title, added = [] }) => {
    if (authorId !== memberId) return [];
    return added.flatMap(({ emoji, revision, ...by }) =>
      by.userId === memberId ? [] : { kind: 'reaction_added' as const, boardId, activityId, revision, title, emoji, by },
    );
  });
  return [...logged, ...reactions];
}

/** At which revision of the board it happened. */
interface Dated {
  revision: number;
}
