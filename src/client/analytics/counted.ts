import type { visitCounts } from '#shared/counts';
import type { Allowed } from './counting.ts';
import { reportUnexpected } from '#client/ui/unexpected.ts';

export type VisitCount = (typeof visitCounts)[number];

/** Says what may be counted from now on. For those who are not counted nothing is even loaded. */
export function allowCounting(allowed: Allowed): void {
  if (allowed.visits || allowed.functions) counting ??= load();
  tell(({ allow }) => allow(allowed));
}

export function countScreen(screen: VisitCount): void {
  tell(({ collect }) => collect(screen));
}

/** The person sent the address of the app to somebody. */
export function countAppShared(): void {
  tell(({ collect }) => collect('app_shared'));
}

const load = () => import('./counting.ts');

let counting: ReturnType<typeof load> | null = null;

function tell(what: (counting: Awaited<ReturnType<typeof load>>) => void): void {
  counting?.then(what).catch((error: unknown) => {
    // The script could not be loaded: the next consent tries again.
    counting = null;
    reportUnexpected('code', error);
  });
}
