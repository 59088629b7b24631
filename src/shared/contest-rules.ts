/** 'Mauvaise foi !': what a contest of an activity may be, and what becomes of it (decision D43). Apart from the schemas: screens need it. */

import { isOver } from './clock-rules.ts';

export const contestEmojis = ['🤨', '🤥', '🙄'] as const;
export type ContestEmoji = (typeof contestEmojis)[number];

/** How long something can be contested after it was logged, answered after that, and voted on after that. In milliseconds. */
export const contestLasts = 24 * 60 * 60 * 1000;

/** `withdrawn` by whom it is counted for, or `void`: the activity is undone. */
export const contestOutcomes = ['withdrawn', 'stands', 'void'] as const;
export type ContestOutcome = (typeof contestOutcomes)[number];

/** `called_off`: a season ended, somebody left, or nobody may contest any more. */
export const contestEnds = ['answer', 'silence', 'vote', 'coin', 'called_off'] as const;
export type ContestEnd = (typeof contestEnds)[number];

export interface ContestResult {
  outcome: ContestOutcome;
  how: ContestEnd;
}

interface Open {
  /** In milliseconds since 1970. */
  openedAt: number;
  /** When it was answered by 'Je maintiens'; null before. */
  keptAt: number | null;
}

/** Until when it is answered, or voted on. In milliseconds since 1970. */
export function endOfContest({ openedAt, keptAt }: Open): number {
  return (keptAt ?? openedAt) + contestLasts;
}

interface Parties<Id> {
  contestedBy: Id;
  answeredBy: Id;
}

/** The members who may vote: all but the two whom the contest is about. */
export function votersOf<Id>({ contestedBy, answeredBy }: Parties<Id>, members: readonly Id[]): Id[] {
  return members.filter((id) => id !== contestedBy && id !== answeredBy);
}

interface Votes {
  void: number;
  keep: number;
}

/** Whether nobody is left who may vote; not before it was answered. */
export function haveAllVoted({ keptAt }: Open, votes: Votes, voters: number): boolean {
  const count = votes.void + votes.keep;
  return keptAt !== null && count > 0 && count >= voters;
}

/** Whether there is still time to answer, or to vote. One that was opened or kept while the clock was ahead is over. */
export function isOpenAt(contest: Open, now: number): boolean {
  return !isOver(endOfContest(contest), now, contestLasts);
}

/** What has become of an open contest by now: null as long as somebody may still answer or vote. `voters`: how many may vote. */
export function resultOf(contest: Open, votes: Votes, voters: number, now: number): ContestResult | null {
  const count = votes.void + votes.keep;
  if (!haveAllVoted(contest, votes, voters) && isOpenAt(contest, now)) return null;
  if (count === 0) return { outcome: 'stands', how: 'silence' };
  // A tie is for whom the activity is counted for.
  return { outcome: votes.void > votes.keep ? 'void' : 'stands', how: 'vote' };
}

/** What a drawn coin says: `isHeads` ('face') undoes the activity. */
export function coinResult(isHeads: boolean): ContestResult {
  return { outcome: isHeads ? 'void' : 'stands', how: 'coin' };
}
