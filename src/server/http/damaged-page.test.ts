/** A page of the database file that the disk has spoilt. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import Sqlite from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { refusals } from '#shared/refusals';
import { boardOf, log, openStage } from '../../../tests/cast.ts';
import { databaseFile } from '../database/connect.ts';
import { examine } from '../doctor/doctor.ts';

let logged = '';
const stream = new Writable({
  write(chunk, _encoding, done) {
    logged += String(chunk);
    done();
  },
});
const stage = await openStage({ logger: { level: 'error', stream } });
const { database } = stage.deps;
const file = databaseFile(stage.config.dataDir);
const [lea] = await stage.cast('Léa');
const board = await boardOf(lea);
const params = { boardId: board.id };
const [status, message] = refusals.data_damaged;

/** Overwrites the page that a table begins with. */
function spoil(table: string): void {
  const sqlite = new Sqlite(file, { readonly: true });
  const page = Number(sqlite.prepare('select rootpage from sqlite_master where name = ?').pluck().get(table));
  sqlite.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(4096, 0xff), 0, 4096, (page - 1) * 4096);
  closeSync(handle);
}

describe('a damaged page', () => {
  beforeAll(async () => {
    await log(lea, board, 'breakfast');
    await database.eraseFromLog();
    expect((await lea.sends({ method: 'GET', url: '/readyz' })).status).toBe(200);
    spoil('activity');
    // Pages that were read before are at hand, and sound, as long as nobody has written since.
    const other = new Sqlite(file);
    other.exec('update emoji set position = position');
    other.close();
  });

  it('is told to whoever meets it, and everything else goes on', async () => {
    for (let time = 0; time < 3; time += 1)
      expect(await lea.tries('GET /api/boards/:boardId/activities', { params })).toMatchObject({ status, code: 'data_damaged', message });
    expect((await lea.tries('GET /api/boards')).status).toBe(200);
  });

  it('makes the server unready, and is logged once, with the code of SQLite', async () => {
    expect(await lea.sends({ method: 'GET', url: '/readyz' })).toMatchObject({ status: 503, code: 'unavailable' });
    expect((await lea.sends({ method: 'GET', url: '/healthz' })).status).toBe(200);
    const lines = logged.split('\n').filter((line) => line.includes('the database is damaged'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('"SQLITE_CORRUPT"');
  });

  it('is found by the doctor, who says so', async () => {
    expect((await examine(stage.deps)).join('\n')).toMatch(/^fichier : .*\nfichier : .* \(SQLITE_CORRUPT\)$/s);
  });
});
