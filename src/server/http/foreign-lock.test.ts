/** Another program, such as a backup or the doctor, holds the database for writing. */
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refusals } from '#shared/refusals';
import { boardOf, log, openStage, password } from '../../../tests/cast.ts';
import { meddle, wrongCounters } from '../../../tests/database-state.ts';
import { databaseFile } from '../database/connect.ts';

const stage = await openStage();
const { dataDir } = stage.config;
const [lea] = await stage.cast('Léa');
const board = await boardOf(lea);
const params = { boardId: board.id };
const [status, message] = refusals.unavailable;
const refused = { status, code: 'unavailable', message };
const writesDone = () => stage.deps.database.unitOfWork(() => Promise.resolve());

let rival: Sqlite.Database;
beforeEach(() => {
  rival = new Sqlite(databaseFile(dataDir));
  rival.exec('BEGIN IMMEDIATE');
});
afterEach(() => {
  if (rival.inTransaction) rival.exec('ROLLBACK');
  rival.close();
});

describe('while another program writes', () => {
  it('all that reads is answered, and a log waits until it is through', async () => {
    const waiting = log(lea, board, 'breakfast', 'log-beside-another-program');
    expect((await lea.sends({ method: 'GET', url: '/healthz' })).status).toBe(200);
    expect((await lea.sends({ method: 'GET', url: '/readyz' })).status).toBe(200);
    expect((await lea.tries('GET /api/boards/:boardId', { params })).status).toBe(200);
    rival.exec('ROLLBACK');
    expect((await waiting).activity.id).toBe('log-beside-another-program');
  });

  it('whoever reads with a session that is to be prolonged does not wait', async () => {
    rival.exec('ROLLBACK');
    await writesDone();
    meddle(dataDir, 'update session set expires_at = ?', new Date(Date.now() + 20 * 24 * 60 * 60 * 1000).toISOString());
    rival.exec('BEGIN IMMEDIATE');
    const waiting = log(lea, board, 'breakfast', 'log-beside-a-reader');
    expect((await lea.tries('GET /api/session')).body.user?.id).toBe(lea.id);
    rival.exec('ROLLBACK');
    expect((await waiting).activity.id).toBe('log-beside-a-reader');
  });

  it('a log, a sign-in and a sign-up are refused as such when it does not end, and leave nothing', async () => {
    const account = { username: 'Patiente', email: 'patiente@example.org', password, avatar: '🦄' } as const;
    const outcomes = await Promise.all([
      lea.tries('POST /api/boards/:boardId/activities', { params, body: { id: 'log-beside-one-that-stays', actionId: board.breakfast } }),
      stage.visitor().tries('POST /api/session', { body: { identifier: lea.name, password } }),
      stage.visitor().tries('POST /api/accounts', { body: account }),
    ]);
    expect(outcomes).toMatchObject([refused, refused, refused]);
    expect(outcomes.map(({ headers }) => headers['retry-after'])).toEqual(['1', '1', '1']);
    rival.exec('ROLLBACK');
    expect((await stage.visitor().tries('POST /api/accounts', { body: account })).status).toBe(201);
    expect((await lea.does('GET /api/boards/:boardId/activities', { params })).activities.map(({ id }) => id)).not.toContain(
      'log-beside-one-that-stays',
    );
    expect(wrongCounters(dataDir)).toEqual([]);
  });
});
