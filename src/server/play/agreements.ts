import { isDeepStrictEqual } from 'node:util';
import type { AgreementId, BoardId, UserId, UserOnBoard } from '#shared/ids';
import type { BoardChange } from '#shared/boards';
import type { Terms } from '#shared/play';
import { excludeEachOther } from '#shared/games';
import { isPlayMode } from '#shared/season-rules';
import { boardToChangeFor } from '../boards/board-for.ts';
import { type BoardRow, findBoard } from '../boards/board-store.ts';
import { isPause } from '../boards/pause-store.ts';
import { noChangeOf, saveChange } from '../boards/save-change.ts';
import type { Db, Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import { agreementKinds, keptTerms, lapseOf, termsOf } from './agreement-kinds.ts';
import { findAgreement, insertAgreement, insertYes, listOpenAgreements, listYes, settleAgreement } from './agreement-store.ts';
import { decryptStake, readPlay, sealedStake } from './play-views.ts';
import { isSeason, listPlayers } from './season-store.ts';
import { planSettling, settleAgreed, settleDue, tellPlay } from './settling.ts';

type Needed = Pick<Deps, 'database' | 'boardKeys' | 'limits'>;

/**
 * Proposes to all members what to play for (decision D39). Who proposes agrees. The same once more, by the same person, proposes nothing; an id
 * that is known with other content is refused.
 * `now` in milliseconds since 1970.
 */
export async function propose(
  deps: Needed,
  { userId, boardId }: UserOnBoard,
  { id, terms }: { id: AgreementId; terms: Terms },
  now = Date.now(),
): Promise<BoardChange> {
  return await changePlay(deps, { userId, boardId }, now, async ({ work, db, board }) => {
    const earlier = await findAgreement(db, id);
    if (earlier) {
      if (earlier.board_id !== boardId || earlier.proposed_by !== userId) throw refuse('agreement_id_taken');
      const stake = decryptStake(earlier, await deps.boardKeys.of(db, boardId));
      if (!isDeepStrictEqual(termsOf(earlier, stake), terms)) throw refuse('agreement_id_taken');
      return false;
    }
    // A season or a pause has this id, whose agreement is forgotten by now.
    if ((await isSeason(db, id)) || (await isPause(db, id))) throw refuse('agreement_id_taken');
    const players = await listPlayers(db, boardId);
    const isAlone = players.length < 2;
    if (isAlone && !isPlayMode(terms.kind)) throw refuse('needs_company');
    if ((await listOpenAgreements(db, boardId)).some(({ kind }) => excludeEachOther(kind, terms.kind))) throw refuse('agreement_open');
    const kept = { ...keptTerms(terms), time_zone: board.time_zone };
    const problem = await agreementKinds[terms.kind].whyNot(db, board, kept, now);
    if (problem !== null) throw refuse(problem);
    const secrets = await deps.boardKeys.of(db, boardId);
    const isNew = await insertAgreement(db, {
      id,
      board_id: boardId,
      kind: terms.kind,
      ...kept,
      stake_sealed: sealedStake(id, 'stake' in terms ? terms.stake : undefined, secrets),
      proposed_by: userId,
      proposed_at: now,
      lapses_at: lapseOf(kept, now),
    });
    if (!isNew) throw refuse('agreement_id_taken');
    await insertYes(db, { agreement_id: id, user_id: userId, said_at: now });
    const username = players.find(({ user_id }) => user_id === userId)?.username ?? '';
    const to = players.flatMap(({ user_id }) => (user_id === userId ? [] : [user_id]));
    work.record({ type: 'agreement_made', boardId, agreementId: id, kind: terms.kind, username, to, revision: board.revision });
    // Nobody else is asked how a board of one's own is played.
    if (isAlone) await settleAgreed(work, board, now, userId);
    return true;
  });
}

interface OnAgreement extends UserOnBoard {
  agreementId: AgreementId;
}

/** Agrees, or declines for all. With the last yes the season begins at the next midnight of the clock in which it was proposed. */
export async function answer(deps: Needed, { agreementId, ...where }: OnAgreement, yes: boolean, now = Date.now()): Promise<BoardChange> {
  return await changePlay(deps, where, now, async ({ work, db, board }) => {
    const agreement = await agreementOn(db, where.boardId, agreementId);
    if (agreement.outcome !== null) {
      // An answer that was sent once more, its reply was lost.
      const isRepeated = yes && (await listYes(db, agreementId)).includes(where.userId);
      if (isRepeated) return false;
      throw refuse('agreement_over');
    }
    if (yes) {
      const isNew = await insertYes(db, { agreement_id: agreementId, user_id: where.userId, said_at: now });
      return (await settleAgreed(work, board, now, where.userId)) || isNew;
    }
    await settleAgreement(db, agreementId, { outcome: 'declined', at: now });
    return true;
  });
}

/** Takes a proposal of one's own back, as long as not everybody has agreed. */
export async function withdraw(deps: Needed, { agreementId, ...where }: OnAgreement, now = Date.now()): Promise<BoardChange> {
  return await changePlay(deps, where, now, async ({ db }) => {
    const { proposed_by, outcome } = await agreementOn(db, where.boardId, agreementId);
    if (proposed_by !== where.userId) throw refuse('not_the_proposer');
    if (outcome === 'withdrawn') return false;
    if (outcome !== null) throw refuse('agreement_over');
    await settleAgreement(db, agreementId, { outcome: 'withdrawn', at: now });
    return true;
  });
}

async function agreementOn(db: Db, boardId: BoardId, id: AgreementId) {
  const agreement = await findAgreement(db, id);
  if (agreement?.board_id !== boardId) throw refuse('agreement_not_found');
  return agreement;
}

/** In a unit of work that has settled what is due: `change` says whether it changed anything. */
export async function changePlay(
  deps: Needed,
  { userId, boardId }: { userId: UserId; boardId: BoardId },
  now: number,
  change: (within: { work: Work; db: Db; board: BoardRow }) => Promise<boolean>,
): Promise<BoardChange> {
  const { database, limits } = deps;
  if (!(await limits.requests.spend(userId))) throw refuse('too_many_requests');
  return await database.unitOfWork(async (work) => {
    const { db } = work;
    const board = await boardToChangeFor(deps, db, { userId, boardId });
    const isSettled = await settleDue(work, boardId, now);
    const isChanged = await change({ work, db, board });
    if (!isSettled && !isChanged) return noChangeOf(board);
    const played = await findBoard(db, boardId);
    // Members and settings are others, too: whoever is behind this revision reads them.
    if (played && played.play_mode !== board.play_mode) {
      await tellPlay(work, boardId);
      return noChangeOf({ ...played, revision: played.revision + 1 });
    }
    const saved = await saveChange(deps, db, boardId, 'play', async (secrets) => {
      const after = await findBoard(db, boardId);
      const play = after && (await readPlay(db, after, secrets, now));
      return play ? { play } : {};
    });
    work.record({ type: 'play_changed', change: saved });
    await planSettling(work, boardId);
    return saved;
  });
}
