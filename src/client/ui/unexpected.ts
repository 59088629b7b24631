/** Errors that nobody foresaw: a developer sees them in the console, and those who agreed to counting add one to the count of their place. */
import type { UnexpectedPlace } from '#shared/counts';

/** An error that the app foresees and goes on from: the server refuses or is out of reach, the browser's store does not answer. */
export class ExpectedError extends Error {}

let count: ((place: UnexpectedPlace) => void) | undefined;

/** Has the place of each error counted from now on. Nothing else of an error is handed over. */
export function countUnexpectedBy(counter: typeof count): void {
  count = counter;
}

export function reportUnexpected(place: UnexpectedPlace, error: unknown): undefined {
  if (isExpected(error)) return;
  console.error(error);
  count?.(place);
}

/** For `catch`, when nothing else is to be done about an error. */
export function reporting(place: UnexpectedPlace): (error: unknown) => undefined {
  return (error) => reportUnexpected(place, error);
}

/** What nobody catches. The browser shows that by itself. */
export function watchUncaught(): void {
  // Without an error: of a foreign script, such as an extension's, or a mere warning.
  addEventListener('error', ({ error }) => error && countUncaught(error));
  addEventListener('unhandledrejection', ({ reason }) => countUncaught(reason));
}

function countUncaught(error: unknown): void {
  if (!isExpected(error)) count?.('page');
}

/** The browser's own errors for what was given up, and for a disk that is full or fails, are foreseen too. */
function isExpected(error: unknown): boolean {
  return error instanceof ExpectedError || (error instanceof Error && /^(Abort|QuotaExceeded|Unknown)Error$/.test(error.name));
}
