/** What people send is in no line of the log, though nobody can make sense of it. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeEach, expect, it } from 'vitest';
import { host, startTestApp } from '../../../tests/test-app.ts';

let logged = '';
const stream = { write: (line: string) => void (logged += line) };
const testApp = await startTestApp({ logger: { level: 'trace', stream } });
const port = await testApp.port();
beforeEach(() => (logged = ''));

const canaries = ['CANARI-DU-COOKIE', 'CANARI-DU-TITRE', 'CANARI-DE-L-ADRESSE'];
const [cookie, title, address] = canaries;
const head = [`Host: ${host}`, `Cookie: ou-la-la=${cookie}`];
const body = `{"title":"${title}",}`;
const withBody = [...head, `Origin: http://${host}`, 'Content-Type: application/json', `Content-Length: ${body.length}`];

/** What the server answers before it closes the connection. */
async function answerTo(lines: readonly string[], rest: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(`${lines.join('\r\n')}\r\n\r\n${rest}`);
  await once(socket, 'close');
  return answer;
}

it.each([
  ['a header that is none', 400, [`POST /api/boards/${address} HTTP/1.1`, ...head, 'no header'], body],
  ['a length that is none', 400, [`POST /api/boards/${address} HTTP/1.1`, ...head, 'Content-Length: long'], body],
  ['headers that are too long', 431, [`POST /api/boards/${address} HTTP/1.1`, ...head, `X-Long: ${'x'.repeat(40_000)}`], body],
  ['a method that is none', 400, [`BISOU /api/boards/${address} HTTP/1.1`, ...head], body],
  ['a body that is no JSON', 400, ['POST /api/session HTTP/1.1', ...withBody, 'Connection: close'], body],
  ['an address that cannot be read', 400, [`GET /api/boards/%E0${address} HTTP/1.1`, ...head, 'Connection: close'], ''],
])('%s is answered with %i, and nothing of it is logged', async (_, status, lines, rest) => {
  expect(await answerTo(lines, rest)).toContain(`HTTP/1.1 ${status} `);
  for (const canary of canaries) expect(logged).not.toContain(canary);
  for (const bytes of canaries) expect(logged).not.toContain([...Buffer.from(bytes)].join(','));
});

it('a request that could not be read has its line all the same, with its kind', async () => {
  await answerTo([`BISOU /api/boards/${address} HTTP/1.1`, ...head], body);
  expect(logged).toContain('HPE_INVALID_METHOD');
});
