import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useMe } from '#client/session/session-queries.ts';
import { flattened } from '#client/sync/replica/views.ts';
import { feedQuery } from '#client/activities/activity-queries.ts';
import { allowCounting, countScreen, type VisitCount } from '#client/analytics/counted.ts';
import { savePreferences, useAnswerConsent } from './privacy-commands.ts';
import { type Answer, answerToCarryOver } from '#client/consent/consent.ts';
import { ConsentLine } from '#client/consent/consent-line.tsx';

/**
 * Counts what the signed-in person agreed to. Until there is an answer, the one given before signing in becomes theirs, or
 * else Accueil asks, of whoever has played by then.
 */
export function OwnConsent() {
  const { preferences } = useMe();
  const { analytics, dataCollection, consentAsked } = preferences;
  const pathname = useRouterState({ select: ({ location }) => location.pathname });

  useEffect(() => {
    // A yes on its way into the account is still one.
    const isCarriedOver = !consentAsked && answerToCarryOver() === 'yes';
    if (!isCarriedOver) allowCounting({ visits: analytics, functions: dataCollection });
  }, [analytics, dataCollection, consentAsked]);
  useEffect(() => {
    const screen = screenOf(pathname);
    if (analytics && screen) countScreen(screen);
  }, [analytics, pathname]);

  return consentAsked ? null : <Question isAtHome={pathname === '/dashboard'} />;
}

function Question({ isAtHome }: { isAtHome: boolean }) {
  const hasPlayed = useHasPlayed();
  const client = useQueryClient();
  const [earlier] = useState(answerToCarryOver);
  const keep = useAnswerConsent();

  useEffect(() => {
    // After a failure the answer is carried over the next time.
    if (earlier !== null) savePreferences(client, preferencesAfter(earlier)).catch(() => undefined);
  }, [earlier, client]);

  if (!isAtHome || !hasPlayed || earlier !== null) return null;
  return (
    <ConsentLine slot="shell" pending={keep.isPending} failed={keep.isError} onAnswer={(answer) => keep.mutate(preferencesAfter(answer))} />
  );
}

/** The count of the account is as old as the visit; what was logged since stands in the feed, which Accueil reads. */
function useHasPlayed(): boolean {
  const { id, actionsCount } = useMe();
  const { data: feed } = useInfiniteQuery({ ...feedQuery, enabled: false });
  return actionsCount > 0 || flattened(feed).some(({ userId, undone }) => userId === id && undone === null);
}

function preferencesAfter(answer: Answer) {
  return { dataCollection: answer === 'yes', analytics: answer === 'yes' };
}

function screenOf(pathname: string): VisitCount | undefined {
  if (pathname.startsWith('/board/')) return 'screen_board';
  return screens[pathname];
}

const screens: Record<string, VisitCount> = {
  '/dashboard': 'screen_dashboard',
  '/boards': 'screen_boards',
  '/requests': 'screen_requests',
};
