/** `npm run restore -- --rehearse`: a backup is restored on trial beside a server at work. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { print, tamper } from '../../../tests/database-state.ts';
import { boardOf, log, startTestApp } from '../../../tests/test-app.ts';
import { WrongSetting } from '../config/config.ts';
import { backUp } from './backup.ts';
import { rehearse } from './rehearse.ts';

const testApp = await startTestApp();
const { config } = testApp;
const lea = await testApp.signUp('Léa');
const board = await boardOf(lea);
for (let count = 0; count < 3; count += 1) await log(lea, board, 'breakfast');

describe('a rehearsal', () => {
  it('without a backup says how to make one', async () => {
    await expect(rehearse(config)).rejects.toThrow(/^Aucune sauvegarde dans .*backups : faites-en une par npm run backup\.$/);
  });

  it('takes the newest backup, compares it with the database in use, and changes nothing', async () => {
    const { backupDir, dataDir } = config;
    writeFileSync((await backUp(config, backupDir, new Date(Date.UTC(2026, 0, 1)))).file, 'an older one, damaged since');
    const { file } = await backUp(config, backupDir);
    await testApp.signUp('Max');
    await log(lea, board, 'breakfast');
    const before = [print(dataDir), readdirSync(dataDir), readdirSync(backupDir)];
    const rehearsal = await rehearse(config);
    expect(rehearsal).toMatchObject({ file, found: [], isPlausible: true });
    expect(rehearsal.rows).toEqual([
      ['personnes', '1', '2'],
      ['tableaux', '1', '1'],
      ['actions notées', '3', '4'],
      ['la dernière', expect.stringMatching(/\d\d:\d\d:\d\d$/), expect.stringMatching(/\d\d:\d\d:\d\d$/)],
    ]);
    expect([print(dataDir), readdirSync(dataDir), readdirSync(backupDir)]).toEqual(before);
    // The server works on.
    await log(lea, board, 'breakfast');
  });

  it('passes over a backup that is dated in the future, and names it', async () => {
    const { backupDir } = config;
    const ahead = join(backupDir, 'ou-la-la-2999-01-01T00-00-00-000Z.db.gz');
    writeFileSync(ahead, 'made while a clock was wrong');
    const { file } = await backUp(config, backupDir);
    expect(await rehearse(config)).toMatchObject({ file, passedOver: [basename(ahead)], found: [] });
    rmSync(ahead);
  });

  it('takes a backup that is dated in the future where there is no other', async () => {
    const other = await startTestApp();
    const { file } = await backUp(other.config, other.config.backupDir, new Date(Date.UTC(2999, 0, 1)));
    expect(await rehearse(other.config)).toMatchObject({ file, passedOver: [], found: [] });
  });

  it('tells what the doctor finds in the backup that it is given', async () => {
    tamper(config.dataDir, 'update board set total_points = total_points + 1');
    const { file } = await backUp(config, join(config.dataDir, 'wrong'));
    tamper(config.dataDir, 'update board set total_points = total_points - 1');
    expect((await rehearse(config, file)).found).toEqual([expect.stringMatching(`^tableau ${board.id} : total `)]);
  });

  it('does not take the backup of an empty database for a good one', async () => {
    const empty = await startTestApp();
    const { file } = await backUp(empty.config, empty.config.backupDir);
    expect((await rehearse(empty.config, file)).isPlausible).toBe(true);
    expect((await rehearse(config, file)).isPlausible).toBe(false);
  });

  it('of a damaged backup is refused, and leaves nothing', async () => {
    const file = join(config.dataDir, 'damaged.db.gz');
    writeFileSync(file, 'no backup');
    const before = readdirSync(config.dataDir);
    await expect(rehearse(config, file)).rejects.toBeInstanceOf(WrongSetting);
    expect(readdirSync(config.dataDir)).toEqual(before);
  });
});
