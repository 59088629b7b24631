/**
 * The lock of the app, as this browser keeps it: in `localStorage`, which can be read before the first paint. The server knows nothing of it, and
 * whoever can write here can take it off.
 */
import type { UserId } from '#shared/ids';
import { store, stored } from '#client/ui/browser-storage.ts';
import { isLockDue, lockMinutes, type LockMinutes, waitAfter, waitEnd } from './lock-rule.ts';

/** A passkey of this device, which opens the lock beside the code. */
export interface LockPasskey {
  id: string;
  rpId: string;
}

export interface Lock {
  userId: UserId;
  minutes: LockMinutes;
  /** Of the four digits. Somebody who reads it finds them in minutes: it only keeps them from lying there. */
  salt: string;
  hash: string;
  passkey: LockPasskey | null;
  wrongTries: number;
  waitUntil: number;
}

// `app/opening/theme.js` reads both before the first paint.
export const lockKey = 'lock';
export const leftKey = 'lock-left';
/** A cache of this name tells the service worker, which reads no `localStorage`, that there is a lock: service-worker-pushes.ts. */
const workerMark = 'lock';

const iterations = 200_000;

/** 'unreadable': there is something, and nobody can say what would open it. */
export function readLock(): Lock | 'unreadable' | null {
  const kept = stored(lockKey);
  if (kept === null) return null;
  try {
    const lock: unknown = JSON.parse(kept);
    return isLock(lock) ? lock : 'unreadable';
  } catch {
    // Changed by hand, or by a fault.
    return 'unreadable';
  }
}

function isLock(value: unknown): value is Lock {
  if (typeof value !== 'object' || value === null) return false;
  const { userId, minutes, salt, hash, passkey, wrongTries, waitUntil } = value as Partial<Record<keyof Lock, unknown>>;
  return (
    [userId, salt, hash].every((part) => typeof part === 'string') &&
    lockMinutes.some((choice) => choice === minutes) &&
    (passkey === null || isPasskey(passkey)) &&
    Number.isFinite(wrongTries) &&
    Number.isFinite(waitUntil)
  );
}

function isPasskey(value: unknown): value is LockPasskey {
  const { id, rpId } = (value ?? {}) as Partial<Record<keyof LockPasskey, unknown>>;
  return typeof id === 'string' && typeof rpId === 'string';
}

/** Whether a code can be kept here at all: elsewhere no button stands for the lock. */
export function canLock(): boolean {
  return isSecureContext && 'crypto' in globalThis && 'subtle' in crypto;
}

/** Returns whether it is kept. `code`: null keeps that of the lock that is there. */
export async function keepLock(chosen: Pick<Lock, 'userId' | 'minutes' | 'passkey'>, code: string | null): Promise<boolean> {
  const before = readLock();
  const sealed = code === null ? ofSame(before) : await sealedCode(code);
  return write({ ...chosen, ...sealed, wrongTries: 0, waitUntil: 0 });
}

function ofSame(before: ReturnType<typeof readLock>) {
  if (before === null || before === 'unreadable') throw new Error('there is no code to keep');
  return { salt: before.salt, hash: before.hash };
}

async function sealedCode(code: string) {
  const salt = hex(crypto.getRandomValues(new Uint8Array(16)));
  return { salt, hash: await hashOf(code, salt) };
}

/** Written even where it is there already: other tabs and the worker hear of it. */
function write(lock: Lock): boolean {
  markForWorker();
  return store(lockKey, JSON.stringify(lock));
}

/** The system may have cleared the caches alone. */
export function markForWorker(): void {
  // Browsers that have no caches here show no pushes either.
  void globalThis.caches?.open(workerMark).catch(() => undefined);
}

export function removeLock(): void {
  store(lockKey, null);
  store(leftKey, null);
  // As above: nothing is shown there.
  void globalThis.caches?.delete(workerMark).catch(() => undefined);
}

/** When the app went out of sight, as a page of this browser noted it; 0 when none did. */
export function keptLeft(): number {
  return Number(stored(leftKey) ?? 0);
}

export function keepLeft(leftAt: number | null): void {
  store(leftKey, leftAt === null ? null : String(leftAt));
}

/** Whether the app, left at that time, is locked now. What is unreadable always is. */
export function isDueNow(leftAt: number): boolean {
  const lock = readLock();
  if (lock === null) return false;
  return lock === 'unreadable' || isLockDue(lock.minutes, leftAt, now());
}

/** Until when no code is taken; 0 when one is. */
export function codesTakenFrom(): number {
  const lock = readLock();
  if (lock === null || lock === 'unreadable') return 0;
  const end = waitEnd(lock, now());
  // A clock that was ahead: from here on the wait runs out.
  if (end < lock.waitUntil) write({ ...lock, waitUntil: end });
  return end > now() ? end : 0;
}

/** The try is noted before it is judged: a page that is closed in between has used it up. */
export async function tryCode(code: string): Promise<boolean> {
  const lock = readLock();
  if (lock === null || lock === 'unreadable' || codesTakenFrom() > 0) return false;
  const wrongTries = lock.wrongTries + 1;
  write({ ...lock, wrongTries, waitUntil: now() + waitAfter(wrongTries) });
  if ((await hashOf(code, lock.salt)) !== lock.hash) return false;
  forgetTries();
  return true;
}

/** Once it is opened, the next wrong codes cost nothing again. */
export function forgetTries(): void {
  const lock = readLock();
  if (lock !== null && lock !== 'unreadable') write({ ...lock, wrongTries: 0, waitUntil: 0 });
}

export function now(): number {
  return Date.now();
}

async function hashOf(code: string, salt: string): Promise<string> {
  const text = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', text.encode(code), 'PBKDF2', false, ['deriveBits']);
  return hex(
    new Uint8Array(await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt: text.encode(salt), iterations }, key, 256)),
  );
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
