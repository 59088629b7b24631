import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ErrorBanner } from './banner.tsx';
import { Skeleton } from './skeleton.tsx';

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'errorUpdatedAt' | 'isFetching' | 'refetch'>;
  texts: { loading: string; loadFailed: string };
  /** How many lines the outline has. */
  count?: number;
  children: (data: Data) => ReactNode;
}

/** What was asked for; until it is there its outline, or that it could not be read and a button that asks again. */
export function Loaded<Data>({ query: { data, errorUpdatedAt, isFetching, refetch }, texts, count = 1, children }: LoadedProps<Data>) {
  // A failure of an earlier visit is no news: where this one asks anew, its outline stands until the answer.
  const [known] = useState(isFetching ? errorUpdatedAt : 0);
  if (data !== undefined) return children(data);
  // A query without data forgets its failure when it asks again, but not the time of it: the button stays until the answer.
  if (errorUpdatedAt === known) return <Skeleton label={texts.loading} count={count} />;
  return (
    <ErrorBanner onRetry={refetch} isRetrying={isFetching}>
      {texts.loadFailed}
    </ErrorBanner>
  );
}
