/** R5, by SQLite's own limit: a database that may not grow answers as it does on a full disk. */
import { beforeAll, describe, expect, it } from 'vitest';
import { boardOf, startTestApp, password, setPragma } from '../../../tests/test-app.ts';
import { dump, tamper, wrongCounters } from '../../../tests/database-state.ts';
import { Stream } from '../../../tests/stream.ts';

const testApp = await startTestApp({ boundless: true });
const [lea, max] = await testApp.signUpAll('Léa', 'Max');
const board = await boardOf(lea);
const pages = (limit: number) => testApp.deps.database.unitOfWork(({ db }) => setPragma(db, `max_page_count = ${limit}`));

const sessionsOf = ({ id }: { id: string }) =>
  (dump(testApp.config.dataDir)['session'] ?? []).filter(({ user_id }) => user_id === id).length;

/** What a change answers once the room that is left in the pages is used up. */
async function firstRefusal(change: (n: number) => Promise<{ status: number; code: unknown }>) {
  for (let n = 0; n < 200; n += 1) {
    const { status, code } = await change(n);
    if (status >= 400) return { status, code };
  }
  return undefined;
}

describe('on a full disk', () => {
  beforeAll(async () => {
    // So that the session is to be renewed, which finds no room.
    const inTwentyDays = Date.now() + 20 * 24 * 60 * 60 * 1000;
    tamper(testApp.config.dataDir, 'update session set expires_at = ? where user_id = ?', inTwentyDays, lea.id);
    tamper(
      testApp.config.dataDir,
      "create trigger long before update on session begin insert into emoji values (new.token_hash, printf('%.9000c', 'x'), 'long', 0, 0); end",
    );
    // Makes the first row of an account the one that finds no room.
    tamper(
      testApp.config.dataDir,
      "create trigger heavy before insert on user begin insert into emoji values (new.id, printf('%.9000c', 'x'), 'heavy', 0, 0); end",
    );
    // Less than the file has is taken as what it has.
    await pages(1);
  });

  it('logging is refused as such, and counts nothing', async () => {
    const params = { boardId: board.id };
    const log = (n: number) =>
      lea.tries('POST /api/boards/:boardId/activities', { params, body: { id: `full-disk-activity-${n}`, actionId: board.breakfast } });
    expect(await firstRefusal(log)).toEqual({ status: 507, code: 'storage_full' });
    expect(wrongCounters(testApp.config.dataDir)).toEqual([]);
  });

  it('signing in and signing up are refused as such', async () => {
    const signIn = () => testApp.visitor().tries('POST /api/session', { body: { identifier: 'Léa', password } });
    expect(await firstRefusal(signIn)).toEqual({ status: 507, code: 'storage_full' });
    const account = (n: number) => ({ username: `Serré${n}`, email: `serre${n}@example.org`, password });
    const signUp = (n: number) => testApp.visitor().tries('POST /api/accounts', { body: account(n) });
    expect(await firstRefusal(signUp)).toEqual({ status: 507, code: 'storage_full' });
  });

  it('signing out works: the cookie goes, is never accepted again, and the stream ends', async () => {
    tamper(
      testApp.config.dataDir,
      "create trigger last before delete on session begin insert into emoji values (old.token_hash, printf('%.9000c', 'x'), 'last', 0, 0); end",
    );
    const copy = Object.assign(testApp.visitor(), { cookie: max.cookie });
    const stream = await Stream.open(max);
    await stream.next('hello');
    const answer = await max.tries('DELETE /api/session');
    expect([answer.status, max.cookie]).toEqual([204, undefined]);
    expect(sessionsOf(max)).toBe(1);
    expect((await copy.tries('GET /api/boards')).code).toBe('no_user_logged_in');
    expect((await copy.does('GET /api/session')).user).toBeNull();
    await stream.end();
    expect(stream.all('bye')).toEqual([{ type: 'bye', reason: 'session_ended' }]);
  });

  it('reading goes on', async () => {
    expect((await lea.tries('GET /api/boards/:boardId', { params: { boardId: board.id } })).status).toBe(200);
    expect((await lea.tries('GET /api/session')).body.user?.id).toBe(lea.id);
  });

  it('everything works again once there is room', async () => {
    await pages(1_000_000);
    expect((await testApp.signUp('Nora')).id).not.toBe('');
    // What could not be deleted meanwhile is by now.
    await expect.poll(() => sessionsOf(max)).toBe(0);
    expect(wrongCounters(testApp.config.dataDir)).toEqual([]);
  });
});
