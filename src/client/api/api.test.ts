import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { api, BehindPortal, Refused, sentenceOf, Unreachable } from './api.ts';
import { unanswered } from './api.ts';
import { addressAfterPortal, addressThroughPortal, portalAnswers, rightOrigin } from './obstacle.ts';
import { endSession, sessionOver } from './session.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  fetched.mockReset();
  vi.unstubAllGlobals();
});

function replies(status: number, body: unknown): void {
  fetched.mockResolvedValueOnce(new Response(body === null ? null : JSON.stringify(body), { status }));
}
const refusal = (status: number, code: string, field?: string) => replies(status, { code, message: 'Non ?', ...(field ? { field } : {}) });

const page = (status: number) => new Response('<h1>Welcome</h1>', { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
/** As a browser shows a redirect that it was told not to follow. */
const redirect = () => Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } });

describe('a call', () => {
  it('fills the path, the query and the body', async () => {
    replies(201, {});
    await api('POST /api/boards/:boardId/activities', { params: { boardId: 'a/b' }, body: { id: 'x', actionId: 'y' } });
    const [address, init] = fetched.mock.calls[0] ?? [];
    expect(address).toBe('/api/boards/a%2Fb/activities');
    expect(init).toMatchObject({ method: 'POST', body: '{"id":"x","actionId":"y"}', credentials: 'same-origin' });
    replies(200, {});
    await api('GET /api/boards/:boardId/changes', { params: { boardId: 'b' }, query: { after: '7' } });
    expect(fetched.mock.calls[1]?.[0]).toBe('/api/boards/b/changes?after=7');
  });

  it('names the only session it may use, and reads how long the server asks to wait', async () => {
    const reply = JSON.stringify({ code: 'too_many_requests', message: 'Trop' });
    fetched.mockResolvedValueOnce(new Response(reply, { status: 429, headers: { 'retry-after': '7' } }));
    const error = await api('GET /api/boards', { as: 'léa' }).catch((thrown: unknown) => thrown);
    expect(fetched.mock.calls[0]?.[1]?.headers).toMatchObject({ 'x-session-of': 'léa' });
    expect(error).toMatchObject({ status: 429, retryAfterMs: 7000 });
    refusal(500, 'server_error');
    const other = await api('GET /api/boards').catch((thrown: unknown) => thrown);
    expect(fetched.mock.calls[1]?.[1]?.headers).not.toHaveProperty('x-session-of');
    expect(other).toMatchObject({ retryAfterMs: 0 });
  });

  it('that gets no answer, or is long in getting one, says so; one that is refused does not', async () => {
    vi.useFakeTimers();
    const told = vi.fn();
    const stop = unanswered.listen(told);
    refusal(409, 'username_taken');
    await api('GET /api/boards').catch(() => undefined);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(told).not.toHaveBeenCalled();
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await api('GET /api/boards').catch(() => undefined);
    expect(told).toHaveBeenCalledTimes(1);
    fetched.mockImplementationOnce(() => new Promise((resolve) => setTimeout(() => resolve(Response.json({})), 5000)));
    const slow = api('GET /api/boards');
    await vi.advanceTimersByTimeAsync(3000);
    expect(told).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(3000);
    await slow;
    expect(told).toHaveBeenCalledTimes(2);
    stop();
    vi.useRealTimers();
  });

  it('sends no content type without a body', async () => {
    replies(204, null);
    await expect(api('DELETE /api/session')).resolves.toBeUndefined();
    expect(fetched.mock.calls[0]?.[1]?.headers).not.toHaveProperty('content-type');
  });

  it('that is refused throws code, status, field and the sentence with French spaces', async () => {
    refusal(409, 'username_taken', 'username');
    const error = await api('GET /api/boards').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Refused);
    expect(error).toMatchObject({ code: 'username_taken', status: 409, field: 'username', sentence: 'Non\u202F?' });
    expect(sentenceOf(error)).toBe('Non\u202F?');
  });

  it.each([
    ['no network', () => fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))],
    ['a page of a proxy', () => fetched.mockResolvedValueOnce(new Response('<h1>Bad Gateway</h1>', { status: 502 }))],
    ['JSON of somebody else', () => replies(503, { error: 'overloaded' })],
  ])('that got %s is unreachable', async (_, answer) => {
    answer();
    await expect(api('GET /api/boards')).rejects.toBeInstanceOf(Unreachable);
  });

  it.each([
    ['a redirect', () => fetched.mockResolvedValueOnce(redirect())],
    ['a page that asks to sign in', () => fetched.mockResolvedValueOnce(page(200))],
    ['401 with a page', () => fetched.mockResolvedValueOnce(page(401))],
    ['403 with a page', () => fetched.mockResolvedValueOnce(page(403))],
    ['401 with JSON of somebody else', () => replies(401, {})],
    ['511 of a Wi-Fi', () => fetched.mockResolvedValueOnce(page(511))],
  ])('that got %s stands before a login portal, until the server answers', async (_, answer) => {
    answer();
    const error = await api('POST /api/session', { body: { identifier: 'léa', password: 'x' } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BehindPortal);
    // So everything that waits for the server waits for the portal, too.
    expect(error).toBeInstanceOf(Unreachable);
    expect(sentenceOf(error)).toBe("L'accès à OU LA LA passe d'abord par une page de connexion (celle de l'hébergeur ou du réseau).");
    expect(portalAnswers.get()).toBe(true);
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await api('GET /api/boards').catch(() => undefined);
    expect(portalAnswers.get()).toBe(true);
    refusal(403, 'administrator_only');
    await api('GET /api/boards').catch(() => undefined);
    expect(portalAnswers.get()).toBe(false);
  });

  it('that is refused at another address than the right one names that', async () => {
    replies(403, { code: 'foreign_origin', message: 'Non', origin: 'https://jeu.example.org' });
    const error = await api('DELETE /api/session').catch((thrown: unknown) => thrown);
    expect(sentenceOf(error)).toContain('OU LA LA vous attend sur https://jeu.example.org.');
    expect(rightOrigin.get()).toBe('https://jeu.example.org');
    rightOrigin.set(null);
  });

  it('asks not to follow a redirect, which would look like no network', async () => {
    replies(200, {});
    await api('GET /api/boards');
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ redirect: 'manual' });
  });

  it('that its caller gave up is neither refused nor unreachable', async () => {
    const giveUp = new AbortController();
    fetched.mockImplementationOnce((_, init) => {
      giveUp.abort();
      return Promise.reject(init?.signal?.reason);
    });
    await expect(api('GET /api/boards', { signal: giveUp.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the end of a session', () => {
  function listenForEnd() {
    const ended = vi.fn();
    onTestFinished(sessionOver.listen(ended));
    return ended;
  }

  it('is announced by a 401 of any call but those on the session', async () => {
    const ended = listenForEnd();
    refusal(401, 'no_user_logged_in');
    await api('DELETE /api/session').catch(() => undefined);
    refusal(401, 'wrong_credentials');
    await api('POST /api/session', { body: { identifier: 'léa', password: 'x' } }).catch(() => undefined);
    expect(ended).not.toHaveBeenCalled();
    refusal(401, 'no_user_logged_in');
    await api('GET /api/boards').catch(() => undefined);
    expect(ended).toHaveBeenCalledExactlyOnceWith({ reason: 'ended' });
  });

  it('is not announced while the person is signing out', async () => {
    const ended = listenForEnd();
    refusal(401, 'no_user_logged_in');
    await endSession(() => api('GET /api/boards').catch(() => undefined));
    expect(ended).toHaveBeenCalledExactlyOnceWith({ reason: 'signed_out' });
  });

  it('is not announced by a late answer to the session before', async () => {
    const ended = listenForEnd();
    const answers: ((response: Response) => void)[] = [];
    fetched.mockReturnValueOnce(new Promise((resolve) => answers.push(resolve)));
    const late = api('GET /api/boards').catch(() => undefined);
    replies(201, { user: {} });
    await api('POST /api/session', { body: { identifier: 'léa', password: 'x' } });
    answers[0]?.(new Response(JSON.stringify({ code: 'no_user_logged_in', message: '' }), { status: 401 }));
    await late;
    expect(ended).not.toHaveBeenCalled();
  });

  it('is not announced by an answer that a change of password has overtaken or is about to', async () => {
    const ended = listenForEnd();
    const gone = () => new Response(JSON.stringify({ code: 'no_user_logged_in', message: '' }), { status: 401 });
    const answers: ((response: Response) => void)[] = [];
    for (let calls = 0; calls < 3; calls += 1) fetched.mockReturnValueOnce(new Promise((resolve) => answers.push(resolve)));
    const before = api('GET /api/boards').catch(() => undefined);
    const change = api('PUT /api/account/password', { body: { currentPassword: 'orage', newPassword: 'orage violet' } });
    const after = api('GET /api/boards').catch(() => undefined);
    answers[0]?.(gone());
    await before;
    answers[1]?.(new Response(null, { status: 204 }));
    await change;
    answers[2]?.(gone());
    await after;
    expect(ended).not.toHaveBeenCalled();
    refusal(401, 'no_user_logged_in');
    await api('PUT /api/account/password', { body: { currentPassword: 'orage', newPassword: 'orage violet' } }).catch(() => undefined);
    expect(ended).toHaveBeenCalledOnce();
  });
});

describe('the way through a login portal', () => {
  it('is the same address with a mark, which is gone after it', () => {
    const there = addressThroughPortal('https://jeu.example.org/board/a?tab=scores#contenu');
    expect(there).toBe('https://jeu.example.org/board/a?tab=scores&portail=#contenu');
    expect(addressAfterPortal(there)).toBe('https://jeu.example.org/board/a?tab=scores#contenu');
    expect(addressAfterPortal('https://jeu.example.org/?portail#contenu')).toBe('https://jeu.example.org/#contenu');
  });

  it('leaves an address without the mark alone', () => {
    expect(addressAfterPortal('https://jeu.example.org/boards?text=portail')).toBeNull();
  });
});
