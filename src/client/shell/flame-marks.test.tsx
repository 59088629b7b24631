import '@testing-library/jest-dom/vitest';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { daysAfter } from '#shared/calendar';
import { flameAfterAll, flameMarks } from '#shared/flame-rules';
import { queryKeys } from '#client/api/query-keys.ts';
import { UnlockedMedal } from '#client/achievements/unlocked-medal.tsx';
import { activityOf, breakfast, léa, max, openedBoard } from '#client/app/testing/samples.ts';
import { followNews } from '#client/notices/follow-news.ts';
import { sessionQuery } from '#client/session/session-queries.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';
import { changeIngested } from '#client/sync/replica/signals.ts';
import { unlockedNews } from '#client/sync/replica/unlocked-news.ts';
import { Toasts } from '#client/ui/toasts.tsx';

afterEach(cleanup);

const words: Record<number, string> = {
  7: 'Série de NOUS DEUX7 jours de suiteUne semaine entière. Un joker en cadeau.',
  30: 'Série30 jours de suiteUn mois que la flamme tient.',
  100: 'Série100 jours de suiteCent jours, et toujours de quoi se répondre.',
  365: 'SérieUn an de suiteQuatre saisons, et pas une panne de flamme.',
};

test.each(flameMarks)('flame-marks: %d days are celebrated once, the days beside them are not', async (mark) => {
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, léa);
  // The medal names the board where it is known.
  if (mark === 7) queryClient.setQueryData(queryKeys.board('board'), openedBoard());
  onTestFinished(
    followNews({ client: queryClient, myId: léa.id, looking: () => ({ boardId: null, isAtFeed: false }), heard: [], isGreeted: true }),
  );
  render(
    <QueryClientProvider client={queryClient}>
      <Toasts label="Messages" dismissLabel="Fermer le message">
        <UnlockedMedal />
      </Toasts>
    </QueryClientProvider>,
  );
  let revision = 1;
  /** A log of Max's on the last of so many days. */
  const reach = (days: number) => {
    const lit = Array.from({ length: days }, (_, index) => daysAfter('2026-01-01', index));
    revision += 1;
    const activities = [activityOf(breakfast, max, { id: `${mark} ${revision}`, revision })];
    const change = {
      boardId: 'board',
      after: revision - 1,
      revision,
      complete: true,
      totalPoints: 0,
      activities,
      flame: flameAfterAll(lit),
    };
    act(() => changeIngested.announce({ change, caughtUpTo: revision }));
    return unlockedNews.get().map(({ id }) => id);
  };
  const told = `flame ${mark} board ${daysAfter('2026-01-01', mark - 1)}`;
  expect(reach(mark - 1)).toEqual([]);
  expect(reach(mark)).toEqual([told]);
  const medal = await screen.findByText(mark === 365 ? 'Un an de suite' : `${mark} jours de suite`, {}, { timeout: 60_000 });
  expect(medal.closest('[data-medal]')).toHaveTextContent(words[mark] ?? '');
  // It comes by the stream and by a reply, or with another log of that day.
  reach(mark);
  expect(reach(mark + 1).filter((id) => id !== told)).toEqual([]);
  expect(document.querySelectorAll('[data-medal]')).toHaveLength(1);
});
