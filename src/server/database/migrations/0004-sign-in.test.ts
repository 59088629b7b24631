import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { startTestApp } from '../../../../tests/test-app.ts';
import { dump } from '../../../../tests/database-state.ts';
import { databaseFile } from '../connect.ts';

const kept = join(import.meta.dirname, '../../../../tests/old-databases/0002.db.gz');

it('of names that look alike only now, both stay, and the older one keeps its look to itself', async () => {
  const testApp = await startTestApp({
    config: { masterKey: 'decafbad'.repeat(8) },
    prepare(dataDir) {
      const file = databaseFile(dataDir);
      writeFileSync(file, gunzipSync(readFileSync(kept)));
      const sqlite = new Sqlite(file);
      const insert = sqlite.prepare(
        `insert into user (id, name, email, username, username_key, username_skeleton, avatar, created_at, updated_at)
         values (@username, @username, @username || '@example.org', @username, lower(@username), @skeleton, '🦄', @made, @made)`,
      );
      // In this order, so that neither the order of the rows nor that of the ids decides.
      insert.run({ username: 'Maxirne', skeleton: 'maxirne', made: '2026-02-02T00:00:00.000Z' });
      insert.run({ username: 'Maxime', skeleton: 'maxime', made: '2026-01-01T00:00:00.000Z' });
      sqlite.close();
    },
  });
  const users = dump(testApp.config.dataDir)['user'] ?? [];
  const named = (name: string) => users.find(({ username }) => username === name);
  expect(named('Maxime')?.['username_skeleton']).toBe('rnaxirne');
  expect(named('Maxirne')).toMatchObject({ username: 'Maxirne', username_skeleton: null });
});
