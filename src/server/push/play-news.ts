/** What pushes tell of what a board plays for. */
import { isOver } from '#shared/clock-rules';
import { isOpenAt, votersOf } from '#shared/contest-rules';
import type { AgreementId, BoardId, ContestId, SeasonId, UserId } from '#shared/ids';
import type { PushTopic } from '#shared/notices';
import { agreementLasts } from '#shared/season-rules';
import type { Db } from '../database/database.ts';
import { findAgreement, listYes } from '../play/agreement-store.ts';
import { findContest, findVote } from '../play/contest-store.ts';
import { findClosed, findSeason, listPlayers, type SeasonRow } from '../play/season-store.ts';

const playTopics = ['agreement', 'all_agreed', 'season_closed', 'contest', 'contest_vote', 'contest_over'] as const satisfies PushTopic[];
type PlayTopic = (typeof playTopics)[number];

export function isOfPlay(topic: PushTopic): topic is PlayTopic {
  return playTopics.some((one) => one === topic);
}

export type PlayNews =
  | { topic: 'agreement' | 'all_agreed'; boardId: BoardId; agreement: AgreementRow; isForTwo: boolean }
  | { topic: 'season_closed'; boardId: BoardId; season: SeasonRow; to: UserId }
  | { topic: ContestTopic; boardId: BoardId; contest: ContestRow; isForTwo: boolean };

type AgreementRow = NonNullable<Awaited<ReturnType<typeof findAgreement>>>;
type ContestTopic = 'contest' | 'contest_vote' | 'contest_over';
type ContestRow = NonNullable<Awaited<ReturnType<typeof findContest>>>;

interface Hearing {
  userId: UserId;
  topic: PlayTopic;
  about: string;
}

/** Undefined once the person has answered a proposal or a contest, once it is settled, and once what began is over. */
export async function findPlayNews(db: Db, { userId: to, topic, about }: Hearing): Promise<PlayNews | undefined> {
  if (topic === 'season_closed') {
    const season = await findClosed(db, about as SeasonId);
    return season && { topic, boardId: season.board_id, season, to };
  }
  if (topic === 'contest' || topic === 'contest_vote' || topic === 'contest_over') return await findContestNews(db, { to, topic, about });
  const agreement = await findAgreement(db, about as AgreementId);
  if (!agreement) return undefined;
  const { id, board_id: boardId, outcome, lapses_at } = agreement;
  const isTrue =
    topic === 'agreement'
      ? outcome === null && !isOver(lapses_at, Date.now(), agreementLasts) && !(await listYes(db, id)).includes(to)
      : // A season has the id of its agreement.
        outcome === 'agreed' && ((await findSeason(db, { boardId, seasonId: about as SeasonId }))?.closed_at ?? null) === null;
  return isTrue ? { topic, boardId, agreement, isForTwo: (await listPlayers(db, boardId)).length === 2 } : undefined;
}

/** A contest that waits for the answer of the person, or for their vote or the coin, or that is over. */
async function findContestNews(
  db: Db,
  { to, topic, about }: { to: UserId; topic: ContestTopic; about: string },
  now = Date.now(),
): Promise<PlayNews | undefined> {
  const contest = await findContest(db, about as ContestId);
  if (!contest) return undefined;
  const { id, board_id: boardId, outcome, contested_by: contestedBy, answered_by: answeredBy, opened_at, kept_at } = contest;
  const members = (await listPlayers(db, boardId)).map(({ user_id }) => user_id);
  const isForTwo = members.length === 2;
  const news = { topic, boardId, contest, isForTwo };
  if (topic === 'contest_over') return outcome === null ? undefined : news;
  if (outcome !== null || !isOpenAt({ openedAt: opened_at, keptAt: kept_at }, now)) return undefined;
  if (topic === 'contest') return kept_at === null && answeredBy === to ? news : undefined;
  if (kept_at === null) return undefined;
  const asked = isForTwo ? [contestedBy] : votersOf({ contestedBy, answeredBy }, members);
  return asked.includes(to) && (await findVote(db, { id, userId: to })) === undefined ? news : undefined;
}
