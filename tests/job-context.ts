import type { JobContext } from '#server/jobs/runner';

/** What a worker gets whose `run` a test calls itself: nobody stops it, and no other copy has its job. */
export function jobContext(): JobContext {
  return { signal: new AbortController().signal, keepClaim: () => Promise.resolve(true), putOff: () => Promise.resolve(true) };
}
