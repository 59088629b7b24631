/** The boards on which a person chose in this browser to keep an avatar that another member has too. Ids only, no content. */
import type { Account } from '#shared/accounts';

type Person = Pick<Account, 'id' | 'preferences'>;

// Browsers have stored it under this name.
const storageKey = 'kept-faces';

export function hasKept(me: Person, boardId: string): boolean {
  return notesIn(storageOf(me)).includes(`${me.id} ${boardId}`);
}

export function keepOn(me: Person, boardId: string): void {
  const storage = storageOf(me);
  // In a browser that stores nothing the offer shows again.
  write(storage, [...notesIn(storage), `${me.id} ${boardId}`]);
}

/** Forgets what others chose in this browser; with null, what everybody chose. */
export function keepOnlyAvatarsOf(userId: string | null): void {
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

// By name: where storage is blocked, already reading `globalThis.localStorage` throws.
function notesIn(storage: StorageName): string[] {
  try {
    const stored: unknown = JSON.parse(globalThis[storage].getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((note) => typeof note === 'string') : [];
  } catch {
    return [];
  }
}

function write(storage: StorageName, notes: readonly string[]): void {
  try {
    if (notes.length > 0) globalThis[storage].setItem(storageKey, JSON.stringify(notes));
    else globalThis[storage].removeItem(storageKey);
  } catch {
    // Refused, or full.
  }
}
