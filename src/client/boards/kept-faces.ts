/** On which boards this browser's person has chosen to keep a face that somebody else has too. Ids only, no content. */
import type { Account } from '#shared/accounts';
import type { BoardId, UserId } from '#shared/ids';

type Person = Pick<Account, 'id' | 'preferences'>;

const storageKey = 'kept-faces';

export function hasKept(me: Person, boardId: BoardId): boolean {
  return notesIn(storageOf(me)).includes(`${me.id} ${boardId}`);
}

export function keepOn(me: Person, boardId: BoardId): void {
  const storage = storageOf(me);
  // Where nothing can be kept it is offered again.
  write(storage, [...notesIn(storage), `${me.id} ${boardId}`]);
}

/** Forgets what anybody else chose here; with nobody, what everybody did. */
export function keepOnlyFacesOf(userId: UserId | null): void {
  for (const storage of ['localStorage', 'sessionStorage'] as const) {
    const notes = notesIn(storage);
    const own = notes.filter((note) => userId !== null && note.startsWith(`${userId} `));
    if (own.length < notes.length) write(storage, own);
  }
}

type StorageName = 'localStorage' | 'sessionStorage';

/** Nothing outlives the browser of who does not want it (decision D8). */
function storageOf({ preferences }: Person): StorageName {
  return preferences.essentialCookies ? 'localStorage' : 'sessionStorage';
}

// By name: even to name a storage is refused where there is none.
function notesIn(storage: StorageName): string[] {
  try {
    const kept: unknown = JSON.parse(globalThis[storage].getItem(storageKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter((note) => typeof note === 'string') : [];
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
