import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { InfiniteEnd } from './infinite-end.tsx';

afterEach(cleanup);

test('the end of a list that came into view between two looks asks for more', () => {
  vi.stubGlobal('IntersectionObserver', InViewSince);
  onTestFinished(() => void vi.unstubAllGlobals());
  const onMore = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <InfiniteEnd hasMore queryKey={['list']} onMore={onMore} label="Voir plus" />
    </QueryClientProvider>,
  );
  expect(onMore).toHaveBeenCalledTimes(1);
});

test('the end of a list asks for more after each read that has left it in view, also one that was over at once', async () => {
  vi.stubGlobal('IntersectionObserver', InView);
  onTestFinished(() => void vi.unstubAllGlobals());
  const onMore = vi.fn();
  const client = new QueryClient();
  const end = () => (
    <QueryClientProvider client={client}>
      <InfiniteEnd hasMore queryKey={['list']} onMore={onMore} label="Voir plus" />
    </QueryClientProvider>
  );
  const { rerender } = render(end());
  expect(onMore).toHaveBeenCalledTimes(1);
  // Drawn again for another reason.
  rerender(end());
  expect(onMore).toHaveBeenCalledTimes(1);
  for (const times of [2, 3]) {
    await client.fetchQuery({ queryKey: ['list'], queryFn: () => [] });
    await vi.waitFor(() => expect(onMore).toHaveBeenCalledTimes(times));
  }
});

/** Tells once that what it watches is in view, as an observer does when it begins. */
class InView {
  readonly #tell: (entries: Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void;

  constructor(tell: (entries: Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void) {
    this.#tell = tell;
  }

  observe(): void {
    this.#tell(this.seen());
  }

  disconnect(): void {}

  protected seen(): Pick<IntersectionObserverEntry, 'isIntersecting'>[] {
    return [{ isIntersecting: true }];
  }
}

/** Tells late, and of two moments at once. */
class InViewSince extends InView {
  protected override seen() {
    return [{ isIntersecting: false }, { isIntersecting: true }];
  }
}
