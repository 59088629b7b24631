import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { DemoBoard, useDemo } from './demo-board.tsx';

afterEach(cleanup);

test('the demonstration that came into sight between two looks begins', () => {
  vi.useFakeTimers();
  vi.stubGlobal('IntersectionObserver', InSightSince);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  // The document of the tests reports each animation that is cancelled as a failure.
  vi.spyOn(Element.prototype, 'animate').mockImplementation(() => new Animation());
  render(<Demo />);
  const board = screen.getByRole('img');
  const before = board.textContent;
  act(() => void vi.advanceTimersByTime(3000));
  expect(board.textContent).not.toBe(before);
});

function Demo() {
  return <DemoBoard demo={useDemo()}>{null}</DemoBoard>;
}

/** Tells late, and of two moments at once, as on a busy phone. */
class InSightSince {
  readonly #tell: (entries: Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void;

  constructor(tell: (entries: Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void) {
    this.#tell = tell;
  }

  observe(): void {
    this.#tell([{ isIntersecting: false }, { isIntersecting: true }]);
  }

  disconnect(): void {}
}
