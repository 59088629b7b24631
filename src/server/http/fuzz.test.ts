/** S7: bodies, addresses and queries made by chance, near and far from every schema: refused or done, never broken. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusalCode } from '#shared/refusals';
import { endpoints, isStream, startTestApp, payloadOf, requestOf, Someone } from '../../../tests/test-app.ts';
import { wrongCounters } from '../../../tests/database-state.ts';
import { onSqlite } from '../../../tests/postgres/test-databases.ts';
import { validCalls } from '../../../tests/valid-calls.ts';

const testApp = await startTestApp({ boundless: true });
const calls = await validCalls(testApp);
// Accounts are made by the slow hash of their password; a hundred of them say as much as thousands.
const runs = (key: string) => (!onSqlite ? 40 : key === 'POST /api/accounts' || key === 'POST /api/session' ? 60 : 150);

const odd = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  'İ',
  'ﬀ',
  '👨‍👩‍👧‍👦',
  '-0',
  '1e309',
  '__proto__',
  'x'.repeat(5000),
  "' or 1=1 --",
  '<img src=x onerror=alert(1)>',
);
const value = fc.oneof(odd, fc.string({ unit: 'binary' }), fc.double(), fc.maxSafeInteger(), fc.jsonValue());

/** The valid body with some of its parts exchanged, wherever they are in it. */
function near(body: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(body)) {
    const items = body.map((item) => fc.oneof({ weight: 2, arbitrary: near(item) }, value));
    return fc.oneof(fc.tuple(...items), fc.array(items[0] ?? value, { maxLength: 5 }), value);
  }
  if (typeof body === 'object' && body !== null) {
    const parts = Object.entries(body).map(([name, part]) => [name, fc.oneof({ weight: 3, arbitrary: near(part) }, value)] as const);
    return fc.record(Object.fromEntries(parts), { requiredKeys: [] });
  }
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(body) },
    value,
    typeof body === 'number' ? fc.integer({ min: -1001, max: 1001 }) : odd,
  );
}

// Once the administrator, the board or the session is gone, everything else is merely refused: they go last.
const last = ['PUT /api/boards/:boardId/administrator', 'DELETE /api/boards/:boardId', 'DELETE /api/session'];
const ordered = endpoints.filter((key) => !isStream(key)).toSorted((a, b) => last.indexOf(a) - last.indexOf(b));

describe.each(ordered)('%s', (key) => {
  const { actor, input } = calls[key];
  const text = fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 200 }));
  const wellFormed = text.map((one) => Buffer.from(one).toString());
  const someParams = fc.record(
    Object.fromEntries(Object.entries(input.params ?? {}).map(([name, id]) => [name, fc.oneof(fc.constant(id), wellFormed)])),
  );
  const someQuery = fc.dictionary(fc.constantFrom('after', 'before', 'category', 'limit'), wellFormed, { maxKeys: 2 });
  const someBody =
    input.body === undefined
      ? fc.option(fc.jsonValue(), { nil: undefined })
      : fc.oneof({ weight: 3, arbitrary: near(input.body) }, fc.jsonValue());

  it('is answered or refused, whatever comes', async () => {
    await fc.assert(
      fc.asyncProperty(someParams, someQuery, someBody, async (params, query, body) => {
        const { method, url } = requestOf(key, { params, query });
        const browser = Object.assign(new Someone(testApp, actor.name), { cookie: actor.cookie });
        const { status, code, text: reply } = await browser.sends({ method, url, ...payloadOf(body) });
        // Another password changes the cookie.
        actor.cookie = browser.cookie ?? actor.cookie;
        expect(status, reply).toBeLessThan(500);
        if (status >= 400) expect(isRefusalCode(code), reply).toBe(true);
      }),
      { numRuns: runs(key) },
    );
  });
});

it('all of it leaves every counter equal to its sum', () => {
  expect(wrongCounters(testApp.config.dataDir)).toEqual([]);
});
