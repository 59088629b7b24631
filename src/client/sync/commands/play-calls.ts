/**
 * What people play for is sent when they press, and kept nowhere: it needs a network. Each call names whose session it may use: in a tab that does not
 * know yet that somebody else has signed in since, it is answered 401, and nothing happens.
 */
import type { BodyOf } from '#shared/api';
import type { AgreementId, BoardId, ContestId, SeasonId, UserId } from '#shared/ids';
import { api } from '#client/api/api.ts';

export interface OnContest {
  boardId: BoardId;
  contestId: ContestId;
}

export type Move = { answer: boolean } | { vote: boolean } | 'toss';

export const propose = (as: UserId, boardId: BoardId, body: BodyOf<'POST /api/boards/:boardId/agreements'>) =>
  api('POST /api/boards/:boardId/agreements', { params: { boardId }, body, as });

export const withdrawProposal = (as: UserId, boardId: BoardId, agreementId: AgreementId) =>
  api('DELETE /api/boards/:boardId/agreements/:agreementId', { params: { boardId, agreementId }, as });

/** Says that the stake of a season is settled. */
export const payStake = (as: UserId, boardId: BoardId, seasonId: SeasonId) =>
  api('PUT /api/boards/:boardId/seasons/:seasonId/paid', { params: { boardId, seasonId }, as });

export const contestActivity = (as: UserId, boardId: BoardId, body: BodyOf<'POST /api/boards/:boardId/contests'>) =>
  api('POST /api/boards/:boardId/contests', { params: { boardId }, body, as });

/** Answers, votes or tosses the coin. */
export function moveOn(as: UserId, params: OnContest, move: Move) {
  if (move === 'toss') return api('POST /api/boards/:boardId/contests/:contestId/coin', { params, as });
  if ('answer' in move) return api('PUT /api/boards/:boardId/contests/:contestId/answer', { params, body: { keeps: move.answer }, as });
  return api('PUT /api/boards/:boardId/contests/:contestId/vote', { params, body: { isVoid: move.vote }, as });
}

/** Ends contesting on a board, for all. */
export const switchContestsOff = (as: UserId, boardId: BoardId) => api('DELETE /api/boards/:boardId/contests', { params: { boardId }, as });
