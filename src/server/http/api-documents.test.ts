import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { api, type Endpoint, type EndpointKey, subjects } from '#shared/api';
import type { LiveEvent, LiveEventType } from '#shared/live-events';
import { type RefusalCode, refusals } from '#shared/refusals';
import { isTokenScope, scopes } from '#shared/scopes';
import { refuse } from '../errors/refusal.ts';
import { endpoints, isChange, isStream, log, startTestApp, requestOf, payloadOf, boardOf } from '../../../tests/test-app.ts';
import { validCalls } from '../../../tests/valid-calls.ts';

interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; schema?: object }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: object }> };
  responses: Record<
    string,
    { description?: string; content?: Record<string, { schema: object; examples?: Record<string, { $ref: string }> }> }
  >;
  security?: Record<string, string[]>[];
  'x-scope'?: string;
}
interface Document {
  openapi: string;
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: Record<string, { type: string; in: string; name: string; description: string }>;
    schemas?: Record<string, object>;
    examples: Record<string, { value: object }>;
  };
  security: Record<string, string[]>[];
  servers: { url: string }[];
}

const testApp = await startTestApp({ boundless: true });
const document = (await testApp.app.inject('/api/openapi.json')).json<Document>();

function operationOf(key: EndpointKey): Operation {
  const [method = '', path = ''] = key.split(' ');
  const operation = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${key} is not in the document`);
  return operation;
}

describe('the document', () => {
  it('is OpenAPI 3.1 with a title, a version, a server and the session as a cookie', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: 'OU LA LA', version: '1' });
    expect(document.servers).toEqual([{ url: testApp.deps.origin }]);
    const session = document.components.securitySchemes['session'];
    expect(session).toMatchObject({ type: 'apiKey', in: 'cookie', name: 'ou-la-la' });
    expect(document.security).toEqual([{ session: [] }]);
    expect(document.components.securitySchemes['token']).toMatchObject({ type: 'http', scheme: 'bearer' });
    for (const scope of Object.keys(scopes)) expect(session?.description).toContain(`\`${scope}\``);
  });

  it('names every event that the stream carries', () => {
    const ofBoards = { change: true, joined: true, gone: true, proposals: true, favourites: true, readings: true } as const;
    const ofPeople = { requests: true, owed: true, presence: true, account: true, notice: true } as const;
    const types = { hello: true, ...ofBoards, ...ofPeople, bye: true } satisfies Record<LiveEventType, true>;
    const stream = document.info.description.split('\n').find((line) => line.startsWith('**Direct.**')) ?? '';
    for (const type of Object.keys(types)) expect(stream).toMatch(new RegExp(`\`${type}\`( \`\\{|,| à l'ouverture)`));
  });

  it('names each part of the greeting of the stream', () => {
    const parts = {
      boards: true,
      epoch: true,
      protocol: true,
      readings: true,
      pendingRequests: true,
      online: true,
      account: true,
    } satisfies Record<Exclude<keyof Extract<LiveEvent, { type: 'hello' }>, 'type'>, true>;
    const [, greeting = ''] = /`hello` à l'ouverture, `([^`]*)`/.exec(document.info.description) ?? [];
    for (const part of Object.keys(parts)) expect(greeting).toMatch(new RegExp(`\\b${part}\\b`));
  });

  it('says of each reply something in French, and of each refusal its closed codes, each shown as it is sent', () => {
    for (const key of endpoints) {
      for (const [status, { description, content }] of Object.entries(operationOf(key).responses)) {
        expect(description, `${key} ${status}`).toMatch(/\S/);
        expect(description, `${key} ${status}`).not.toBe('Default Response');
        if (Number(status) < 400) continue;
        const { schema, examples = {} } = content?.['application/json'] ?? {};
        const { properties }: { properties?: { code?: { enum?: string[] } } } = schema ?? {};
        const codes = properties?.code?.enum ?? [];
        expect(codes.length, `${key} ${status}`).toBeGreaterThan(0);
        for (const code of codes) expect(refusals).toHaveProperty(code);
        expect(Object.keys(examples), `${key} ${status}`).toEqual(codes);
        for (const [code, { $ref }] of Object.entries(examples)) expect($ref).toBe(`#/components/examples/${code}`);
      }
    }
    for (const [code, { value }] of Object.entries(document.components.examples))
      expect([code, value]).toEqual([code, refuse(code as RefusalCode).body]);
  });

  it('tells of each operation more than its summary does', () => {
    for (const key of endpoints) expect([key, operationOf(key).description]).not.toEqual([key, operationOf(key).summary]);
  });

  it('is made once, in slices that let other calls through', async () => {
    const { app } = await startTestApp();
    let turns = 0;
    let made = false;
    const all = Promise.all([app.inject('/api/openapi.json'), app.inject('/api/openapi.json')]).finally(() => (made = true));
    while (!made) {
      await nextTurn();
      turns += 1;
    }
    const [one, other] = await all;
    expect(turns).toBeGreaterThan(endpoints.length);
    expect(other.headers.etag).toBe(one.headers.etag);
  });

  it('names every operation once', () => {
    const ids = endpoints.map((key) => operationOf(key).operationId);
    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('points at nothing that is missing', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target ?? '');
    const missing = references.filter((target) => {
      const parts = target.replace(/^#\//, '').split('/');
      return parts.reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], document) === undefined;
    });
    expect(missing).toEqual([]);
  });

  it('is read without a session, as is its page', async () => {
    expect((await testApp.app.inject('/api/docs/')).statusCode).toBe(200);
  });
});

describe.each(endpoints)('%s', (key) => {
  const operation = operationOf(key);

  it('says what it is for and what it replies', () => {
    expect(operation.summary).toBe(api[key].summary);
    expect(operation.tags).toEqual([expect.toBeOneOf(Object.keys(subjects))]);
    const statuses = Object.keys(operation.responses).map(Number);
    expect(statuses).toContain(api[key].reply[0]);
    const endpoint: Endpoint = api[key];
    const refused = (endpoint.refusals ?? []).map((code) => refusals[code][0]);
    expect(statuses).toEqual(expect.arrayContaining(refused));
    for (const { description } of Object.values(operation.responses)) expect(typeof description).toBe('string');
  });

  it('names the parts of its address, and the Origin of a change', () => {
    const parameters = operation.parameters ?? [];
    const inPath = [...key.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(inPath);
    for (const parameter of parameters.filter((one) => one.in === 'path')) expect(parameter.required).toBe(true);
    const headers = parameters.filter((parameter) => parameter.in === 'header').map(({ name, required }) => [name, required]);
    const own = 'headers' in api[key] ? [['idempotency-key', false]] : [];
    const tag = 'tagged' in api[key] ? [['if-none-match', false]] : [];
    // A caller with a token needs no Origin.
    expect(headers).toEqual([...own, ...(isChange(key) ? [['origin', !isTokenScope(api[key].scope)]] : []), ...tag]);
    expect(operation.requestBody !== undefined).toBe('body' in api[key]);
  });

  it('says which scope it needs, and whether a visitor may call it', () => {
    expect(operation['x-scope']).toBe(api[key].scope);
    const tokens = isTokenScope(api[key].scope) ? [{ session: [] }, { token: [] }] : undefined;
    expect(operation.security).toEqual('public' in api[key] ? [] : tokens);
    const { examples = {} } = operation.responses['401']?.content?.['application/json'] ?? {};
    // The server tells a caller that its token is false, where a visitor is welcome too.
    expect(Object.keys(examples)).toContain('token_refused');
    expect('no_user_logged_in' in examples).toBe(!('public' in api[key]));
  });
});

describe('a reply is what the document says', async () => {
  const calls = await validCalls(testApp);
  const { actor: lea } = calls['GET /api/boards'];
  const board = await boardOf(lea);
  await log(lea, board, 'breakfast');
  const last: EndpointKey[] = ['DELETE /api/sessions', 'DELETE /api/boards/:boardId', 'DELETE /api/session'];
  // An accepted request is not rejected after it; the board outlives its readers, and one session the end of all others.
  const sample = endpoints
    .filter((key) => !isStream(key) && !key.endsWith('rejection'))
    .toSorted((a, b) => last.indexOf(a) - last.indexOf(b));

  function schemaOf(key: EndpointKey, status: number) {
    const schema = operationOf(key).responses[status]?.content?.['application/json']?.schema;
    if (!schema) return null;
    return z.fromJSONSchema({ ...schema, $defs: document.components.schemas ?? {} } as Parameters<typeof z.fromJSONSchema>[0]);
  }

  it.each(sample.filter((key) => key !== 'PUT /api/boards/:boardId/administrator'))('%s', async (key) => {
    const { actor, input } = calls[key];
    const { method, url, body } = requestOf(key, input);
    const answer = await actor.sends({ method, url, ...payloadOf(body) });
    expect(answer.status, answer.text).toBe(api[key].reply[0]);
    const schema = schemaOf(key, answer.status);
    if (api[key].reply[1] === null) expect(answer.text).toBe('');
    else expect(schema?.safeParse(answer.body).error).toBeUndefined();
    expect(schema === null).toBe(api[key].reply[1] === null);

    const refused = await testApp.visitor().sends({ method, url, ...payloadOf(body) });
    if (refused.status === 401) expect(schemaOf(key, 401)?.safeParse(refused.body).success).toBe(true);
  });
});
