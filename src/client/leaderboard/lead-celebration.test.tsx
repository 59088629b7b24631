import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Member } from '#shared/boards';
import { activityOf, breakfast, changed, léa, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { ingest } from '#client/sync/replica/ingest.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';

const celebrate = vi.hoisted(() => vi.fn());
vi.mock('#client/ui/celebration.ts', () => ({ celebrate }));

beforeEach(() => {
  celebrate.mockClear();
  queryClient.clear();
});

/** Léa gains 20 points, twice, on a board of these. */
async function gainOn(id: string, members: readonly Member[]): Promise<void> {
  const opened = openedBoard(
    { id },
    { members: [...members], activities: { activities: [activityOf(breakfast, max, { revision: 1 })], next: null } },
  );
  if (members.length === 1) opened.activities.activities = [];
  await openScreen(`/board/${id}`, { me: léa, replies: { 'GET /api/boards/:boardId': opened } });
  await screen.findByRole('tab', { name: 'Actions' });
  await act(() => vi.dynamicImportSettled());
  for (const revision of [2, 3]) {
    const score = (revision - 1) * 20;
    act(() => {
      ingest(queryClient, {
        ...changed({ ...opened.board, revision, totalPoints: score }),
        activities: [activityOf(breakfast, léa, { id: `gain ${id} ${revision}`, revision })],
        scores: [{ userId: léa.id, score }],
      });
    });
    await waitFor(() => expect(document.querySelector('main')?.textContent).toContain(`+${score}`));
    await act(() => vi.dynamicImportSettled());
  }
}

test('the first gains of whoever is still alone throw no confetti (D66)', async () => {
  await gainOn('alone', [memberOf(léa)]);
  expect(celebrate).not.toHaveBeenCalled();
});

test('a lead that is taken from another throws confetti once', async () => {
  await gainOn('two', [memberOf(léa), memberOf(max, 10)]);
  expect(celebrate).toHaveBeenCalledOnce();
});
