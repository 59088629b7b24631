// For lazy screens: the first one needs none of it.
import { useState } from 'react';
import { Refused } from '#client/api/api.ts';
import { mayPass } from './query-client.ts';

/** A query without data forgets its failure when it asks again. On the screen it stands until the answer: a skeleton would take its place. */
export function useLastFailure(failure: Error | null): Error | null {
  const [last, setLast] = useState(failure);
  if (failure !== null && failure !== last) setLast(failure);
  return failure ?? last;
}

/** The sentence of a refusal that asking again cannot change; null for any other failure. */
export function finalRefusal(error: unknown): string | null {
  return error instanceof Refused && !mayPass(error) ? error.sentence : null;
}
