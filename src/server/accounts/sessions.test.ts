/** S4: a session is one's own, from signing in to its end, and no longer. */
import { beforeEach, describe, expect, it } from 'vitest';
import { boardOf, log, openStage, password, remove, Someone } from '../../../tests/cast.ts';
import { dump, meddle } from '../../../tests/database-state.ts';
import { Stream } from '../../../tests/stream.ts';

const stage = await openStage();
const lea = await stage.signUp('Léa');
const credentials = { identifier: 'Léa', password };

/** Milliseconds from the end of a right to the end of the stream. */
const atOnce = 1000;

function withCookie(cookie: string | undefined): Someone {
  return Object.assign(new Someone(stage, 'quelqu’un'), { cookie });
}

async function isRecognised(someone: Someone): Promise<boolean> {
  const { status, code } = await someone.tries('GET /api/boards');
  if (status !== 200) expect({ status, code }).toEqual({ status: 401, code: 'no_user_logged_in' });
  return status === 200;
}

let browser: Someone;
beforeEach(async () => {
  browser = await lea.elsewhere();
});

describe('a session planted before the sign-in', () => {
  it('of an invented token is never accepted, and the sign-in makes another', async () => {
    const planted = withCookie('ou-la-la=planted.c2lnbmF0dXJl');
    expect(await isRecognised(planted)).toBe(false);
    await planted.does('POST /api/session', { body: credentials });
    expect(planted.cookie).not.toContain('planted');
    expect(await isRecognised(planted)).toBe(true);
    expect(await isRecognised(withCookie('ou-la-la=planted.c2lnbmF0dXJl'))).toBe(false);
  });

  it('of the planter is not the one that the sign-in gives, and ends by it', async () => {
    const planter = await stage.signUp('Planteur');
    const planted = planter.cookie;
    const victim = withCookie(planted);
    await victim.does('POST /api/session', { body: credentials });
    expect(victim.cookie).not.toBe(planted);
    expect((await victim.does('GET /api/session')).user?.username).toBe('Léa');
    expect(await isRecognised(withCookie(planted))).toBe(false);
  });
});

describe('a cookie', () => {
  it.each([
    ['without a signature', (token: string) => token],
    ['with an empty signature', (token: string) => `${token}.`],
    ["with another session's signature", (token: string, other: string) => `${token}.${other}`],
    ['with a signature cut short', (token: string, _other: string, own: string) => `${token}.${own.slice(0, 8)}`],
    ['that cannot be decoded', () => '%E0%A4%A'],
    ['that is empty', () => ''],
    ['that tries a statement', () => "' or 1=1 --.x"],
  ])('%s is nobody', async (_how, forge) => {
    const parts = (someone: Someone) => decodeURIComponent(someone.cookie?.split('=').slice(1).join('=') ?? '').split('.');
    const [token = '', own = ''] = parts(browser);
    const [, other = ''] = parts(lea);
    expect(await isRecognised(withCookie(`ou-la-la=${encodeURIComponent(forge(token, other, own))}`))).toBe(false);
    expect(await isRecognised(withCookie(`ou-la-la=${forge(token, other, own)}`))).toBe(false);
    expect(await isRecognised(browser)).toBe(true);
  });

  it('never shows the token of the database, nor does any reply', async () => {
    const tokens = (dump(stage.config.dataDir)['session'] ?? []).map(({ token }) => String(token));
    const replies = [await lea.tries('GET /api/session'), await lea.tries('POST /api/session', { body: credentials })];
    for (const { text } of replies) for (const token of tokens) expect(text).not.toContain(token);
  });
});

describe('signing out', () => {
  it('ends the session at once: the same cookie is nobody', async () => {
    const { cookie } = browser;
    await browser.does('DELETE /api/session');
    expect(await isRecognised(withCookie(cookie))).toBe(false);
    expect((await withCookie(cookie).does('GET /api/session')).user).toBeNull();
  });

  it('takes the cookie out of the browser', async () => {
    await browser.does('DELETE /api/session');
    expect(browser.cookie).toBeUndefined();
  });

  it('leaves the other sessions of the person', async () => {
    const other = await lea.elsewhere();
    await browser.does('DELETE /api/session');
    expect(await isRecognised(other)).toBe(true);
  });

  it('closes the stream of this session within a second, with a word, and no other', async () => {
    const other = await lea.elsewhere();
    const [mine, theirs] = await Promise.all([Stream.open(browser), Stream.open(other)]);
    await Promise.all([mine.next('hello'), theirs.next('hello')]);
    await browser.does('DELETE /api/session');
    expect(await mine.end()).toBeLessThan(atOnce);
    expect(mine.events).toEqual([{ type: 'bye', reason: 'session_ended' }]);
    expect(theirs.closed).toBe(false);
    theirs.close();
  });

  it('does no harm without a session', async () => {
    expect((await stage.visitor().tries('DELETE /api/session')).status).toBe(204);
  });
});

describe('a session', () => {
  it('ends by its date', async () => {
    const { sessionId } = (await stage.deps.identity.recognise(browser.cookie)) ?? {};
    meddle(stage.config.dataDir, 'update session set expires_at = ? where id = ?', new Date(Date.now() - 1).toISOString(), sessionId);
    expect(await isRecognised(browser)).toBe(false);
  });

  it('of an account deleted in the database is nobody, even where its row was left', async () => {
    const gone = await stage.signUp('Parti');
    expect(await isRecognised(gone)).toBe(true);
    meddle(stage.config.dataDir, 'delete from user where id = ?', gone.id);
    expect(dump(stage.config.dataDir)['session']?.some(({ user_id }) => user_id === gone.id)).toBe(true);
    expect(await isRecognised(gone)).toBe(false);
    expect((await gone.does('GET /api/session')).user).toBeNull();
    await expect(Stream.open(gone)).rejects.toThrow('401');
  });

  it('opens no stream without a cookie', async () => {
    await expect(Stream.open(stage.visitor())).rejects.toThrow('401');
  });
});

describe("a removed member's stream", () => {
  it("says 'gone' and carries nothing of the board any more", async () => {
    const max = await stage.signUp('Max');
    const board = await boardOf(lea, [max]);
    const kept = await boardOf(lea, [max]);
    const stream = await Stream.open(max);
    await stream.next('hello');
    await remove(lea, board, max);
    expect(await stream.next('gone')).toEqual({ type: 'gone', boardId: board.id, reason: 'removed' });

    const sofar = stream.text.length;
    await log(lea, board, 'breakfast');
    await lea.does('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { title: 'Sans Max' } });
    // The change of a board that Max still has comes after the others, and proves that the stream lives.
    await log(lea, kept, 'breakfast');
    await stream.next('change', ({ boardId }) => boardId === kept.id);
    expect(stream.text.slice(sofar)).not.toContain(board.id);
    expect(stream.text.slice(sofar)).not.toContain('SANS MAX');
    stream.close();
  });
});
