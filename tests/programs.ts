/** A program that somebody gave a token. */
import { request } from 'node:http';
import type { EndpointKey } from '#shared/api';
import type { MakeToken, Token } from '#shared/tokens';
import { type Answer, assertAsDeclared, payloadOf, requestOf, type Someone, Someone as Person, type TestApp } from './test-app.ts';

export class Program extends Person {
  readonly secret: string;
  readonly token: Token;

  constructor(testApp: TestApp, { secret, token }: { secret: string; token: Token }) {
    super(testApp, token.name);
    this.secret = secret;
    this.token = token;
  }

  /** Calls an endpoint with the token alone: no cookie, no Origin. */
  async asks<K extends EndpointKey>(
    key: K,
    input: { params?: unknown; query?: unknown; body?: unknown } = {},
    headers = {},
  ): Promise<Answer<K>> {
    const { method, url, body } = requestOf(key, input);
    const payload = payloadOf(body);
    const own = { origin: undefined, authorization: `Bearer ${this.secret}` };
    const answer = await this.sends<K>({
      method,
      url,
      ...payload,
      headers: { ...payload.headers, ...own, ...headers },
    });
    assertAsDeclared(key, answer);
    return answer;
  }
}

/** Somebody makes a token and gives it to a program. */
export async function programOf(person: Someone, wanted: Partial<MakeToken> = {}): Promise<Program> {
  const body: MakeToken = { name: 'Bouton', rights: 'log', boards: null, lasts: 'year', ...wanted };
  return new Program(person.testApp, await person.does('POST /api/tokens', { body }));
}

/** Asks over a real connection, with headers as they are, several of a name too. */
export async function rawStatus(
  testApp: TestApp,
  path: string,
  headers: Record<string, string | string[]>,
): Promise<{ status: number; text: string }> {
  const port = await testApp.port();
  return await new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });
}
