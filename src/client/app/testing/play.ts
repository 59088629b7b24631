/** What a board plays for in component tests; a test names only what matters to it. */
import { act } from '@testing-library/react';
import { vi } from 'vitest';
import type { Account } from '#shared/accounts';
import { onClock } from '#shared/agreed-days';
import type { OpenedBoard } from '#shared/boards';
import { dayIn, daysAfter } from '#shared/calendar';
import type { Agreement, Contest, PastSeason, Play, Season } from '#shared/play';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { activityOf, breakfast, léa, max } from './samples.ts';
import { type Opened, openScreen } from './screen.tsx';
import { lost, type Replies } from './server.ts';

const zone = 'Europe/Paris';
export const day = 24 * 60 * 60 * 1000;
export const stake = 'Un massage de vingt minutes';

/** As it is read, whatever spaces are in it. */
export const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/\s/g, ' ');
export const said = (sentence: string) => (heard: string) => plain(heard) === sentence;

export const playing = (other: Partial<Play>): Play => ({ agreements: [], seasons: [], past: [], ...other });
export const personOf = ({ id: userId, username, avatar }: Account) => ({ userId, username, avatar });

export function standingOf(person: Account, points: number, actions = 1) {
  return { ...personOf(person), points, actions, joinedLate: false, left: false };
}

/** A season in its middle, in which Max is ahead of Léa. */
export function seasonOf(other: Partial<Season> = {}): Season {
  const today = dayIn(zone, Date.now());
  const days = { startsOn: daysAfter(today, -3), lastDay: daysAfter(today, 3), ...other };
  return {
    ...{ id: 'season', number: 3, kind: 'season', stake, ties: 'void', goal: null },
    ...{ ...onClock(days, zone), standings: [standingOf(léa, 10), standingOf(max, 35)] },
    ...other,
  };
}

/** A season that Max has won and is owed for, over since yesterday. */
export function pastOf(other: Partial<PastSeason> = {}): PastSeason {
  const today = dayIn(zone, Date.now());
  const { standings: _, ...season } = seasonOf({ startsOn: daysAfter(today, -9), lastDay: daysAfter(today, -3) });
  const places = [
    { ...standingOf(max, 35), rank: 1 },
    { ...standingOf(léa, 10), rank: 2 },
  ];
  const fate = { closedAt: Date.now() - day, isReached: null, isOwed: true, winners: [max.id], paidAt: null, changedSince: false };
  return { ...season, places, ...fate, ...other };
}

/** A proposal of a season, to which nobody else has agreed. */
export function agreementOf(by: Account, other: Partial<Agreement> = {}): Agreement {
  const terms = { kind: 'season', length: 'week', stake, ties: 'shared' } as const;
  const proposedAt = Date.now();
  return {
    ...{ id: 'agreement-of-sixteen', terms, proposedBy: personOf(by), proposedAt, lapsesAt: proposedAt + 7 * day, agreed: [by.id] },
    ...other,
  };
}

/** Somebody contests the breakfast of another one, who has not answered. */
export function contestOf(by: Account, of: Account, other: Partial<Contest> = {}): Contest {
  const openedAt = Date.now();
  return {
    ...{ id: 'contest-of-sixteen', activityId: activityOf(breakfast, of).id, emoji: '🙄', by: personOf(by), answeredBy: of.id },
    ...{ openedAt, keptAt: null, endsAt: openedAt + day, votes: { void: 0, keep: 0 }, outcome: null, how: null, settledAt: null },
    ...other,
  };
}

/** A board at a tab, open before Léa once all its code has come; no answer comes to what she logs or agrees to. */
export async function openPlaying(
  opened: OpenedBoard,
  { tab = 'scores', me = léa, replies = {} }: { tab?: 'actions' | 'scores' | 'notifications'; me?: Account; replies?: Replies } = {},
): Promise<Opened & { opened: OpenedBoard }> {
  const shown = await openScreen(`/board/board?tab=${tab}`, {
    me,
    replies: {
      'GET /api/boards/:boardId': opened,
      'GET /api/boards/:boardId/activities': opened.activities,
      'GET /api/boards/:boardId/gestures': { gestures: [], next: null },
      'GET /api/boards/:boardId/contests/:contestId/vote': { isVoid: null },
      'PUT /api/boards/:boardId/agreements/:agreementId/answer': lost,
      'POST /api/boards/:boardId/activities': lost,
      ...replies,
    },
  });
  // As the app does for whoever is signed in.
  outbox.belongTo(me.id);
  await act(() => vi.dynamicImportSettled());
  return { ...shown, opened };
}
