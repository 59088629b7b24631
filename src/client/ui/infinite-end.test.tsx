import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { InfiniteEnd } from './infinite-end.tsx';

test('the end of a list asks for more again when what came has left it in view', () => {
  vi.stubGlobal('IntersectionObserver', InView);
  onTestFinished(() => void vi.unstubAllGlobals());
  const onMore = vi.fn();
  const client = new QueryClient();
  const end = (count: number) => (
    <QueryClientProvider client={client}>
      <InfiniteEnd hasMore count={count} queryKey={['list']} onMore={onMore} label="Voir plus" />
    </QueryClientProvider>
  );
  const { rerender } = render(end(30));
  expect(onMore).toHaveBeenCalledTimes(1);
  // Drawn again for another reason.
  rerender(end(30));
  expect(onMore).toHaveBeenCalledTimes(1);
  rerender(end(60));
  expect(onMore).toHaveBeenCalledTimes(2);
});

/** Tells once that what it watches is in view, as an observer does when it begins. */
class InView {
  readonly #tell: (entries: Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void;

  constructor(tell: (entries: Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void) {
    this.#tell = tell;
  }

  observe(): void {
    this.#tell([{ isIntersecting: true }]);
  }

  disconnect(): void {}
}
