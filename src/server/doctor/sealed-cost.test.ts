/** What the doctor reads of the sealed texts costs what they are, not that many times over. */
import { expect, it } from 'vitest';
import { planOf } from '../../../tests/database-state.ts';
import { startTestApp } from '../../../tests/test-app.ts';
import { watching } from '../../../tests/watched-queries.ts';
import { sealedTables } from './sealed-store.ts';
import { noId } from '../ids/ids.ts';

const { deps, config } = await startTestApp();

it.each(sealedTables)('a page of $table is found by its ids, without sorting the rest of the table', async ({ page }) => {
  const { database, asked } = watching(deps);
  await page(database.read, noId);
  const [statement] = asked;
  expect(planOf(config.dataDir, statement?.sql ?? '')).toEqual([
    expect.stringMatching(/^SEARCH \w+ USING INDEX \w+ \(id>\?\)$/),
    ...(statement?.sql.includes('left join') ? [expect.stringMatching(/^SEARCH board USING COVERING INDEX \w+ \(id=\?\) LEFT-JOIN$/)] : []),
  ]);
});
