import type { Board } from '#shared/boards';
import type { RequestId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { newId } from '../ids/ids.ts';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import { insertRequest, type NewRequestRow } from './request-store.ts';

type Parties = Pick<NewRequestRow, 'type' | 'from_user' | 'to_user' | 'joining_user'>;

/** Writes a pending request with the board's title and icon as they are now, and returns its id. */
export async function createRequest(
  db: Db,
  { id, title, icon }: Pick<Board, 'id' | 'title' | 'icon'>,
  secrets: BoardSecrets,
  parties: Parties,
): Promise<RequestId> {
  const requestId = newId<RequestId>();
  await insertRequest(db, {
    id: requestId,
    board_id: id,
    title_sealed: secrets.seal(title, 'board_request', 'title', requestId),
    icon,
    ...parties,
  });
  return requestId;
}

/** The board's title as it was when the request was made. */
export function decryptRequestTitle(requestId: RequestId, sealed: string, secrets: BoardSecrets): string {
  return secrets.decryptAgain(sealed, 'board_request', 'title', requestId);
}
