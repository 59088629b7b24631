import { createHook } from 'node:async_hooks';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '../../../tests/test-app.ts';
import { createStaticContent } from './static-content.ts';

const testApp = await startTestApp();
const addresses = ['/api/docs/js/scalar.js', '/api/docs/', '/api/openapi.json'];

// Whatever compresses in Node makes one of these.
let compressions = 0;
const hook = createHook({
  init(_id, type) {
    if (type === 'ZLIB') compressions += 1;
  },
});
beforeEach(() => {
  compressions = 0;
  hook.enable();
});
afterEach(() => hook.disable());

const ask = (url: string, headers: Record<string, string> = {}) => testApp.app.inject({ url, headers });

describe.each(addresses)('%s', (url) => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is compressed once as %s, whoever asks for it again', async (encoding, decompress) => {
    const plain = await ask(url);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const first = await ask(url, { 'accept-encoding': encoding });
    compressions = 0;
    const second = await ask(url, { 'accept-encoding': `deflate, ${encoding}` });
    expect(compressions).toBe(0);
    for (const reply of [first, second]) {
      // What weighs less than 1 kB goes as it is.
      const small = plain.rawPayload.length < 1024;
      expect(reply.headers['content-encoding']).toBe(small ? undefined : encoding);
      expect(reply.headers).toMatchObject({ vary: 'accept-encoding', etag: plain.headers.etag, 'cache-control': 'no-cache' });
      expect((small ? reply.rawPayload : decompress(reply.rawPayload)).equals(plain.rawPayload)).toBe(true);
    }
  });

  it('is sent uncompressed to a client that refuses every compression', async () => {
    const reply = await ask(url, { 'accept-encoding': 'br;q=0, gzip;q=0.0, identity' });
    expect(reply.headers['content-encoding']).toBeUndefined();
    expect(compressions).toBe(0);
  });

  it('is not sent again to a client that has it, but to one with another version', async () => {
    const { headers, rawPayload } = await ask(url);
    for (const held of [String(headers.etag), `"other", ${String(headers.etag)}`, '*']) {
      const reply = await ask(url, { 'if-none-match': held, 'accept-encoding': 'br' });
      expect([reply.statusCode, reply.payload]).toEqual([304, '']);
      expect(reply.headers.etag).toBe(headers.etag);
    }
    const reply = await ask(url, { 'if-none-match': '"other"' });
    expect([reply.statusCode, reply.rawPayload.length]).toEqual([200, rawPayload.length]);
    expect(compressions).toBe(0);
  });
});

it('a file is compressed once by all who ask for it at the same time', async () => {
  const content = createStaticContent('text/plain', 'a'.repeat(5000));
  const [one, other] = await Promise.all([content.encoded('br'), content.encoded('br')]);
  expect(one).toBe(other);
  expect(compressions).toBe(1);
});
