import '@testing-library/jest-dom/vitest';
import { act } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { léa } from '#client/app/testing/samples.ts';
import { FakeServer } from '#client/app/testing/server.ts';
import { keepLock } from './lock-record.ts';

const minute = 60_000;
const now = Date.UTC(2026, 10, 30, 12);

beforeEach(async () => {
  // A lock that does not open asks who is signed in.
  const server = new FakeServer({ 'GET /api/session': { user: léa, signUps: 'open' } });
  server.clock = () => now;
  await keepLock({ userId: léa.id, minutes: 5, passkey: null }, '4711');
  vi.spyOn(Date, 'now').mockReturnValue(now);
});

/** A page whose first paint is not covered, and whose scripts have come now. */
async function startPage() {
  vi.resetModules();
  const [{ followLock, lockBelongsTo }, { covered }] = await Promise.all([import('./lock.ts'), import('#client/ui/covered.ts')]);
  onTestFinished(() => {
    act(() => lockBelongsTo(null));
    localStorage.clear();
  });
  await act(followLock);
  return covered;
}

function leftBefore(ms: number): void {
  localStorage.setItem('lock-left', String(now - ms));
}

describe('a page that starts', () => {
  test('is closed where its minutes ran out before its scripts came', async () => {
    leftBefore(5 * minute);
    expect((await startPage()).get()).toBe(true);
    expect(document.querySelector('dialog')).toHaveAccessibleName('Application verrouillée');
  });

  test('is open where it was left a moment ago, and notes that it is seen', async () => {
    leftBefore(5 * minute - 1);
    expect((await startPage()).get()).toBe(false);
    expect(localStorage.getItem('lock-left')).toBeNull();
  });

  test('is open where another tab was seen since its first paint', async () => {
    expect((await startPage()).get()).toBe(false);
  });

  test('is closed by a lock that names its minutes and cannot be read', async () => {
    leftBefore(1);
    localStorage.setItem('lock', '{"minutes":5}');
    expect((await startPage()).get()).toBe(true);
  });

  test('is closed where it was hidden from the start, and its minutes run out then', async () => {
    leftBefore(4 * minute);
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const covered = await startPage();
    expect(covered.get()).toBe(false);
    vi.spyOn(Date, 'now').mockReturnValue(now + minute);
    visibility.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(covered.get()).toBe(true);
  });
});
