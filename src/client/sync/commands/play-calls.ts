/**
 * What people play for is sent when they press, and kept nowhere: it needs a network. Each call names whose session it may use: in a tab that does not
 * know yet that somebody else has signed in since, it is answered 401, and nothing happens.
 */
import type { BodyOf } from '#shared/api';
import type { AgreementId, BoardId, ContestId, SeasonId, UserId } from '#shared/ids';
import { api } from '#client/api/api.ts';

interface OnBoard {
  boardId: BoardId;
}

export interface OnContest extends OnBoard {
  contestId: ContestId;
}

export type Move = { answer: boolean } | { vote: boolean } | 'toss';

export const propose = (as: UserId, params: OnBoard, body: BodyOf<'POST /api/boards/:boardId/agreements'>) =>
  api('POST /api/boards/:boardId/agreements', { params, body, as });

export const withdrawProposal = (as: UserId, params: OnBoard & { agreementId: AgreementId }) =>
  api('DELETE /api/boards/:boardId/agreements/:agreementId', { params, as });

/** Says that the stake of a season is settled. */
export const payStake = (as: UserId, params: OnBoard & { seasonId: SeasonId }) =>
  api('PUT /api/boards/:boardId/seasons/:seasonId/paid', { params, as });

export const contestActivity = (as: UserId, params: OnBoard, body: BodyOf<'POST /api/boards/:boardId/contests'>) =>
  api('POST /api/boards/:boardId/contests', { params, body, as });

/** Answers, votes or tosses the coin. */
export function moveOn(as: UserId, params: OnContest, move: Move) {
  if (move === 'toss') return api('POST /api/boards/:boardId/contests/:contestId/coin', { params, as });
  if ('answer' in move) return api('PUT /api/boards/:boardId/contests/:contestId/answer', { params, body: { keeps: move.answer }, as });
  return api('PUT /api/boards/:boardId/contests/:contestId/vote', { params, body: { isVoid: move.vote }, as });
}

/** Ends contesting on a board, for all. */
export const switchContestsOff = (as: UserId, params: OnBoard) => api('DELETE /api/boards/:boardId/contests', { params, as });
