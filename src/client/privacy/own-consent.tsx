import { useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMe } from '#client/session/session-queries.ts';
import { allowCounting, countScreen, type VisitCount } from '#client/analytics/counted.ts';
import { answerToCarryOver } from '#client/consent/consent.ts';
import { preferencesAfter, savePreferences } from '#client/consent/own-answer.ts';

/** Counts what the signed-in person agreed to. Until there is an answer, the one given before signing in becomes theirs. */
export function OwnConsent() {
  const { preferences } = useMe();
  const { analytics, dataCollection, consentAsked } = preferences;
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const client = useQueryClient();

  useEffect(() => {
    const earlier = consentAsked ? null : answerToCarryOver();
    // After a failure the answer is carried over the next time.
    if (earlier !== null) savePreferences(client, preferencesAfter(earlier)).catch(() => undefined);
  }, [consentAsked, client]);
  useEffect(() => {
    // A yes on its way into the account is still one.
    const isCarriedOver = !consentAsked && answerToCarryOver() === 'yes';
    if (!isCarriedOver) allowCounting({ visits: analytics, functions: dataCollection });
  }, [analytics, dataCollection, consentAsked]);
  useEffect(() => {
    const screen = screenOf(pathname);
    if (analytics && screen) countScreen(screen);
  }, [analytics, pathname]);

  return null;
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
