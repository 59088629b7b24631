/** On which boards this browser's person has chosen to keep a face that somebody else has too. Ids only, no content. */
import type { Account } from '#shared/accounts';
import { store, stored } from '#client/ui/browser-storage.ts';

type Person = Pick<Account, 'id' | 'preferences'>;

const storageKey = 'kept-faces';

export function hasKept(me: Person, boardId: string): boolean {
  return notesIn(storageOf(me)).includes(`${me.id} ${boardId}`);
}

export function keepOn(me: Person, boardId: string): void {
  const storage = storageOf(me);
  // Where nothing can be kept it is offered again.
  write(storage, [...notesIn(storage), `${me.id} ${boardId}`]);
}

/** Forgets what anybody else chose here; with nobody, what everybody did. */
export function keepOnlyFacesOf(userId: string | null): void {
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

function notesIn(storage: StorageName): string[] {
  try {
    const kept: unknown = JSON.parse(stored(storageKey, storage) ?? '[]');
    return Array.isArray(kept) ? kept.filter((note) => typeof note === 'string') : [];
  } catch {
    // Something else stands there: it is not ours.
    return [];
  }
}

function write(storage: StorageName, notes: readonly string[]): void {
  store(storageKey, notes.length > 0 ? JSON.stringify(notes) : null, storage);
}
