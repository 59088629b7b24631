/** A page of the feed costs what it shows and one look at each board, however many boards there are and whatever is on them. */
import { expect, it } from 'vitest';
import { planOf } from '../../../tests/database-state.ts';
import { boardOf, type Someone, startTestApp, type TestBoard } from '../../../tests/test-app.ts';
import { watching } from '../../../tests/watched-queries.ts';
import { readFeed } from './activities.ts';

const { deps, config, signUp } = await startTestApp({ boundless: true, hasty: true });
const now = Date.parse('2026-11-25T11:00:00Z');
const day = 24 * 60 * 60 * 1000;
const page = 30;

it('the feed of 40 full boards asks the same as that of one, and reads little more than a page', async () => {
  const [lea, max] = [await signUp('Léa'), await signUp('Max')];
  await playedOn(lea, 1);
  await playedOn(max, 40);
  const [one, many] = [await watched(lea), await watched(max)];
  expect(many.statements).toEqual(one.statements);
  // One look at each board; where each page ends; the page itself and its boards, author and leftovers.
  expect(many.rows).toBeLessThanOrEqual(40 + 2 * (page + 1) + 31 + 5);
  for (const statement of many.statements)
    for (const step of planOf(config.dataDir, statement).filter((each) => each.includes('activity')))
      expect(step, statement).toMatch(
        /^SEARCH (activity USING (COVERING INDEX activity_feed \(board_id=\? AND |INDEX sqlite_autoindex_activity_1 \(id=\?\))|gesture USING INDEX gesture_activity)/,
      );
});

it('the feed is in one order without gap or double, page after page, even where forty boards logged within the same millisecond', async () => {
  const zoe = await signUp('Zoé');
  const boards: TestBoard[] = [];
  for (let made = 0; made < 40; made += 1) boards.push(await boardOf(zoe));
  // Many activities at the same instant: their order in a page follows the id alone.
  for (const board of boards) await plant(board, zoe, 3, () => now);
  const ids: string[] = [];
  let next: string | undefined;
  do {
    const read = await readFeed(deps, zoe.id, next);
    ids.push(...read.activities.map(({ id }) => id));
    next = read.next ?? undefined;
  } while (next !== undefined);
  expect(ids).toHaveLength(120);
  expect(ids).toEqual([...new Set(ids)].toSorted().toReversed());
});

async function playedOn(someone: Someone, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) await plant(await boardOf(someone), someone, 50, (index) => now - index * day - made * 1000);
}

/** So many activities, the newest first. */
async function plant({ id, breakfast }: TestBoard, someone: Someone, count: number, loggedAt: (index: number) => number): Promise<void> {
  const secrets = await deps.boardKeys.of(deps.database.read, id);
  const rows = Array.from({ length: count }, (_, index) => {
    const activity = `${String(index).padStart(3, '0')}-${id}`;
    return {
      id: activity,
      board_id: id,
      user_id: someone.id,
      action_id: breakfast,
      title_sealed: secrets.seal('Petit-déj au lit', 'activity', 'title', activity),
      points: 20,
      emoji: null,
      logged_at: loggedAt(index),
      board_revision: 1000 + index,
      total_after: 0,
      score_after: 0,
    };
  });
  await deps.database.unitOfWork(async ({ db }) => void (await db.insertInto('activity').values(rows).execute()));
}

async function watched(someone: Someone): Promise<{ statements: string[]; rows: number }> {
  const { database, asked } = watching(deps);
  await readFeed({ ...deps, database }, someone.id, undefined);
  // Lists of ids are as long as what they ask for.
  return {
    statements: asked.map(({ sql }) => sql.replace(/in \([?, ]+\)/, 'in (?)')),
    rows: asked.reduce((sum, { rows }) => sum + rows, 0),
  };
}
