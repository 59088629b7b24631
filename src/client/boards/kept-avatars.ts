/** The boards on which a person chose in this browser to keep an avatar that another member has too. Ids only, no content. */
import type { Account } from '#shared/accounts';
import type { BoardId, UserId } from '#shared/ids';
import { store, stored } from '#client/ui/browser-storage.ts';

type Person = Pick<Account, 'id' | 'preferences'>;

// Browsers have stored it under this name.
const storageKey = 'kept-faces';

export function hasKept(me: Person, boardId: BoardId): boolean {
  return notesIn(storageOf(me)).includes(`${me.id} ${boardId}`);
}

export function keepOn(me: Person, boardId: BoardId): void {
  const storage = storageOf(me);
  // In a browser that stores nothing the offer shows again.
  write(storage, [...notesIn(storage), `${me.id} ${boardId}`]);
}

/** Forgets what others chose in this browser; with null, what everybody chose. */
export function keepOnlyAvatarsOf(userId: UserId | null): void {
  for (const storage of ['localStorage', 'sessionStorage'] as const) {
    const notes = notesIn(storage);
    const own = notes.filter((note) => userId !== null && note.startsWith(`${userId} `));
    if (own.length < notes.length) write(storage, own);
  }
}

type StorageName = 'localStorage' | 'sessionStorage';

/** Without essential cookies nothing may outlive the browser (decision D8). */
function storageOf({ preferences }: Person): StorageName {
  return preferences.essentialCookies ? 'localStorage' : 'sessionStorage';
}

function notesIn(storage: StorageName): string[] {
  try {
    const notes: unknown = JSON.parse(stored(storageKey, storage) ?? '[]');
    return Array.isArray(notes) ? notes.filter((note) => typeof note === 'string') : [];
  } catch {
    // Something else stands there: it is not ours.
    return [];
  }
}

function write(storage: StorageName, notes: readonly string[]): void {
  store(storageKey, notes.length > 0 ? JSON.stringify(notes) : null, storage);
}
