/** The codes of stickers: an address that shows what a press does, to members of its board alone, and does it when it is pressed. */
import { randomInt } from 'node:crypto';
import { codeLimits } from '#shared/code-limits';
import type { CodeDoes, MadeCode, NewCode, OpenedCode } from '#shared/codes';
import type { ActionId, BoardId, CodeId, UserId } from '#shared/ids';
import { findAction } from '../actions/action-store.ts';
import { decryptActionTitle } from '../actions/action-views.ts';
import { boardToChangeFor } from '../boards/board-for.ts';
import { decryptTitle } from '../boards/board-header.ts';
import type { Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import { readable } from '../encryption/readable.ts';
import { refuse } from '../errors/refusal.ts';
import { newId } from '../ids/ids.ts';
import { tokenHash } from '../ids/tokens.ts';
import { isMember } from '../membership/member-store.ts';
import { limitGuesses } from '../membership/single-links.ts';
import {
  type CodeRow,
  countCodes,
  deleteCode,
  findCodeFor,
  findLoggedAt,
  findOwnCode,
  insertCode,
  listCodes,
  markUsed,
  updateCode,
} from './code-store.ts';

/** Without signs that look like others: some people type what is on a sticker. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
/** As many carry 99 bits. */
const length = 20;

function newCode(): string {
  return Array.from({ length }, () => signs[randomInt(signs.length)]).join('');
}

/** The codes of a person, the newest first. */
export async function readCodes({ database, boardKeys }: Pick<Deps, 'database' | 'boardKeys'>, userId: UserId): Promise<MadeCode[]> {
  // In one snapshot: a board may be deleted, and its key with it, meanwhile.
  return await database.snapshot(async (db) => {
    const rows = await listCodes(db, userId);
    const secrets = await boardKeys.ofAll(db, [...new Set(rows.map(({ board_id }) => board_id))]);
    return readable(rows, (row) => {
      const boardSecrets = secrets.get(row.board_id);
      return boardSecrets ? [viewOf(row, boardSecrets)] : [];
    }).flat();
  });
}

/** Throws `board_not_found`, `action_not_found_in_board`, `member_not_found`, `too_many_codes`. */
export async function makeCode(deps: Deps, userId: UserId, wanted: NewCode): Promise<MadeCode> {
  return await deps.database.unitOfWork(async ({ db }) => {
    const { secrets, columns } = await targetOf(deps, db, userId, wanted);
    await deps.database.lockPeople(db, [userId]);
    if ((await countCodes(db, userId)) >= codeLimits.perPerson) throw refuse('too_many_codes');
    const [id, code] = [newId<CodeId>(), newCode()];
    await insertCode(db, {
      ...{ id, made_by: userId, code_hash: tokenHash(code), made_at: Date.now() },
      ...{ ...columns, ...sealedTexts(id, { code, name: wanted.name }, secrets) },
    });
    return await readOwn(db, { userId, codeId: id }, secrets);
  });
}

/** Points a code elsewhere: its address stays. Throws as {@link makeCode} does, and `code_not_found`. */
export async function changeCode(deps: Deps, { userId, codeId }: { userId: UserId; codeId: CodeId }, wanted: NewCode): Promise<MadeCode> {
  return await deps.database.unitOfWork(async ({ db }) => {
    const before = await findOwnCode(db, { userId, codeId });
    if (!before) throw refuse('code_not_found');
    const { secrets, columns } = await targetOf(deps, db, userId, wanted);
    const code = decryptCode(before, await deps.boardKeys.of(db, before.board_id));
    await updateCode(db, codeId, { ...columns, ...sealedTexts(codeId, { code, name: wanted.name }, secrets) });
    return await readOwn(db, { userId, codeId }, secrets);
  });
}

/** Ends a code. Repeating it changes nothing. */
export async function endCode({ database }: Pick<Deps, 'database'>, of: { userId: UserId; codeId: CodeId }): Promise<void> {
  await database.unitOfWork(({ db }) => deleteCode(db, of));
}

/**
 * What a press would do, for a member of the board; opening changes nothing. A code that is unknown, over, of another board or that does nothing
 * is the same to all. `now` in milliseconds since 1970.
 */
export async function openCode(deps: Deps, userId: UserId, code: string, now = Date.now()): Promise<OpenedCode> {
  const { database, boardKeys } = deps;
  const look = () =>
    database.snapshot(async (db): Promise<OpenedCode> => {
      const row = await findCodeFor(db, { userId, hash: tokenHash(code) });
      if (!row) throw refuse('code_not_found');
      const secrets = await boardKeys.of(db, row.board_id);
      const does = doesOf(row, secrets);
      if (!does) throw refuse('code_not_found');
      const again = { userId, boardId: row.board_id, since: now - codeLimits.againWithin, until: now };
      const loggedAt = does.kind === 'log' ? await findLoggedAt(db, { ...again, actionId: does.id }) : null;
      return { board: boardOf(row, secrets), does, loggedAt };
    });
  return await limitGuesses(deps, userId, 'code_not_found', look);
}

/** Notes that somebody has pressed a code, in the unit of work of what it did. Whatever code does something else is left as it is. */
export async function useCode(
  db: Db,
  { code, boardId, day }: { code: string; boardId: BoardId; day: string },
  does: { action_id: ActionId } | { to_user: UserId },
): Promise<void> {
  await markUsed(db, { hash: tokenHash(code), boardId, day }, does);
}

/** What a code is to stand for, on a board that is locked: whoever leaves it meanwhile takes the code along. */
async function targetOf(deps: Deps, db: Db, userId: UserId, { boardId, actionId, userId: toUser }: NewCode) {
  await boardToChangeFor(deps, db, { userId, boardId });
  const action = actionId === undefined ? undefined : await findAction(db, { boardId, actionId });
  if (actionId !== undefined && action?.retired_at !== null) throw refuse('action_not_found_in_board');
  if (toUser !== undefined && !(await isMember(db, { boardId, userId: toUser }))) throw refuse('member_not_found');
  const columns = { board_id: boardId, action_id: actionId ?? null, to_user: toUser ?? null };
  return { secrets: await deps.boardKeys.of(db, boardId), columns };
}

function sealedTexts(id: CodeId, { code, name }: { code: string; name: string }, secrets: BoardSecrets) {
  return { code_sealed: secrets.seal(code, 'code', 'code', id), name_sealed: secrets.seal(name, 'code', 'name', id) };
}

export function decryptCode({ id, code_sealed }: Pick<CodeRow, 'id' | 'code_sealed'>, secrets: BoardSecrets): string {
  return secrets.decrypt(code_sealed, 'code', 'code', id);
}

export function decryptCodeName({ id, name_sealed }: Pick<CodeRow, 'id' | 'name_sealed'>, secrets: BoardSecrets): string {
  return secrets.decrypt(name_sealed, 'code', 'name', id);
}

async function readOwn(db: Db, of: { userId: UserId; codeId: CodeId }, secrets: BoardSecrets): Promise<MadeCode> {
  const row = await findOwnCode(db, of);
  if (!row) throw refuse('code_not_found');
  return viewOf(row, secrets);
}

function viewOf(row: CodeRow, secrets: BoardSecrets): MadeCode {
  return {
    id: row.id,
    code: decryptCode(row, secrets),
    name: decryptCodeName(row, secrets),
    board: boardOf(row, secrets),
    does: doesOf(row, secrets) ?? null,
    madeAt: row.made_at,
    usedOn: row.used_on,
  };
}

function boardOf({ board_id: id, board_title_sealed, icon, theme }: CodeRow, secrets: BoardSecrets): MadeCode['board'] {
  return { id, title: decryptTitle({ id, title_sealed: board_title_sealed }, secrets), icon, theme };
}

/** Undefined while what it stands for is not there. */
function doesOf(row: CodeRow, secrets: BoardSecrets): CodeDoes | undefined {
  const { action_id: id, action_title_sealed, points, emoji, to_user: userId, username, avatar } = row;
  if (id !== null && action_title_sealed !== null && points !== null)
    return { kind: 'log', id, title: decryptActionTitle(id, action_title_sealed, secrets), points, emoji };
  if (userId !== null && username !== null && avatar !== null) return { kind: 'nudge', userId, username, avatar };
  return undefined;
}
