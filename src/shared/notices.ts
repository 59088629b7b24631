import type { AchievementId } from './achievement-rules.ts';
import type { Activity } from './activities.ts';
import type { ToldMember } from './boards.ts';
import type { ContestResult } from './contest-rules.ts';
import { doerOf } from './doer.ts';
import type { AppEvent, EventOf, EventType } from './events.ts';
import type { ActivityId, AgreementId, BoardId, ContestId, RequestId, SeasonId, UserId } from './ids.ts';
import type { NotificationKind } from './notifications.ts';
import type { AgreementKind, SeasonKind } from './season-rules.ts';

interface OnBoard {
  boardId: BoardId;
  /** The person who did it. */
  by: { userId: UserId; username: string; userAvatar: string };
}

interface OfActivity extends OnBoard {
  activityId: ActivityId;
  title: string;
}

interface NoticeData {
  /** `notedBy`: the name of who noted it for `by`; `forYou` where that is the person who is told. */
  activity_logged: OfActivity & { points: number; notedBy?: string; forYou?: true };
  /** Somebody reacted to the person's own activity. */
  reaction_added: OfActivity & { emoji: string };
  board_handed_over: { boardId: BoardId; boardTitle: string };
  proposal_made: { boardId: BoardId; title: string; username: string };
  proposal_answered: { boardId: BoardId; title: string; points: number; accepted: boolean };
  achievement_unlocked: { achievements: AchievementId[] };
  nudged: { boardId: BoardId; username: string; sentence: string };
  agreement_made: { boardId: BoardId; agreementId: AgreementId; of: AgreementKind; username: string };
  all_agreed: { boardId: BoardId; of: AgreementKind; isForTwo?: true };
  /** `number`: for versions of the app that named a season by it. */
  season_closed: { boardId: BoardId; of: SeasonKind; number: number };
  contest_made: { boardId: BoardId; username: string };
  contest_kept: { boardId: BoardId; username: string };
  contest_settled: { boardId: BoardId; result: ContestResult };
  /** 'Pas moi': what was avowed is told like any log. */
  loss_denied: { boardId: BoardId; username: string; title: string | null };
  /** `members`: how many the board has now. */
  member_joined: { boardId: BoardId; joined: readonly ToldMember[]; members: number };
}

export type NoticeKind = keyof NoticeData;

export type NoticeOf<Kind extends NoticeKind> = { kind: Kind } & NoticeData[Kind];

/** News for one person about what somebody else did or what followed from it. */
export type Notice = { [Kind in NoticeKind]: NoticeOf<Kind> }[NoticeKind];

/** Kinds that say who did something on which board. The bubble shows them; a toast or a medal shows the rest. */
export type NewsKind = { [Kind in NoticeKind]: NoticeData[Kind] extends OnBoard ? Kind : never }[NoticeKind];
export type News = { [Kind in NewsKind]: NoticeOf<Kind> }[NewsKind];

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
  nudged: ({ to, boardId, username, sentence }) => [{ to, notice: { kind: 'nudged', boardId, username, sentence } }],
  agreement_made: ({ to, boardId, agreementId, kind: of, username }) =>
    toEach(to, { kind: 'agreement_made', boardId, agreementId, of, username }),
  all_agreed: ({ to, boardId, kind: of, isForTwo }) => toEach(to, { kind: 'all_agreed', boardId, of, ...(isForTwo && { isForTwo }) }),
  season_closed: ({ to, boardId, kind: of, number }) => toEach(to, { kind: 'season_closed', boardId, of, number }),
  contest_made: ({ to, boardId, username }) => toEach(to, { kind: 'contest_made', boardId, username }),
  contest_kept: ({ to, boardId, username }) => toEach(to, { kind: 'contest_kept', boardId, username }),
  contest_settled: ({ to, boardId, result }) => toEach(to, { kind: 'contest_settled', boardId, result }),
  // Every screen shows a card for a loss that waits.
  loss_answered: ({ from: to, boardId, confessed, username, title }) =>
    confessed ? [] : [{ to, notice: { kind: 'loss_denied', boardId, username, title } }],
};

function toEach(people: readonly UserId[], notice: Notice): Addressed[] {
  return people.map((to) => ({ to, notice }));
}

/** The notices of an event, each with its recipient. For what every member of a board hears see `news.ts`. */
export function noticesOf(event: AppEvent): readonly Addressed[] {
  return told(event);
}

function told<Type extends EventType>(event: EventOf<Type>): readonly Addressed[] {
  const rule: Rules[Type] = rules[event.type];
  return rule?.(event) ?? [];
}

/**
 * The members who have joined a board, by whatever way, for a member who was there before them (decision D65). `isNews` says whether this
 * member has not been told yet. A member who has played since then has seen them.
 */
export function arrivalIn(
  { boardId, members, activities }: { boardId: BoardId; members: readonly ToldMember[]; activities: readonly Activity[] },
  memberId: UserId,
  isNews: (member: ToldMember) => boolean,
): NoticeOf<'member_joined'> | null {
  const self = members.find(({ userId }) => userId === memberId);
  const playedAt = Math.max(...activities.flatMap((one) => (doerOf(one) === memberId ? [one.loggedAt] : [])));
  const joined = members.filter(
    (member) => self && member !== self && member.joinedAt > Math.max(self.joinedAt, playedAt) && isNews(member),
  );
  return joined.length === 0 ? null : { kind: 'member_joined', boardId, joined, members: members.length };
}

/** What the app's icon counts, requests that wait and boards with news: in the app, where the dot and the number of Demandes say the same, and by a push while it is closed. */
export function badgeOf({ requests, boards }: { requests: number; boards: number }): number {
  return requests + boards;
}

/** What a push may be about: `news`, what others logged on a board, which achievements they earned there, and reactions to what the person logged there, gathered. */
export interface PushTopics {
  news: BoardId;
  request: RequestId;
  answer: RequestId;
  recap: BoardId;
  film: BoardId;
  proposal: BoardId;
  proposal_answer: BoardId;
  hand_over: BoardId;
  nudge: BoardId;
  flame: BoardId;
  gesture: BoardId;
  agreement: AgreementId;
  all_agreed: AgreementId;
  season_closed: SeasonId;
  contest: ContestId;
  contest_vote: ContestId;
  contest_over: ContestId;
  owed_loss: ActivityId;
  owed_loss_answer: ActivityId;
  keep: BoardId;
}
export type PushTopic = keyof PushTopics;

/** The switches by which a person hears of each topic (decision D31). */
export const kindsOfTopic: Record<PushTopic, readonly NotificationKind[]> = {
  news: ['points', 'reactions', 'achievements'],
  request: ['requests'],
  answer: ['requests'],
  recap: ['recap'],
  film: ['recap'],
  proposal: ['requests'],
  proposal_answer: ['requests'],
  hand_over: ['requests'],
  nudge: ['nudges'],
  flame: ['nudges'],
  gesture: ['recap'],
  agreement: ['seasons'],
  all_agreed: ['seasons'],
  season_closed: ['seasons'],
  contest: ['seasons'],
  contest_vote: ['seasons'],
  contest_over: ['seasons'],
  // Both concern one person each, whether there is a season or not, as requests do.
  owed_loss: ['requests'],
  owed_loss_answer: ['requests'],
  // The account of a guest ends soon.
  keep: ['requests'],
};

/** A push to one person, or to all members of a board. `after`: whoever has seen a later revision of the board has seen it. */
export type Pushed = {
  [Topic in PushTopic]: { to: UserId | { membersOf: BoardId }; topic: Topic; about: PushTopics[Topic]; after?: number };
}[PushTopic];

type PushRules = { [Type in EventType]?: (event: EventOf<Type>) => readonly Pushed[] };

// Nobody is told of their own doing: somebody else asks or answers.
const pushRules: PushRules = {
  board_made: ({ invited }) => invited.map(({ to, requestId }) => ({ to, topic: 'request', about: requestId })),
  request_made: ({ to, requestId }) => [{ to, topic: 'request', about: requestId }],
  request_answered: ({ answered }) => (answered ? [{ to: answered.to, topic: 'answer', about: answered.requestId }] : []),
  recap_ready: ({ boardId }) => [{ to: { membersOf: boardId }, topic: 'recap', about: boardId }],
  film_ready: ({ boardId }) => [{ to: { membersOf: boardId }, topic: 'film', about: boardId }],
  proposal_made: ({ boardId, userId, administratorId: to }) => (to === userId ? [] : [{ to, topic: 'proposal', about: boardId }]),
  proposal_answered: ({ boardId, proposedBy: to, administratorId }) =>
    to === administratorId ? [] : [{ to, topic: 'proposal_answer', about: boardId }],
  administrator_changed: ({ boardId, to }) => [{ to, topic: 'hand_over', about: boardId }],
  nudged: ({ to, boardId }) => [{ to, topic: 'nudge', about: boardId }],
  agreement_made: ({ to, agreementId: about, revision: after }) => to.map((one) => ({ to: one, topic: 'agreement', about, after })),
  all_agreed: ({ to, agreementId: about, revision: after }) => to.map((one) => ({ to: one, topic: 'all_agreed', about, after })),
  season_closed: ({ to, seasonId: about, revision: after }) => to.map((one) => ({ to: one, topic: 'season_closed', about, after })),
  contest_made: ({ to, contestId: about, revision: after }) => to.map((one) => ({ to: one, topic: 'contest', about, after })),
  contest_kept: ({ to, contestId: about, revision: after }) => to.map((one) => ({ to: one, topic: 'contest_vote', about, after })),
  contest_settled: ({ to, contestId: about, revision: after }) => to.map((one) => ({ to: one, topic: 'contest_over', about, after })),
  guest_warned: ({ userId: to, boardId }) => [{ to, topic: 'keep', about: boardId }],
  loss_owed: ({ to, activityId: about }) => [{ to, topic: 'owed_loss', about }],
  loss_answered: ({ from: to, activityId: about, revision: after }) => [{ to, topic: 'owed_loss_answer', about, after }],
};

/** The pushes that an event causes without waiting for other news, wherever their recipients are. */
export function pushesOf<Type extends EventType>(event: EventOf<Type>): readonly Pushed[] {
  const rule: PushRules[Type] = pushRules[event.type];
  return rule?.(event) ?? [];
}

type HeardRules = { [Type in EventType]?: (event: EventOf<Type>) => readonly BoardId[] };

const heardRules: HeardRules = {
  activities_logged: ({ logged }) => logged.flatMap(({ boardId, heard }) => (heard ? [boardId] : [])),
  reaction_added: ({ heard, change: { boardId } }) => (heard ? [boardId] : []),
  achievement_unlocked: ({ earnedOn }) => (earnedOn === undefined ? [] : [earnedOn]),
};

/** The boards that have news for a member who wants to hear of them by push. */
export function boardsWithNews<Type extends EventType>(event: EventOf<Type>): readonly BoardId[] {
  const rule: HeardRules[Type] = heardRules[event.type];
  return [...new Set(rule?.(event) ?? [])];
}
