/** A page of the database file that the disk has spoilt. */
import { beforeAll, describe, expect, it } from 'vitest';
import { refusals } from '#shared/refusals';
import { boardOf, log, startTestApp } from '../../../tests/test-app.ts';
import { tamper, spoil } from '../../../tests/database-state.ts';
import { examine } from '../doctor/doctor.ts';

let logged = '';
const stream = { write: (line: string) => void (logged += line) };
const testApp = await startTestApp({ logger: { level: 'error', stream } });
const { dataDir } = testApp.config;
const [lea] = await testApp.signUpAll('Léa');
const board = await boardOf(lea);
const params = { boardId: board.id };
const [status, message] = refusals.data_damaged;

describe('a damaged page', () => {
  beforeAll(async () => {
    await log(lea, board, 'breakfast');
    await testApp.deps.database.eraseFromLog();
    spoil(dataDir, 'activity');
    // Pages that were read before are at hand, and sound, as long as nobody else has written since.
    tamper(dataDir, 'update emoji set position = position');
  });

  it('is reported to each request that meets it, and everything else goes on', async () => {
    expect((await lea.sends({ method: 'GET', url: '/readyz' })).status).toBe(200);
    for (let time = 0; time < 3; time += 1)
      expect(await lea.tries('GET /api/boards/:boardId/activities', { params })).toMatchObject({ status, code: 'data_damaged', message });
    expect((await lea.tries('GET /api/requests')).status).toBe(200);
  });

  it('makes the server unready, and is logged once, with the code of SQLite', async () => {
    expect(await lea.sends({ method: 'GET', url: '/readyz' })).toMatchObject({ status: 503, code: 'unavailable' });
    expect((await lea.sends({ method: 'GET', url: '/healthz' })).status).toBe(200);
    const lines = logged.split('\n').filter((line) => line.includes('the database is damaged'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('"SQLITE_CORRUPT"');
  });

  it('is found by the doctor, who says so', async () => {
    expect((await examine(testApp.deps)).join('\n')).toMatch(/^fichier : .*\nfichier : .* \(SQLITE_CORRUPT\)$/s);
  });
});
