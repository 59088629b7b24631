/** The OpenAPI document before Spectral's rules, those that it leaves out by default included. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from '../test-app.ts';
import { judges } from './judges.ts';

interface Finding {
  code: string | number;
  message: string;
  path: (string | number)[];
}
interface Spectral {
  Spectral: new () => { setRuleset(ruleset: { extends: unknown[] }): void; run(document: object): Promise<Finding[]> };
}

const load = createRequire(join(await judges(), 'package.json'));
const { Spectral } = load('@stoplight/spectral-core') as Spectral;
const { oas } = load('@stoplight/spectral-rulesets') as { oas: object };

async function findings(document: object, ruleset: unknown): Promise<string[]> {
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [ruleset] });
  return (await spectral.run(document)).map(({ code, message, path }) => `${code} at ${path.join('.')}: ${message}`);
}

const read = async (app: Awaited<ReturnType<typeof startTestApp>>['app']) => (await app.inject('/api/openapi.json')).json<object>();

test('Spectral has nothing to say of the document, as the app starts by itself', async () => {
  const { app } = await startTestApp();
  expect(await findings(await read(app), oas)).toEqual([]);
});

test('nor by any other of its rules, once the app has a domain', async () => {
  const { app } = await startTestApp({ config: { origin: 'https://jeu.example.org', supportEmail: 'support@jeu.example.org' } });
  const document = await read(app);
  expect(await findings(document, [oas, 'all'])).toEqual([]);
});

test('it does look: an operation without its description is found', async () => {
  const { app } = await startTestApp();
  const document = (await read(app)) as { paths: Record<string, { get: { description?: string } }> };
  const one = document.paths['/api/boards'];
  delete one?.get.description;
  expect(await findings({ ...document, paths: { '/api/boards': one } }, oas)).toEqual(
    expect.arrayContaining([expect.stringContaining('operation-description at paths./api/boards.get')]),
  );
});
