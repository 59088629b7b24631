import type { BoardId, TokenId, UserId } from '#shared/ids';
import { lastsFor, tokenLimits } from '#shared/token-rules';
import type { MadeToken, MakeToken, Token } from '#shared/tokens';
import type { Db } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { refuse } from '../../errors/refusal.ts';
import { newId } from '../../ids/ids.ts';
import { tokenHash } from '../../ids/tokens.ts';
import { countBoardsAmong, countTokens, deleteToken, insertToken, listTokenBoards, listTokens } from './token-store.ts';
import { newTokenText } from './token-text.ts';

export async function tokensOf(db: Db, userId: UserId): Promise<Token[]> {
  const boards = new Map<TokenId, BoardId[]>();
  for (const { token_id, board_id } of await listTokenBoards(db, userId)) boards.set(token_id, [...(boards.get(token_id) ?? []), board_id]);
  return (await listTokens(db, userId)).map((row) => ({
    id: row.id,
    name: row.name,
    rights: row.rights,
    boards: row.all_boards === 1 ? null : (boards.get(row.id) ?? []),
    createdAt: row.created_at,
    usedOn: row.used_on,
    expiresAt: row.expires_at,
  }));
}

/** Makes a token and shows it, which nothing does again. */
export async function makeToken({ database }: Pick<Deps, 'database'>, userId: UserId, wanted: MakeToken): Promise<MadeToken> {
  const { name, rights, lasts } = wanted;
  const boards = wanted.boards && [...new Set(wanted.boards)];
  const secret = newTokenText();
  const [id, createdAt] = [newId<TokenId>(), Date.now()];
  const life = lastsFor[lasts];
  const expiresAt = life === null ? null : createdAt + life;
  await database.unitOfWork(async ({ db }) => {
    // One at a time, so that two at once do not become one too many.
    await database.lockPeople(db, [userId]);
    if ((await countTokens(db, userId)) >= tokenLimits.mostOfPerson) throw refuse('too_many_tokens');
    if (boards && (await countBoardsAmong(db, userId, boards)) < boards.length) throw refuse('board_not_found');
    const ends = { created_at: createdAt, expires_at: expiresAt };
    const row = { id, user_id: userId, token_hash: tokenHash(secret), name, rights, all_boards: boards === null ? 1 : 0, ...ends };
    await insertToken(db, row, boards ?? []);
  });
  return { secret, token: { id, name, rights, boards, createdAt, usedOn: null, expiresAt } };
}

/** Another person's token and a missing one are the same. Each copy looks every token up in the database: none knows it from then on. */
export async function endToken({ database }: Pick<Deps, 'database'>, token: { userId: UserId; tokenId: TokenId }): Promise<void> {
  if (!(await database.unitOfWork(({ db }) => deleteToken(db, token)))) throw refuse('token_not_found');
}
