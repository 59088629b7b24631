/**
 * Half-typed forms, kept in memory by name: a session that ends in the middle of a form takes nothing of it away, nor does another page in
 * the same tab. They are the typist's alone: when somebody else signs in they are gone.
 */
import { useSyncExternalStore } from 'react';
import type { UserId } from '#shared/ids';
import { store, stored } from './browser-storage.ts';

interface Stash {
  owner: string | null;
  drafts: [name: string, draft: unknown][];
}

const stashKey = 'drafts';

const { owner: stashOwner, drafts } = takeStash();
let owner = stashOwner;
const shown = new Map(drafts);
const watchers = new Set<() => void>();

/**
 * State like `useState`, kept under `name` until `clear` is called (after saving) or another person signs in. `initial`
 * must be the same value for each render: a constant, not a literal in the component.
 */
export function useDraft<T>(name: string, initial: T): [draft: T, setDraft: (next: T | ((draft: T) => T)) => void, clear: () => void] {
  const read = () => {
    const draft = shown.get(name);
    return shown.has(name) && isLike(initial, draft) ? draft : initial;
  };
  const draft = useSyncExternalStore(subscribe, read, read);
  const setDraft = (next: T | ((draft: T) => T)) => keep(name, isRevision(next) ? next(read()) : next);
  return [draft, setDraft, () => forget(name)];
}

/** Names the person signed in. The drafts of anybody else are dropped. */
export function draftsBelongTo(userId: UserId): void {
  if (owner !== null && owner !== userId) dropDrafts();
  owner = userId;
}

/** Leaves the drafts to the next page in this tab, which takes them at its start. */
export function stashDrafts(): void {
  // A page that Back brought back to life may have left some that are sent by now.
  store(stashKey, shown.size > 0 ? JSON.stringify({ owner, drafts: [...shown] } satisfies Stash) : null, 'sessionStorage');
}

function takeStash(): Stash {
  const stash = stored(stashKey, 'sessionStorage');
  store(stashKey, null, 'sessionStorage');
  return stash === null ? { owner: null, drafts: [] } : (JSON.parse(stash) as Stash);
}

/** Whether a draft has all parts of the form: one from before a reload may be of another version. */
function isLike<T>(initial: T, draft: unknown): draft is T {
  if (initial === null || typeof initial !== 'object') return true;
  return draft !== null && typeof draft === 'object' && Object.keys(initial).every((part) => part in draft);
}

export function hasDrafts(): boolean {
  return shown.size > 0;
}

export function dropDrafts(): void {
  shown.clear();
  owner = null;
  tell();
}

export function keep(name: string, draft: unknown): void {
  shown.set(name, draft);
  tell();
}

export function forget(name: string): void {
  if (shown.delete(name)) tell();
}

function isRevision<T>(next: T | ((draft: T) => T)): next is (draft: T) => T {
  return typeof next === 'function';
}

function tell(): void {
  for (const watcher of [...watchers]) watcher();
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
