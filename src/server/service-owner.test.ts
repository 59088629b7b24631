/** What root does in the folder of a service: the service can go on with all that is left there. */
import { chownSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startTestApp } from '../../tests/test-app.ts';
import { backUp } from './backup/backup.ts';
import { restore } from './backup/restore.ts';
import { openDatabase } from './database/open-database.ts';
import { addKey, removeOldKeys } from './encryption/key-file.ts';
import { signOutEverywhere } from './people/people.ts';
import { createDeps } from './start.ts';

/** Anybody but root. */
const service = { uid: 65_533, gid: 65_532 };
const root = mkdtempSync(join(tmpdir(), 'ou-la-la-owner-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function folderOfService(name: string): string {
  const folder = join(root, name);
  mkdirSync(folder);
  chownSync(folder, service.uid, service.gid);
  return folder;
}

function owners(folder: string): Record<string, { uid: number; gid: number }> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    paths.map((path) => [path, statSync(join(folder, path))] as const).map(([path, { uid, gid }]) => [path, { uid, gid }]),
  );
}

// Only root can give a file to somebody else.
it.runIf(process.getuid?.() === 0)('root leaves nothing in the folder of a service that the service cannot read', async () => {
  const { config } = await startTestApp();
  const dataDir = folderOfService('data');
  const backup = await backUp(config, folderOfService('backups'));
  copyFileSync(join(config.dataDir, 'master.key'), join(dataDir, 'master.key'));
  chownSync(join(dataDir, 'master.key'), service.uid, service.gid);

  await restore({ ...config, dataDir }, backup.file);
  await restore({ ...config, dataDir }, backup.file, { force: true });
  removeOldKeys(dataDir, addKey(dataDir).id);
  await backUp({ dataDir }, join(dataDir, 'backups'));
  // A command beside the server.
  const deps = await createDeps({ ...config, dataDir });
  await signOutEverywhere(deps, 'nobody');
  await deps.database.eraseFromLog();
  // As the target of a move.
  const target = openDatabase({ dataDir: folderOfService('target') });
  await target.migrate();

  const left = { ...owners(root), ...owners(dataDir) };
  await target.close();
  await deps.database.close();
  expect(Object.keys(left)).toEqual(
    expect.arrayContaining(['master.key.old', 'ou-la-la.db', 'backups', join('target', 'ou-la-la.db-wal')]),
  );
  expect(Object.values(left).filter((owner) => owner.uid !== service.uid || owner.gid !== service.gid)).toEqual([]);
});
