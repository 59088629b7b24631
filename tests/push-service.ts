/** A push service of the tests, and browsers that subscribe there: it decrypts what arrives as a browser does (RFC 8291), and answers as it is told. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID, verify, createPublicKey } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Deps } from '#server/deps';
import { type PushMessage, pushMessage } from '#shared/notifications';

export interface Received {
  message: PushMessage;
  headers: IncomingHttpHeaders;
  /** As it came, encrypted. */
  bytes: Buffer;
}

export class TestBrowser {
  readonly pair = createECDH('prime256v1');
  readonly auth = randomBytes(16);
  readonly endpoint: string;
  readonly received: Received[] = [];
  /** Answers before `status` is used, each once. */
  readonly answers: ((response: ServerResponse) => void)[] = [];
  status = 201;
  calls = 0;

  constructor(origin: string) {
    this.endpoint = `${origin}/${randomUUID()}`;
    this.pair.generateKeys();
  }

  /** What it subscribes with. It is never quiet, unless a test says so. */
  subscription(timeZone = 'Europe/Paris') {
    const keys = { p256dh: this.pair.getPublicKey('base64url'), auth: this.auth.toString('base64url') };
    return { endpoint: this.endpoint, ...keys, timeZone, quietFrom: 0, quietTo: 0 };
  }

  get messages(): PushMessage[] {
    return this.received.map(({ message }) => message);
  }

  decrypt(bytes: Buffer): string {
    const [salt, size, length] = [bytes.subarray(0, 16), bytes.readUInt32BE(16), bytes.readUInt8(20)];
    const [serverKey, record] = [bytes.subarray(21, 21 + length), bytes.subarray(21 + length)];
    if (record.length > size) throw new Error('more than one record');
    const derive = (key: Buffer, by: Buffer, info: Buffer | string, bits: number) => Buffer.from(hkdfSync('sha256', key, by, info, bits));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.pair.getPublicKey(), serverKey]);
    const secret = derive(this.pair.computeSecret(serverKey), this.auth, info, 32);
    const decipher = createDecipheriv(
      'aes-128-gcm',
      derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
      derive(secret, salt, 'Content-Encoding: nonce\0', 12),
    );
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    const end = padded.findLastIndex((byte) => byte !== 0);
    if (padded[end] !== 2) throw new Error('no last record');
    return padded.subarray(0, end).toString('utf8');
  }
}

/** The claims of a VAPID token that the key beside it has signed; throws for any other. */
export function claimsOf(authorization: string): { aud: string; exp: number; sub: string; publicKey: string } {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!signed) throw new Error('not signed by this key');
  return { ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string }), publicKey };
}

export interface TestPushService {
  origin: string;
  browser(): TestBrowser;
  /** Calls to addresses that no browser has. */
  strays: string[];
  close(): Promise<void>;
}

export async function startPushService(): Promise<TestPushService> {
  const browsers = new Map<string, TestBrowser>();
  const strays: string[] = [];
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const browser = browsers.get(request.url ?? '');
      if (!browser) {
        strays.push(`${request.method} ${request.url}`);
        return void response.writeHead(404).end();
      }
      browser.calls += 1;
      const answer = browser.answers.shift();
      if (answer) return answer(response);
      if (browser.status === 201) {
        const bytes = Buffer.concat(parts);
        const message = pushMessage.parse(JSON.parse(browser.decrypt(bytes)));
        browser.received.push({ message, headers: request.headers, bytes });
      }
      response.writeHead(browser.status).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    strays,
    browser() {
      const browser = new TestBrowser(origin);
      browsers.set(new URL(browser.endpoint).pathname, browser);
      return browser;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** All that is due is told by now; what is left waits for its time. */
export async function allTold({ jobs, database }: Pick<Deps, 'jobs' | 'database'>): Promise<void> {
  const kinds = ['tell_board', 'push'] as const;
  for (;;) {
    for (const kind of kinds) jobs.look(kind);
    await jobs.idle(...kinds);
    const due = await database.read.selectFrom('job').select('id').where('kind', 'in', kinds).where('due', '<=', Date.now()).execute();
    if (due.length === 0) return;
  }
}
