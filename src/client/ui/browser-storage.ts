/** Notes that outlive the page. In private windows some browsers refuse them: whoever keeps one goes on without it. */

type StorageName = 'localStorage' | 'sessionStorage';

/** Null also where storage is refused. */
export function stored(key: string, storage: StorageName = 'localStorage'): string | null {
  try {
    // By name: even to name a storage is refused where there is none.
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
