import type * as FileSystem from 'node:fs';
import type { StatsFs } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp } from '../../../tests/test-app.ts';
import { start } from '../start.ts';
import { databaseWarning } from './open-database.ts';

const disk = vi.hoisted(() => ({ type: 0xef53 }));
vi.mock('node:fs', async (original) => ({
  ...(await original<typeof FileSystem>()),
  statfsSync: () => ({ type: disk.type, bavail: 1e9, bsize: 4096 }) as StatsFs,
}));

beforeEach(() => {
  disk.type = 0xef53;
});

describe.runIf(process.platform === 'linux')('a data folder', () => {
  it.each([
    [0x6969, 'NFS'],
    [0x517b, 'SMB'],
    [0xfe534d42, 'SMB'],
    [0xff534d42, 'SMB'],
  ])('on a file system of type %i is known to be on a share of %s', (type, kind) => {
    disk.type = type;
    expect(databaseWarning({ dataDir: '/data' })).toMatch(
      new RegExp(`^Le dossier de données /data est sur un partage réseau \\(${kind}\\), où SQLite peut perdre des données : .*\\.$`),
    );
  });

  it.each([
    ['ext4', 0xef53],
    ['XFS', 0x58465342],
    ['Btrfs', 0x9123683e],
    ['ZFS', 0x2fc12fc1],
    ['overlayfs', 0x794c7630],
    ['tmpfs', 0x01021994],
  ])('on %s is nothing to warn of', (_, type) => {
    disk.type = type;
    expect(databaseWarning({ dataDir: '/data' })).toBeUndefined();
  });

  it('on a share is nothing to warn of where the database is on PostgreSQL', () => {
    disk.type = 0x6969;
    expect(databaseWarning({ dataDir: '/data', databaseUrl: 'postgres://database/game' })).toBeUndefined();
  });

  it.each([
    ['a disk', 0, 0xef53],
    ['a share', 1, 0x6969],
  ])('on %s has the start print %i lines about it', async (_, lines, type) => {
    const { config } = await startTestApp();
    const said = vi.spyOn(console, 'error').mockReturnValue();
    disk.type = type;
    const running = await start({ ...config, port: 0 });
    await running.stop();
    expect(said.mock.calls.filter(([line]) => String(line).includes(`${config.dataDir} est sur un partage réseau (NFS)`))).toHaveLength(
      lines,
    );
  });
});
