/** Another program, such as a backup or the doctor, holds the database for writing. */
import { afterEach, describe, expect, it } from 'vitest';
import { refusals } from '#shared/refusals';
import { boardOf, log, startTestApp, password } from '../../../tests/test-app.ts';
import { holdForWriting, tamper, wrongCounters } from '../../../tests/database-state.ts';

const testApp = await startTestApp();
const { dataDir } = testApp.config;
const [lea] = await testApp.signUpAll('Léa');
const board = await boardOf(lea);
const params = { boardId: board.id };
const [status, message] = refusals.unavailable;
const refused = { status, code: 'unavailable', message };
const writesDone = () => testApp.deps.database.unitOfWork(() => Promise.resolve());

let letGo: () => void = () => undefined;
afterEach(() => letGo());

describe('while another program writes', () => {
  it('all that reads is answered, and a log waits until it is through', async () => {
    letGo = holdForWriting(dataDir);
    const waiting = log(lea, board, 'breakfast', 'log-beside-another-program');
    expect((await lea.sends({ method: 'GET', url: '/healthz' })).status).toBe(200);
    expect((await lea.sends({ method: 'GET', url: '/readyz' })).status).toBe(200);
    expect((await lea.tries('GET /api/boards/:boardId', { params })).status).toBe(200);
    letGo();
    expect((await waiting).activity.id).toBe('log-beside-another-program');
  });

  it('a reader whose session is to be renewed does not wait', async () => {
    await writesDone();
    tamper(dataDir, 'update session set expires_at = ?', Date.now() + 20 * 24 * 60 * 60 * 1000);
    letGo = holdForWriting(dataDir);
    const waiting = log(lea, board, 'breakfast', 'log-beside-a-reader');
    expect((await lea.tries('GET /api/session')).body.user?.id).toBe(lea.id);
    letGo();
    expect((await waiting).activity.id).toBe('log-beside-a-reader');
  });

  it('a log, a sign-in and a sign-up are refused as such when it does not end, and leave nothing', async () => {
    letGo = holdForWriting(dataDir);
    const account = { username: 'Patiente', email: 'patiente@example.org', password, avatar: '🦄' } as const;
    const outcomes = await Promise.all([
      lea.tries('POST /api/boards/:boardId/activities', { params, body: { id: 'log-beside-one-that-stays', actionId: board.breakfast } }),
      testApp.visitor().tries('POST /api/session', { body: { identifier: lea.name, password } }),
      testApp.visitor().tries('POST /api/accounts', { body: account }),
    ]);
    expect(outcomes).toMatchObject([refused, refused, refused]);
    expect(outcomes.map(({ headers }) => headers['retry-after'])).toEqual(['1', '1', '1']);
    letGo();
    expect((await testApp.visitor().tries('POST /api/accounts', { body: account })).status).toBe(201);
    expect((await lea.does('GET /api/boards/:boardId/activities', { params })).activities.map(({ id }) => id)).not.toContain(
      'log-beside-one-that-stays',
    );
    expect(wrongCounters(dataDir)).toEqual([]);
  });
});
