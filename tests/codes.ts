/** Codes of stickers that are just there: by the endpoint a person may have fifty. */
import { randomUUID } from 'node:crypto';
import type { CodeId } from '#shared/ids';
import { insertCode } from '#server/codes/code-store';
import { tokenHash } from '#server/ids/tokens';
import type { TestApp } from './test-app.ts';

interface Planted {
  boardId: string;
  madeBy: string;
  actionId?: string;
  toUser?: string;
}

export async function plantCode({ deps }: TestApp, { boardId, madeBy, actionId, toUser }: Planted): Promise<{ id: string; code: string }> {
  const [id, code] = [randomUUID() as CodeId, randomUUID()];
  await deps.database.unitOfWork(async ({ db }) => {
    const secrets = await deps.boardKeys.of(db, boardId);
    await insertCode(db, {
      id,
      made_by: madeBy,
      board_id: boardId,
      code_hash: tokenHash(code),
      code_sealed: secrets.seal(code, 'code', 'code', id),
      name_sealed: secrets.seal('Cuisine', 'code', 'name', id),
      action_id: actionId ?? null,
      to_user: toUser ?? null,
      made_at: Date.now(),
    });
  });
  return { id, code };
}
