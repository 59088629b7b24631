import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { startTestApp } from '../../../../tests/test-app.ts';
import { dump, tamper } from '../../../../tests/database-state.ts';
import { databaseFile } from '../open-database.ts';

const kept = join(import.meta.dirname, '../../../../tests/old-databases/0002.db.gz');

it('both names that look alike only now stay, and the older one keeps its look to itself', async () => {
  const testApp = await startTestApp({
    config: { masterKey: 'decafbad'.repeat(8) },
    prepare(dataDir) {
      writeFileSync(databaseFile(dataDir), gunzipSync(readFileSync(kept)));
      const insert = `insert into user (id, name, email, username, username_key, username_skeleton, avatar, created_at, updated_at)
         select name, name, name || '@example.org', name, lower(name), skeleton, '🦄', made, made
         from (select ? as name, ? as skeleton, ? as made)`;
      // In this order, so that neither the order of the rows nor that of the ids decides.
      tamper(dataDir, insert, 'Maxirne', 'maxirne', '2026-02-02T00:00:00.000Z');
      tamper(dataDir, insert, 'Maxime', 'maxime', '2026-01-01T00:00:00.000Z');
    },
  });
  const users = dump(testApp.config.dataDir)['user'] ?? [];
  const named = (name: string) => users.find(({ username }) => username === name);
  expect(named('Maxime')?.['username_skeleton']).toBe('rnaxirne');
  expect(named('Maxirne')).toMatchObject({ username: 'Maxirne', username_skeleton: null });
});
