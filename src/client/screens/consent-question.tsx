import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '#client/session/session-queries.ts';
import { flattened } from '#client/sync/replica/views.ts';
import { feedQuery } from '#client/activities/activity-queries.ts';
import { answerToCarryOver } from '#client/consent/consent.ts';
import { ConsentLine } from '#client/consent/consent-line.tsx';
import { preferencesAfter, useAnswerConsent } from '#client/consent/own-answer.ts';

/** Asks whoever has played whether they may be counted, unless they answered before they signed in. */
export function ConsentQuestion() {
  const hasPlayed = useHasPlayed();
  const [earlier] = useState(answerToCarryOver);
  const keep = useAnswerConsent();
  if (!hasPlayed || earlier !== null) return null;
  return (
    <ConsentLine slot="card" pending={keep.isPending} failed={keep.isError} onAnswer={(answer) => keep.mutate(preferencesAfter(answer))} />
  );
}

/** The count of the account is as old as the visit; what was logged since stands in the feed, which Accueil reads. */
function useHasPlayed(): boolean {
  const { id, actionsCount } = useMe();
  const { data: feed } = useInfiniteQuery({ ...feedQuery, enabled: false });
  return actionsCount > 0 || flattened(feed).some(({ userId, undone }) => userId === id && undone === null);
}
