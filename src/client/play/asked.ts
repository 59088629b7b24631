/** What a person is asked on a board (decision D61). Whoever is not asked has an empty list. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Account } from '#shared/accounts';
import type { ActionProposal } from '#shared/action-proposals';
import { canAnswerProposals, isAdministrator } from '#shared/board-policy';
import type { OwedLoss } from '#shared/owed-losses';
import type { Agreement, Contest } from '#shared/play';
import type { BoardRequest } from '#shared/requests';
import { proposalsQuery } from '#client/actions/proposal-commands.ts';
import { useServerTime } from '#client/api/server-time.ts';
import { owedLossesQuery } from '#client/membership/owed-queries.ts';
import { requestsQuery } from '#client/membership/request-queries.ts';
import type { ShownBoard } from '#client/sync/commands/projection.ts';
import { useOutbox } from '#client/sync/outbox/outbox.ts';
import { greeted, proposalsMoved } from '#client/sync/replica/signals.ts';
import { votesQuery } from './contest-commands.ts';
import { askedOf } from './contest-facts.ts';
import { lapsesOf, openAgreements } from './play-facts.ts';

/** A question; `id` tells it from the others, and a contest that is kept from the one before. */
export type Asked = { id: string } & (
  | { kind: 'agreement'; agreement: Agreement }
  | { kind: 'contest'; contest: Contest }
  | { kind: 'loss'; loss: OwedLoss }
  | { kind: 'action'; proposal: ActionProposal }
  | { kind: 'request'; request: BoardRequest }
);

/** The questions of a board for this person, those that others play by first. */
export function useAsked({ board, members, play }: ShownBoard, me: Account): Asked[] {
  const isAdmin = isAdministrator(me, board);
  const answered = new Set<string>(useOutbox('pending').map(({ id }) => id));
  const { data: requests } = useQuery({ ...requestsQuery, enabled: isAdmin });
  const { data: owed = [] } = useQuery({ ...owedLossesQuery, enabled: members.length > 1 });
  const proposals = useProposals(board.id, canAnswerProposals(me, board) && members.length > 1);
  const now = useServerTime([...lapsesOf(play), ...owed.map(({ lapsesAt }) => lapsesAt)]);
  const contests = useOpenContests({ boardId: board.id, members, play, myId: me.id, now });
  return [
    ...openAgreements(play, { now }).flatMap((agreement): Asked[] =>
      agreement.agreed.includes(me.id) ? [] : [{ kind: 'agreement', id: agreement.id, agreement }],
    ),
    ...contests,
    ...owed.flatMap((loss): Asked[] =>
      loss.boardId !== board.id || loss.lapsesAt <= now || answered.has(loss.id) ? [] : [{ kind: 'loss', id: loss.id, loss }],
    ),
    ...(isAdmin ? (requests?.received ?? []) : []).flatMap((request): Asked[] =>
      request.boardId !== board.id || request.status !== 'pending' || request.type === 'invitation'
        ? []
        : [{ kind: 'request', id: request.id, request }],
    ),
    ...proposals.map((proposal): Asked => ({ kind: 'action', id: proposal.id, proposal })),
  ];
}

/** Those that the person is asked to answer, to vote on or to toss for. */
function useOpenContests({
  boardId,
  members,
  play,
  myId,
  now,
}: Pick<ShownBoard, 'members' | 'play'> & { boardId: ShownBoard['board']['id']; myId: Account['id']; now: number }): Asked[] {
  const asked = (play?.contests?.list ?? []).flatMap((contest) => {
    const how = askedOf(contest, members, myId, now);
    return how ? [{ contest, how }] : [];
  });
  const votedOn = asked.flatMap(({ contest, how }) => (how === 'vote' ? [contest.id] : []));
  const { data: votes } = useQuery(votesQuery(boardId, votedOn));
  return asked.flatMap(({ contest, how }): Asked[] =>
    // How they voted before is not known yet, or they did.
    how === 'vote' && votes?.[contest.id]?.isVoid !== null ? [] : [{ kind: 'contest', id: `${contest.id} ${how}`, contest }],
  );
}

/** The actions that members propose to the administrator. */
function useProposals(boardId: ShownBoard['board']['id'], enabled: boolean): readonly ActionProposal[] {
  const { data, refetch } = useQuery({ ...proposalsQuery(boardId), enabled });
  useEffect(() => {
    if (!enabled) return;
    const stops = [
      proposalsMoved.listen((moved) => {
        if (moved.boardId === boardId) void refetch();
      }),
      // Nothing else tells of proposals that were missed without a stream.
      greeted.listen(() => void refetch()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [boardId, enabled, refetch]);
  return enabled ? (data ?? []) : [];
}
