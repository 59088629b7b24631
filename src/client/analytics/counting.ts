/**
 * Counts visits, functions and unexpected errors, by day and for everybody together, and only for those who agreed (decision D8). What is
 * collected is sent now and then; what cannot be sent is dropped: it is nobody's data.
 */
import type { BodyOf, EndpointKey } from '#shared/api';
import { type CountName, countAtMost, visitCounts } from '#shared/counts';
import { callCarriedOut } from '#client/api/api.ts';
import { countUnexpectedBy } from '#client/ui/unexpected.ts';

/** The consents of a person or visitor. */
export interface Allowed {
  visits: boolean;
  functions: boolean;
}

const sendEveryMs = 30_000;

const functionOf: Partial<Record<EndpointKey, CountName>> = {
  'POST /api/activities': 'action_logged',
  'POST /api/boards/:boardId/activities': 'action_logged',
  'POST /api/boards/:boardId/activities/:activityId/undo': 'action_undone',
  'POST /api/boards': 'board_created',
  'POST /api/boards/:boardId/requests': 'request_sent',
};

const collected = new Map<CountName, number>();
let allowed: Allowed = { visits: false, functions: false };
let isVisitCounted = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** From now on. Counts collected before consent was withdrawn are not sent any more. */
export function allow(next: Allowed): void {
  allowed = next;
  for (const name of [...collected.keys()]) if (!isAllowed(name)) collected.delete(name);
  if (!allowed.visits || isVisitCounted) return;
  isVisitCounted = true;
  collect('visit');
}

/** Does nothing for what is not allowed. */
export function collect(name: CountName): void {
  if (!isAllowed(name)) return;
  collected.set(name, Math.min(countAtMost, (collected.get(name) ?? 0) + 1));
  timer ??= setTimeout(send, sendEveryMs);
}

callCarriedOut.listen((endpoint) => {
  const name = functionOf[endpoint];
  if (name) collect(name);
});
countUnexpectedBy((place) => collect(`unexpected_${place}`));
addEventListener('appinstalled', () => collect('app_installed'));
addEventListener('pagehide', send);

function isAllowed(name: CountName): boolean {
  return (visitCounts as readonly CountName[]).includes(name) ? allowed.visits : allowed.functions;
}

function send(): void {
  clearTimeout(timer);
  timer = undefined;
  if (collected.size === 0) return;
  const body: BodyOf<'POST /api/counts'> = { counts: [...collected].map(([name, count]) => ({ name, count })) };
  collected.clear();
  // Outlives the page, as `api` does not.
  navigator.sendBeacon('/api/counts', new Blob([JSON.stringify(body)], { type: 'application/json' }));
}
