import type * as Scalar from '@scalar/fastify-api-reference';
import { expect, it, vi } from 'vitest';
import { startTestApp } from '../../../tests/test-app.ts';

const scalar = vi.hoisted(() => ({ fails: true }));
vi.mock('@scalar/fastify-api-reference', async (original) => {
  const { default: real } = await original<typeof Scalar>();
  const plugin: typeof real = (instance, options, done) => {
    if (scalar.fails) done(new Error('no file could be opened'));
    else real(instance, options, done);
  };
  return { default: plugin };
});

it('the reader of the API that could not be loaded once is loaded by the next request', async () => {
  const { app } = await startTestApp();
  const statuses = async () => {
    const replies = [await app.inject('/api/docs/'), await app.inject('/api/docs/js/scalar.js')];
    return replies.map(({ statusCode }) => statusCode);
  };
  expect(await statuses()).toEqual([500, 500]);
  scalar.fails = false;
  expect(await statuses()).toEqual([200, 200]);
});

it('the reader of the API sends to where it was opened, which alone its page allows, and by a token first', async () => {
  scalar.fails = false;
  const { app } = await startTestApp({ config: { origin: 'https://jeu.test' } });
  const { payload, headers } = await app.inject('/api/docs/');
  expect(headers['content-security-policy']).toContain("connect-src 'self';");
  expect(payload).not.toContain('https://jeu.test');
  expect(payload.replaceAll(/\s/g, '')).toMatch(/"servers":\[{"url":"\/"}\].*"preferredSecurityScheme":"token"/);
});
