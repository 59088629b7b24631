import type { JobKind } from '#shared/events';

/** What is counted as it happens, each by one addition: so it costs nothing where nobody asks for the metrics. Since the start. */
export interface Tallies {
  /** Activities, each once however often it was sent. */
  logs: number;
  /** Attempts, by what came of them. */
  jobs: Record<JobKind, { done: number; postponed: number; given_up: number }>;
}

export function createTallies(): Tallies {
  const none = () => ({ done: 0, postponed: 0, given_up: 0 });
  const jobs = { password_reset_mail: none(), erase_board: none(), erase_account: none(), forget_expired: none() };
  return { logs: 0, jobs };
}
