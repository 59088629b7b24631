/** S10: the pages of the built server behind TLS, scored by the program of the Mozilla Observatory itself. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { freePort, startServer } from '../built-server.ts';
import { tell } from '../figures.ts';
import { judges } from './judges.ts';
import { secure } from './secured.ts';

interface Report {
  error?: string;
  scan: { grade: string; score: number; testsPassed: number; testsQuantity: number; responseHeaders: Record<string, string> };
  tests: Record<string, { result: string; pass: boolean; scoreModifier: number }>;
}

const observatory = join(await judges(), 'node_modules', '@mdn', 'mdn-http-observatory');
// The sites that browsers reach by TLS alone, which the Observatory downloads at its install. No site of a test is among them, and to be
// one only adds to a score.
writeFileSync(join(observatory, 'conf', 'hsts-preload.json'), '{}');

const port = await freePort();
const address = `localhost:${port}`;
// At a name with a port the app sends `max-age=0` by default; the score table asks for six months at least.
const server = await startServer({ ORIGIN: `https://${address}`, TRUST_PROXY: 'true', HSTS_MAX_AGE: '63072000' });
const secured = await secure(port, Number(new URL(server.origin).port));
afterAll(async () => {
  await secured.close();
  await server.stop();
});

/** What the Observatory says of the page at this path. */
async function judge(path: string): Promise<Report> {
  const program = join(observatory, 'src', 'scan.js');
  const { stdout } = await promisify(execFile)(process.execPath, [program, `${address}${path}`], {
    env: { PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: secured.certificate, ABORT_TIMEOUT: '240000', CLIENT_TIMEOUT: '240000' },
  });
  return JSON.parse(stdout) as Report;
}

const unsafeStyle = 'csp-implemented-with-unsafe-inline-in-style-src-only';

test.for([
  ['/', 130, 'csp-implemented-with-no-unsafe-default-src-none'],
  ['/login', 130, 'csp-implemented-with-no-unsafe-default-src-none'],
  ['/invite/abc', 130, 'csp-implemented-with-no-unsafe-default-src-none'],
  // It makes styles as it runs.
  ['/api/docs/', 120, unsafeStyle],
] as const)('the Observatory gives %s A+ and at least %d points', async ([path, points, policy], context) => {
  const { error, scan, tests } = await judge(path);
  expect(error).toBeUndefined();
  console.log(`Mozilla Observatory, ${path}: ${scan.grade}, ${scan.score} points`);
  tell(context, 'S10', `${path} ${scan.grade}, ${scan.score} points`);
  const failed = Object.entries(tests).filter(([, { pass, result }]) => !pass && result !== unsafeStyle);
  expect(failed).toEqual([]);
  expect([scan.grade, scan.testsQuantity]).toEqual(['A+', 10]);
  expect(scan.score).toBeGreaterThanOrEqual(points);
  expect(tests).toMatchObject({
    'content-security-policy': { result: policy },
    'strict-transport-security': { result: 'hsts-implemented-max-age-at-least-six-months' },
    redirection: { result: 'redirection-to-https' },
  });
});
