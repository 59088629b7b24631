/**
 * Half-typed forms, kept in memory by name: a session that ends in the middle of a form takes nothing of it away. They
 * are the typist's alone: when somebody else signs in they are gone.
 */
import { useSyncExternalStore } from 'react';

let owner: string | null = null;
const kept = new Map<string, unknown>();
const watchers = new Set<() => void>();

/**
 * State like `useState`, kept under `name` until `clear` is called (after saving) or another person signs in. `initial`
 * must be the same value for each render: a constant, not a literal in the component.
 */
export function useDraft<T>(name: string, initial: T): [draft: T, setDraft: (next: T | ((draft: T) => T)) => void, clear: () => void] {
  const read = () => (kept.has(name) ? (kept.get(name) as T) : initial);
  const draft = useSyncExternalStore(subscribe, read, read);
  const setDraft = (next: T | ((draft: T) => T)) => keep(name, isRevision(next) ? next(read()) : next);
  return [draft, setDraft, () => forget(name)];
}

/** Names the person signed in. The drafts of anybody else are dropped. */
export function draftsBelongTo(userId: string): void {
  if (owner !== null && owner !== userId) dropDrafts();
  owner = userId;
}

export function hasDrafts(): boolean {
  return kept.size > 0;
}

export function dropDrafts(): void {
  kept.clear();
  owner = null;
  tell();
}

export function keep(name: string, draft: unknown): void {
  kept.set(name, draft);
  tell();
}

export function forget(name: string): void {
  if (kept.delete(name)) tell();
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
