import '@testing-library/jest-dom/vitest';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { léa } from '#client/app/testing/samples.ts';
import { sessionQuery } from '#client/session/session-queries.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';
import { tellUnlocked } from '#client/sync/replica/unlocked-news.ts';
import { Toasts, useToasts } from '#client/ui/toasts.tsx';
import { UnlockedMedal } from './unlocked-medal.tsx';

let show: ReturnType<typeof useToasts>['show'];
function Teller() {
  const toasts = useToasts();
  useEffect(() => void ({ show } = toasts));
  return null;
}

beforeEach(async () => {
  vi.useFakeTimers();
  queryClient.setQueryData(sessionQuery.queryKey, léa);
  render(
    <QueryClientProvider client={queryClient}>
      <Toasts label="Messages" dismissLabel="Fermer le message">
        <Teller />
        <UnlockedMedal />
      </Toasts>
    </QueryClientProvider>,
  );
  // What draws a toast comes with the first one.
  act(() => void show({ message: 'premier' }));
  await act(async () => {
    await vi.advanceTimersByTimeAsync(1000);
    await vi.dynamicImportSettled();
  });
  await pass(10_000);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const medals = () =>
  [...document.querySelectorAll('[data-medal]')].map(({ textContent }) => /Ça commence|Faute avouée/.exec(textContent)?.[0]);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** A first loss unlocks both: the reply says so, and the stream. */
const unlockBoth = () =>
  act(() => {
    for (const _ of ['reply', 'stream']) tellUnlocked(léa.id, ['first-action', 'first-loss']);
  });

test('the medals come one at a time in the place of what was noted, once that is read, each once', async () => {
  act(() => void show({ message: 'Noté, merci pour la franchise : −15', duration: 60_000 }));
  await pass(100);
  unlockBoth();
  await pass(1000);
  expect(medals()).toEqual([]);
  const seen: unknown[] = [];
  for (let second = 0; second < 20; second += 1) {
    await pass(1000);
    expect(document.querySelectorAll('[data-toast]').length).toBeLessThanOrEqual(1);
    const [medal] = medals();
    if (medal !== undefined && medal !== seen.at(-1)) seen.push(medal);
  }
  expect(seen).toEqual(['Ça commence', 'Faute avouée']);
  expect(medals()).toEqual([]);
});

test('what is unlocked in a hidden page is told once it is seen', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  unlockBoth();
  await pass(10_000);
  expect(medals()).toEqual([]);
  visibility.mockReturnValue('visible');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await pass(500);
  expect(medals()).toEqual(['Ça commence']);
});
