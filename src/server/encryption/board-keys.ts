import { randomBytes } from 'node:crypto';
import type { BoardId } from '#shared/ids';
import type { Database, Db } from '../database/database.ts';
import { insertBoardKey, readBoardKey, readBoardKeys, type WrappedKey } from './board-key-store.ts';
import type { Keyring } from './keyring.ts';
import type { MasterKey } from './master-key.ts';
import { readable, Unreadable } from './readable.ts';
import { decrypt, type SealedField, seal } from './sealed-text.ts';
import { currentKeyId } from './session-secret.ts';

/** Seals and decrypts the texts of one board. */
export interface BoardSecrets {
  seal(text: string, table: string, column: string, row: string): string;
  /** Throws {@link Unreadable}. */
  decrypt(sealed: string, table: string, column: string, row: string): string;
  /** The same for what is asked for again and again: what was decrypted last is at hand. */
  decryptAgain(sealed: string, table: string, column: string, row: string): string;
}

export interface NewBoardSecrets extends BoardSecrets {
  boardId: BoardId;
  wrappedBy(masterKey: MasterKey): string;
}

export interface BoardKeys {
  /** The secrets of a board. Throws {@link Unreadable} when the board has no key. */
  of(db: Db, boardId: BoardId): Promise<BoardSecrets>;
  /** The same for many boards, with one query for those not in memory; boards whose key is missing or unreadable are left out. */
  ofAll(db: Db, boardIds: readonly BoardId[]): Promise<Map<BoardId, BoardSecrets>>;
  /** Makes the key of a new board. It is kept nowhere until {@link BoardKeys.store}. */
  make(boardId: BoardId): NewBoardSecrets;
  /** Stores a new board's key, wrapped, in the transaction that makes the board. */
  store(db: Db, secrets: NewBoardSecrets): Promise<void>;
  /** The boards whose keys are in memory. */
  atHand(): BoardId[];
  /** Forgets a deleted board's key, and what it has decrypted. */
  forget(boardId: BoardId): void;
  /** Told of each text that cannot be decrypted, by its table and column. */
  onUnreadable(tell: (field: Pick<SealedField, 'table' | 'column'>) => void): void;
}

/** In milliseconds; longer than any snapshot is read from. */
const snapshotsLast = 5 * 60_000;
/** Keys held in memory at once; an unwrapped key is 32 bytes. */
const kept = 100_000;
/** Texts held in memory at once, of some 300 bytes each. */
const textsKept = 10_000;
// Each board has one key for its whole life; the wrapping changes, the key does not.
const keyId = '1';

interface Decrypted extends Omit<SealedField, 'keyId'> {
  text: string;
}

export function createBoardKeys(keyring: Keyring, { takeTurns }: Pick<Database, 'takeTurns'>): BoardKeys {
  const atHand = new Map<BoardId, BoardSecrets>();
  // A snapshot from before a deletion still contains the board's key, which must not be cached again.
  const forgotten = new Map<BoardId, number>();

  function mayBeOld(boardId: BoardId): boolean {
    const since = forgotten.get(boardId);
    return since !== undefined && performance.now() - since < snapshotsLast;
  }

  let tell: Parameters<BoardKeys['onUnreadable']>[0] = () => undefined;
  const decryptOrTell = (key: Buffer, sealed: string, field: SealedField) => {
    try {
      return decrypt(key, sealed, field);
    } catch (failure) {
      tell({ table: field.table, column: field.column });
      throw new Unreadable(`unreadable: ${field.table}.${field.column}`, { cause: failure });
    }
  };
  const texts = new Map<string, Decrypted>();
  const secretsOf = (board: BoardId, key: Buffer): BoardSecrets => {
    const secrets: BoardSecrets = {
      seal: (text, table, column, row) => seal(key, text, { table, column, row, board, keyId }),
      decrypt: (sealed, table, column, row) => decryptOrTell(key, sealed, { table, column, row, board, keyId }).toString('utf8'),
      decryptAgain(sealed, table, column, row) {
        const known = texts.get(sealed);
        // As when it is decrypted: nowhere but in its place.
        if (known?.row === row && known.column === column && known.table === table && known.board === board) return known.text;
        const text = secrets.decrypt(sealed, table, column, row);
        if (texts.size >= textsKept) texts.delete(texts.keys().next().value ?? '');
        if (!mayBeOld(board)) texts.set(sealed, { board, table, column, row, text });
        return text;
      },
    };
    return secrets;
  };

  function unwrap({ board_id, wrapped_key, master_key_id }: WrappedKey): Buffer {
    const masterKey = keyring.find(master_key_id);
    if (masterKey) return decryptOrTell(masterKey.bytes, wrapped_key, wrapping(board_id, masterKey));
    tell({ table: 'board_key', column: 'wrapped_key' });
    throw new Unreadable('a board whose master key is not here');
  }

  function keep(wrapped: WrappedKey): BoardSecrets {
    const boardId = wrapped.board_id;
    const secrets = secretsOf(boardId, unwrap(wrapped));
    if (mayBeOld(boardId)) return secrets;
    const [oldest] = atHand.keys();
    if (oldest !== undefined && atHand.size >= kept) atHand.delete(oldest);
    atHand.set(boardId, secrets);
    return secrets;
  }

  return {
    async of(db, boardId) {
      const known = atHand.get(boardId);
      if (known) return known;
      const wrapped = await readBoardKey(db, boardId);
      if (wrapped === undefined) throw new Unreadable('board without a key');
      return keep(wrapped);
    },
    async ofAll(db, boardIds) {
      const missing = boardIds.filter((boardId) => !atHand.has(boardId));
      const read = missing.length > 0 ? await readBoardKeys(db, missing) : [];
      const found = new Map<BoardId, BoardSecrets>(readable(read, (row) => [row.board_id, keep(row)]));
      for (const boardId of boardIds) {
        const secrets = atHand.get(boardId);
        if (secrets) found.set(boardId, secrets);
      }
      return found;
    },
    make(boardId) {
      const key = randomBytes(32);
      return { ...secretsOf(boardId, key), boardId, wrappedBy: (masterKey) => wrap(boardId, key, masterKey) };
    },
    async store(db, { boardId, wrappedBy }) {
      // A rolled-back transaction may have cached another key under the same board id.
      atHand.delete(boardId);
      // As the database has it, and not this program: somebody may be replacing the master key. Not until this board is there, or before.
      await takeTurns(db, 'master-key');
      const id = await currentKeyId(db);
      const masterKey = id === undefined ? undefined : keyring.find(id);
      if (!masterKey) throw new Error('the master key in use is not here');
      await insertBoardKey(db, { board_id: boardId, wrapped_key: wrappedBy(masterKey), master_key_id: masterKey.id });
    },
    atHand: () => [...atHand.keys()],
    forget(boardId) {
      atHand.delete(boardId);
      for (const [sealed, { board }] of texts) if (board === boardId) texts.delete(sealed);
      for (const [id, since] of forgotten) {
        if (performance.now() - since < snapshotsLast) break;
        forgotten.delete(id);
      }
      forgotten.delete(boardId);
      forgotten.set(boardId, performance.now());
    },
    onUnreadable(listener) {
      tell = listener;
    },
  };
}

/** The key of a board, sealed by another master key. Throws when this one has not sealed it. */
export function rewrap({ board_id, wrapped_key }: WrappedKey, from: MasterKey, to: MasterKey): string {
  return wrap(board_id, decrypt(from.bytes, wrapped_key, wrapping(board_id, from)), to);
}

function wrap(boardId: BoardId, key: Buffer, masterKey: MasterKey): string {
  return seal(masterKey.bytes, key, wrapping(boardId, masterKey));
}

function wrapping(board: BoardId, masterKey: MasterKey): SealedField {
  return { table: 'board_key', column: 'wrapped_key', row: board, board, keyId: masterKey.id };
}
