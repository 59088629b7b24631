/** What pushes tell of what a board plays for. */
import { isOver } from '#shared/clock-rules';
import type { AgreementId, BoardId, SeasonId, UserId } from '#shared/ids';
import type { PushTopic } from '#shared/notices';
import { agreementLasts } from '#shared/season-rules';
import type { Db } from '../database/database.ts';
import { findAgreement, listYes } from '../play/agreement-store.ts';
import { findClosed, findSeason, type SeasonRow } from '../play/season-store.ts';

const playTopics = ['agreement', 'all_agreed', 'season_closed'] as const satisfies PushTopic[];
type PlayTopic = (typeof playTopics)[number];

export function isOfPlay(topic: PushTopic): topic is PlayTopic {
  return playTopics.some((one) => one === topic);
}

export type PlayNews =
  | { topic: 'agreement' | 'all_agreed'; boardId: BoardId; agreement: NonNullable<Awaited<ReturnType<typeof findAgreement>>> }
  | { topic: 'season_closed'; boardId: BoardId; season: SeasonRow; to: UserId };

interface Hearing {
  userId: UserId;
  topic: PlayTopic;
  about: string;
}

/** Undefined once a proposal was answered by the person or is settled, and once what began is over. */
export async function findPlayNews(db: Db, { userId: to, topic, about }: Hearing): Promise<PlayNews | undefined> {
  if (topic === 'season_closed') {
    const season = await findClosed(db, about as SeasonId);
    return season && { topic, boardId: season.board_id, season, to };
  }
  const agreement = await findAgreement(db, about as AgreementId);
  if (!agreement) return undefined;
  const { id, board_id: boardId, outcome, lapses_at } = agreement;
  const isTrue =
    topic === 'agreement'
      ? outcome === null && !isOver(lapses_at, Date.now(), agreementLasts) && !(await listYes(db, id)).includes(to)
      : // A season has the id of its agreement.
        outcome === 'agreed' && ((await findSeason(db, { boardId, seasonId: about as SeasonId }))?.closed_at ?? null) === null;
  return isTrue ? { topic, boardId, agreement } : undefined;
}
