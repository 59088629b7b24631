import { setTimeout as pause } from 'node:timers/promises';
import type { BoardId } from '#shared/ids';
import type { Database, Db } from '../database/database.ts';
import { countBoardKeys, hasForeignBoardKey, listKeysToRewrap, rewrapBoardKey, type WrappedKey } from './board-key-store.ts';
import { rewrap } from './board-keys.ts';
import type { Keyring } from './keyring.ts';
import type { MasterKey } from './master-key.ts';
import { currentKeyId, makeCurrent } from './session-secret.ts';
import { noId } from '../ids/ids.ts';

/** Board keys that one transaction seals anew. */
const batch = 100;

export interface Rotation {
  /** Sealed anew by this call; those before a kill were sealed by an earlier one. */
  rewrapped: number;
  /** Boards whose key opens with no master key that is here: they were unreadable before, and are left as they are. */
  unreadable: string[];
  /** Whether nothing needs another master key than the new one any more. */
  isDone: boolean;
}

type Rotated = Pick<Database, 'read' | 'unitOfWork' | 'takeTurns' | 'classify'>;

/**
 * Seals all that a master key seals with the newest of the ring, while servers work: the secret of the session cookies first, and with
 * it the rule which key is to be used from now on; then the keys of the boards, in batches. Killed, it is simply called again.
 */
export async function rotate(
  database: Rotated,
  keyring: Keyring,
  told: (done: number, all: number) => void = () => undefined,
): Promise<Rotation> {
  const [newest] = keyring.keys();
  if (!newest) throw new Error('no master key');
  await retried(database, () =>
    database.unitOfWork(async (work) => {
      await database.takeTurns(work.db, 'master-key');
      if ((await currentKeyId(work.db)) !== newest.id) await makeCurrent(work, keyring, newest);
    }),
  );
  const all = await countBoardKeys(database.read);
  const unreadable = new Set<string>();
  let rewrapped = 0;
  // Another look at all of them: a board may have been made meanwhile by who did not know of the new key yet.
  for (let found = true; found; ) {
    found = false;
    for await (const rows of batches(database.read, newest)) {
      const start = performance.now();
      const anew = rows.flatMap((row) => sealedAnew(row, keyring, newest) ?? []);
      for (const row of rows) if (!anew.some(({ before }) => before === row)) unreadable.add(row.board_id);
      await retried(database, () =>
        database.unitOfWork(async ({ db }) => {
          for (const { before, wrapped } of anew) await rewrapBoardKey(db, before, { wrapped_key: wrapped, master_key_id: newest.id });
        }),
      );
      rewrapped += anew.length;
      found ||= anew.length > 0;
      told(rewrapped, all);
      // At most half of the time, so that people logging do not notice.
      await pause(performance.now() - start);
    }
  }
  return { rewrapped, unreadable: [...unreadable], isDone: !(await hasForeignBoardKey(database.read, [newest.id])) };
}

async function* batches(db: Db, { id: masterKeyId }: MasterKey): AsyncGenerator<WrappedKey[]> {
  let after: BoardId = noId;
  for (;;) {
    const rows = await listKeysToRewrap(db, { masterKeyId, after, limit: batch });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.board_id;
  }
}

function sealedAnew(before: WrappedKey, keyring: Keyring, newest: MasterKey): { before: WrappedKey; wrapped: string } | undefined {
  const key = keyring.find(before.master_key_id);
  try {
    return key && { before, wrapped: rewrap(before, key, newest) };
  } catch {
    // Damaged, or sealed with another key: the command names it among the unreadable ones.
    return undefined;
  }
}

/** Servers write as well: a batch whose turn did not come in time is tried again. */
async function retried<T>({ classify }: Rotated, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (failure) {
      const kind = classify(failure)?.kind;
      if ((kind !== 'busy' && kind !== 'serialisation') || tries === 20) throw failure;
    }
  }
}
