/** Notes that outlive the page. Some browsers refuse them in private windows; the app then goes on without. */

type StorageName = 'localStorage' | 'sessionStorage';

/** Null also where storage is refused. */
export function stored(key: string, storage: StorageName = 'localStorage'): string | null {
  try {
    // Where storage is blocked, reading `globalThis.localStorage` already throws.
    return globalThis[storage].getItem(key);
  } catch {
    // Storage is refused.
    return null;
  }
}

/** Null removes the note. Returns whether it is stored. */
export function store(key: string, note: string | null, storage: StorageName = 'localStorage'): boolean {
  try {
    if (note === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, note);
    return true;
  } catch {
    // Storage is refused, or full.
    return false;
  }
}
