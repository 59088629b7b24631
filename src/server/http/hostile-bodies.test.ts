/** S7: whatever is sent, the answer is a refusal of the closed list, and nothing changes. */
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import type { EndpointKey } from '#shared/api';
import { isRefusalCode } from '#shared/refusals';
import { endpoints, json, startTestApp, requestOf } from '../../../tests/test-app.ts';
import { print } from '../../../tests/database-state.ts';
import { validCalls } from '../../../tests/valid-calls.ts';

const testApp = await startTestApp({ boundless: true });
// A recurring job would change the database between two looks at it.
await testApp.deps.jobs.stop();
const calls = await validCalls(testApp);
const taking = endpoints.filter((key) => calls[key].input.body !== undefined);

const spaces = Buffer.alloc(50 * 1024 * 1024, ' ');
const bombs: Record<string, Buffer> = {
  gzip: gzipSync(spaces),
  deflate: deflateSync(spaces),
  br: brotliCompressSync(spaces, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
};

/** How often the bodies were parsed, of those refused for their size and of the others. What that takes is measured by the bench (P12). */
const parsed = { tooLarge: [] as number[], others: [] as number[] };

type Body = Record<string, unknown>;
const bodyOf = (key: EndpointKey) => calls[key].input.body as Body;

async function send(key: EndpointKey, payload: string | Buffer, headers: Record<string, string> = json) {
  const { actor, input } = calls[key];
  const { method, url } = requestOf(key, input);
  const before = print(testApp.config.dataDir);
  const parse = vi.spyOn(JSON, 'parse');
  const answer = await actor.sends({ method, url, payload, headers });
  const times = parse.mock.calls.filter(([text]) => text === payload.toString()).length;
  parse.mockRestore();
  (answer.status === 413 ? parsed.tooLarge : parsed.others).push(times);
  expect(print(testApp.config.dataDir)).toBe(before);
  expect(isRefusalCode(answer.code), answer.text.slice(0, 200)).toBe(true);
  expect(Object.keys(answer.body as unknown as Body).filter((name) => !['code', 'message', 'field'].includes(name))).toEqual([]);
  return answer;
}

describe.each(taking)('%s', (key) => {
  const [firstField = ''] = Object.keys(bodyOf(key));

  it.each([
    ['a megabyte', 1024 * 1024],
    ['a byte over 256 kB', 256 * 1024 + 1],
  ])('is refused with %s', async (_name, size) => {
    const padding = 'a'.repeat(size - `{"${firstField}":""}`.length);
    expect(await send(key, `{"${firstField}":"${padding}"}`)).toMatchObject({ status: 413, code: 'body_too_large' });
  });

  it('is refused 500,000 levels deep', async () => {
    const deep = '['.repeat(500_000) + ']'.repeat(500_000);
    expect((await send(key, `{"${firstField}":${deep}}`)).status).toBe(413);
  });

  it('is refused as deep as 256 kB can be', async () => {
    const lists = '['.repeat(125_000) + ']'.repeat(125_000);
    const objects = `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`;
    for (const deep of [lists, objects]) {
      expect((await send(key, `{"${firstField}":${deep}}`)).status).toBe(400);
      expect((await send(key, deep)).status).toBe(400);
    }
  });

  it.each([
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"a"'],
    ['a number', '1'],
    ['a number past all numbers', '1e309'],
    ['half a body', '{"title":'],
    ['two bodies', '{}{}'],
    ['a comment', '{/* */}'],
    ['NaN', 'NaN'],
    ['a byte order mark and nothing', '\uFEFF'],
  ])('is refused with %s', async (_name, payload) => {
    expect((await send(key, payload)).status).toBe(400);
  });

  it('is refused with bytes that are no text', async () => {
    expect((await send(key, Buffer.from([0xff, 0xfe, 0x00, 0x80]))).status).toBe(400);
  });

  it.each(['gzip', 'deflate', 'br', 'zip', 'gzip, gzip'])('is refused with 50 MB packed small (%s)', async (encoding) => {
    const { [encoding]: packed = bombs['gzip'] } = bombs;
    expect([400, 413]).toContain((await send(key, packed ?? '', { ...json, 'content-encoding': encoding })).status);
  });

  it.each([
    ['__proto__', '{"__proto__":{"administrator":true}}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"administrator":true}}}'],
  ])('is refused with %s, and no object gets anything by it', async (_name, poison) => {
    const [, rest] = poison.split(/^\{/);
    const valid = JSON.stringify(bodyOf(key));
    expect((await send(key, `${valid.slice(0, -1)},${rest}`)).status).toBe(400);
    expect({}).not.toHaveProperty('administrator');
  });

  it('is refused with a key that it does not know', async () => {
    expect((await send(key, JSON.stringify({ ...bodyOf(key), createdBy: 'x' }))).status).toBe(400);
    expect((await send(key, JSON.stringify({ ...bodyOf(key), toString: 1 }))).status).toBe(400);
  });

  it.each(Object.keys(bodyOf(key)))('is refused with %s of a wrong type', async (field) => {
    const fits = (value: unknown) =>
      typeof value === typeof bodyOf(key)[field] && Array.isArray(value) === Array.isArray(bodyOf(key)[field]);
    for (const value of [null, 1, 1.5, true, 'x'.repeat(2000), [], [null], [[]], {}, { length: 1 }]) {
      if (fits(value) && typeof value !== 'string' && !Array.isArray(value)) continue;
      // An empty list of invited people is none, as is one of boards, and of ways to reach a device.
      if (['invited', 'handOvers', 'boards', 'transports'].includes(field) && Array.isArray(value) && value.length === 0) continue;
      // A token of all boards names none.
      if (key === 'POST /api/tokens' && field === 'boards' && value === null) continue;
      const answer = await send(key, JSON.stringify({ ...bodyOf(key), [field]: value }));
      // A text of 2,000 characters in place of a list may be told that it is too long a list, and in place of a signature that it is none.
      expect(typeof value === 'string' ? [400, 403, 409] : [400], JSON.stringify(value)).toContain(answer.status);
    }
  });
});

const withPoints = (points: string) => `{"actions":[{"title":"Bisou","points":${points}}]}`;

it.each(['1e309', '-1e309', '0', '-0', '1001', '-1001', '1.5', '1e3000', '"5"', 'null', 'true', '9007199254740993'])(
  'points are never %s',
  async (points) => {
    const answer = await send('POST /api/boards/:boardId/actions', withPoints(points));
    expect(answer).toMatchObject({ status: 400, code: 'points_invalid' });
  },
);

describe('an address', () => {
  it.each([
    '/api/users/%ff',
    '/api/users/%00',
    '/api/users/%',
    `/api/users/${'a'.repeat(600)}`,
    '/api/boards/..%2f..%2fetc%2fpasswd',
    "/api/boards/'%20or%201=1--",
    `/api/boards/${'%F0%9F%A6%84'.repeat(30)}`,
    '/api/activities?before=',
    '/api/activities?before=x',
    '/api/activities?before=1e999.x',
    '/api/activities?before=1&before=2',
    '/api/emojis?category=constructor',
    '/api/nothing/here',
  ])('that leads nowhere is refused in our words: %s', async (url) => {
    const answer = await calls['GET /api/boards'].actor.sends({ method: 'GET', url });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(isRefusalCode(answer.code), answer.text).toBe(true);
  });

  it.each(['-1', '1.5', '1e3', 'x', '', ' 1', '9'.repeat(16), '1&after=2'])('takes no revision such as "%s"', async (after) => {
    const { actor, input } = calls['GET /api/boards/:boardId'];
    const { url } = requestOf('GET /api/boards/:boardId', input);
    expect((await actor.sends({ method: 'GET', url: `${url}/changes?after=${after}` })).status).toBe(400);
    // Left out, `before` asks for the newest; empty, it is wrong.
    expect((await actor.sends({ method: 'GET', url: `${url}/activities?before=${after.replace('after', 'before')}` })).status).toBe(400);
  });
});

it('a body that is too large was never parsed, any other at most once', () => {
  expect(parsed.tooLarge.length).toBeGreaterThan(taking.length);
  expect(parsed.tooLarge.filter((times) => times > 0)).toEqual([]);
  expect(parsed.others.length).toBeGreaterThan(200);
  expect(Math.max(...parsed.others)).toBe(1);
});
