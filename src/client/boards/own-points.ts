import { useQuery } from '@tanstack/react-query';
import { useMe } from '#client/session/session-queries.ts';
import { cardsWithPending } from '#client/sync/commands/projection.ts';
import { useOutbox } from '#client/sync/outbox/outbox.ts';
import { boardsQuery } from './board-queries.ts';

interface OwnPoints {
  points: number;
  boards: number;
}

/** The points of the person over all boards; null where they cannot be summed, undefined while the boards are asked for. */
export function useOwnPoints(): OwnPoints | null | undefined {
  const { id: myId } = useMe();
  const { data, isPending } = useQuery(boardsQuery);
  const pending = useOutbox('pending');
  if (isPending) return undefined;
  // A card of a large board does not tell the scores: no sum then, which would be wrong.
  // Accomplices have none.
  const boards = cardsWithPending(data ?? [], pending).filter(({ playMode }) => playMode !== 'together');
  const scores = boards.map(({ members }) => members?.find(({ userId }) => userId === myId)?.score);
  let points = 0;
  for (const score of scores) {
    if (score === undefined) return null;
    points += score ?? 0;
  }
  return scores.length > 0 ? { points, boards: scores.length } : null;
}
