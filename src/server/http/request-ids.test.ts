/** The id of a request finds what became of it in the log, and in that of the proxy. */
import { describe, expect, it } from 'vitest';
import { Stream } from '../../../tests/stream.ts';
import { startTestApp, type TestApp } from '../../../tests/test-app.ts';
import { createRequestIds } from './request-ids.ts';

const given = '4bf92f3577b34da6a3ce929d0e0e4736';
const header = 'x-request-id';
const ours = /^[\da-f]{12}-[\da-f]{8}$/;

describe('the id of a request', () => {
  const look = (testApp: TestApp, headers: Record<string, string> = {}) =>
    testApp.visitor().sends({ method: 'GET', url: '/healthz', headers });

  it('is that of the proxy, which the reply says as well', async () => {
    const behind = await startTestApp({ config: { trustProxy: true } });
    expect((await look(behind, { [header]: given })).headers[header]).toBe(given);
    const stream = await Stream.open(await behind.signUp('Léa'), { [header]: given });
    expect(stream.header(header)).toBe(given);
  });

  it('is ours where there is no proxy, another for each, and makes no reply differ from another', async () => {
    const testApp = await startTestApp();
    for (const headers of [{}, { [header]: given }]) expect((await look(testApp, headers)).headers).not.toHaveProperty(header);
    const next = createRequestIds(false);
    const ids = [next({ headers: {} }), next({ headers: { [header]: given } })];
    for (const id of ids) expect(id).toMatch(ours);
    expect(new Set(ids).size).toBe(2);
  });

  it.each(['', 'court', 'Petit-déj au lit', 'a'.repeat(65), 'lea@example.org-0123456789', `${given}\u00a0`])(
    'is never %j, which nobody makes as an id',
    (id) => {
      expect(createRequestIds(true)({ headers: { [header]: id } })).toMatch(ours);
    },
  );

  it('differs between two copies of the server', () => {
    const ids = [createRequestIds(false), createRequestIds(false)].map((next) => next({ headers: {} }));
    expect(ids[0]).not.toBe(ids[1]);
  });
});

it('each line of a request bears its id; that of a failure says the route and never the address', async () => {
  const lines: { reqId?: string; msg: string; method?: string; route?: string }[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const testApp = await startTestApp({ logger: { level: 'debug', stream }, config: { trustProxy: true } });
  const lea = await testApp.signUp('Léa');
  lines.length = 0;
  testApp.deps.database.snapshot = () => Promise.reject(new Error('broken on purpose'));
  testApp.deps.database.unitOfWork = () => Promise.reject(new Error('broken on purpose'));
  const reply = await lea.sends({ method: 'DELETE', url: '/api/boards/canari-de-l-adresse', headers: { [header]: given } });
  expect([reply.status, reply.headers[header]]).toEqual([500, given]);
  expect(lines.map(({ reqId, msg, route, method }) => [reqId, msg, method, route])).toEqual([
    [given, 'request failed', 'DELETE', '/api/boards/:boardId'],
    [given, 'replied', 'DELETE', '/api/boards/:boardId'],
  ]);
  expect(JSON.stringify(lines)).not.toContain('canari');
});
