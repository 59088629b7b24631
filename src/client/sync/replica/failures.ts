import { useState } from 'react';

/** A query without data forgets its failure when it asks again. On the screen it stands until the answer: a skeleton would take its place. */
export function useLastFailure(failure: Error | null): Error | null {
  const [last, setLast] = useState(failure);
  if (failure !== null && failure !== last) setLast(failure);
  return failure ?? last;
}
