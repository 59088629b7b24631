import { afterAll, expect, it } from 'vitest';
import { api } from '#shared/api';
import { type Scope, scopes } from '#shared/scopes';
import { buildApp } from '../app.ts';
import { endpoints, payloadOf, requestOf, startTestApp } from '../../../tests/test-app.ts';
import { openPrinter } from '../../../tests/database-state.ts';
import { validCalls } from '../../../tests/valid-calls.ts';

const testApp = await startTestApp({ boundless: true });
const calls = await validCalls(testApp);
const someone = await testApp.signUp('Déléguée');
const printer = openPrinter(testApp.config.dataDir);
afterAll(() => printer.close());

/** The app as it is for somebody who proves with a cookie who they are, but for one scope. */
async function appWithout(scope: Scope) {
  const { identity } = testApp.deps;
  return await buildApp({
    ...testApp.deps,
    identity: {
      ...identity,
      async authenticate(cookieHeader) {
        const caller = await identity.authenticate(cookieHeader);
        return caller && { ...caller, scopes: new Set([...caller.scopes].filter((one) => one !== scope)) };
      },
    },
  });
}

it.each(Object.keys(scopes) as Scope[])(
  'to a caller without the scope %s no endpoint exists that names it, and nothing changes',
  async (scope) => {
    const app = await appWithout(scope);
    for (const key of endpoints.filter((one) => api[one].scope === scope)) {
      const before = printer.print();
      const { method, url, body } = requestOf(key, calls[key].input);
      const { payload, headers } = payloadOf(body);
      const reply = await app.inject({
        method: method as 'GET',
        url,
        headers: { origin: testApp.config.origin, cookie: someone.cookie, ...headers },
        ...(payload !== undefined && { payload }),
      });
      expect([key, reply.statusCode, reply.json<{ code: string }>().code]).toEqual([key, 404, 'not_found']);
      expect(printer.print(), key).toBe(before);
    }
    await app.close();
  },
);
