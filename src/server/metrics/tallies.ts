import { type JobKind, jobKinds } from '#shared/events';
import { type PushAnswer, pushAnswers } from '../push/push-answers.ts';

/** What is counted as it happens, each by one addition: so it costs nothing where nobody asks for the metrics. Since the start. */
export interface Tallies {
  /** Activities, each once however often it was sent. */
  logs: number;
  /** Attempts, by what came of them. */
  jobs: Record<JobKind, { done: number; postponed: number; given_up: number }>;
  /** Attempts to hand a push to its push service, by what came of them. */
  pushes: Record<PushOutcome, number>;
  /** What push services answered to them. */
  pushAnswers: Record<PushAnswer, number>;
  /** Recurring backups that were not made, or in which the doctor found something. */
  backupFailures: number;
}

/** `gone`: there is no such device any more. `refused`: its address is none that this server may call. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'postponed' | 'given_up';

export function createTallies(): Tallies {
  // `fromEntries` forgets the keys, which are all of both lists.
  const jobs = Object.fromEntries(jobKinds.map((kind) => [kind, { done: 0, postponed: 0, given_up: 0 }]));
  const pushes = { sent: 0, gone: 0, refused: 0, postponed: 0, given_up: 0 };
  const answers = Object.fromEntries(pushAnswers.map((answer) => [answer, 0]));
  return { logs: 0, jobs: jobs as Tallies['jobs'], pushes, pushAnswers: answers as Tallies['pushAnswers'], backupFailures: 0 };
}
