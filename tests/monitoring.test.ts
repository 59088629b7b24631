/** The dashboard and the rules for alerts in deploy/ ask only for what a server tells. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, test } from 'vitest';
import * as z from 'zod';
import { start } from '#server/start';
import { freePort } from './built-server.ts';
import { boardOf, startTestApp } from './test-app.ts';

const pathOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const read = (name: string) => readFileSync(pathOf(name), 'utf8');

/** Those of a server that has logged one activity and backs itself up. */
const metrics = await scrape();
const names = new Set([...metrics.matchAll(/^(\w+)(?:\{| )/gm)].map(([, name = '']) => name));
const series = [...metrics.matchAll(/^(\w+)\{(.*)\} /gm)].map(([, name = '', labels = '']) => ({ name, labels: labels.split(',') }));
/** Prometheus adds these by itself: a target that answers, and the alerts. */
const ofPrometheus = new Set(['up']);

async function scrape(): Promise<string> {
  const host = '127.0.0.1';
  const testApp = await startTestApp();
  const lea = await testApp.signUp('Léa');
  const { id, breakfast } = await boardOf(lea);
  const [port, metricsPort] = [await freePort(), await freePort()];
  const running = await start({ ...testApp.config, port, metricsAddress: { host, port: metricsPort }, backupEvery: 60 * 60 * 1000 });
  afterAll(() => running.stop());
  const origin = `http://${host}:${port}`;
  const logged = await fetch(`${origin}/api/boards/${id}/activities`, {
    method: 'POST',
    headers: { origin, cookie: lea.cookie ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'a-log-that-is-measured', actionId: breakfast }),
  });
  expect(logged.status).toBe(201);
  return await (await fetch(`http://${host}:${metricsPort}/metrics`)).text();
}

const dashboard = z
  .object({
    title: z.string(),
    schemaVersion: z.number(),
    panels: z.array(
      z.object({
        id: z.number(),
        title: z.string(),
        type: z.string(),
        gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
        targets: z.array(z.object({ expr: z.string() })).optional(),
      }),
    ),
  })
  .parse(JSON.parse(read('deploy/grafana.json')));
const drawn = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const rules = [...read('deploy/alerts.yml').matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr);
const alerts = [...read('deploy/alerts.yml').matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name);

/** The metrics that an expression of PromQL names. */
function namedIn(expr: string): string[] {
  const bare = expr
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  return [...bare.matchAll(/(?<![\w.$])([a-z_]\w*)(?!\w*\s*\()/gi)]
    .map(([, name = '']) => name)
    .filter((name) => !['and', 'or', 'unless', 'bool'].includes(name));
}

/** A metric with the labels that an expression wants of it, as in `kind="back_up"`. */
function selectorsIn(expr: string): { name: string; labels: string[] }[] {
  return [...expr.matchAll(/(\w+)\{([^}]*)\}/g)].map(([, name = '', labels = '']) => ({
    name,
    labels: [...labels.matchAll(/\b\w+="[^"]*"/g)].map(([label]) => label),
  }));
}

describe.each([
  ['deploy/grafana.json', drawn],
  ['deploy/alerts.yml', rules],
])('%s', (_file, expressions) => {
  it('names only metrics that a server tells', () => {
    const named = expressions.flatMap(namedIn);
    expect(new Set(named).size).toBeGreaterThan(8);
    expect(named.filter((name) => !names.has(name) && !ofPrometheus.has(name))).toEqual([]);
  });

  it('names only labels that a server gives them', () => {
    const unknown = expressions
      .flatMap(selectorsIn)
      .filter(({ name }) => !ofPrometheus.has(name))
      // Nothing has failed and nobody was given up here, but each kind and outcome is told with 0.
      .filter(
        (wanted) => !series.some(({ name, labels }) => name === wanted.name && wanted.labels.every((label) => labels.includes(label))),
      )
      .filter(({ labels }) => labels.length > 0);
    expect(unknown).toEqual([]);
  });
});

test('an expression names its metrics, beside functions and labels', () => {
  expect(namedIn('sum by (le) (rate(a_total{b="c(d",e=~"f"}[5m])) / ignoring (x) b > 1e6 or absent(c) > 0.1')).toEqual([
    'a_total',
    'b',
    'c',
  ]);
});

it('the panels of the dashboard have titles and ids of their own, and do not overlap', () => {
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(dashboard.panels.filter(({ title }) => title === '')).toEqual([]);
});

test('each alert is played once', () => {
  const played = [...read('tests/alerts.yml').matchAll(/alertname="(\w+)"/g)].map(([, name]) => name);
  expect(new Set(played)).toEqual(new Set(alerts));
  expect(alerts).toHaveLength(rules.length);
});

// Where it is missing, `npm test` says so at its end.
describe.runIf(spawnSync('promtool', ['--version']).status === 0)('promtool', () => {
  it.each([
    ['finds the rules well-formed', ['check', 'rules', 'deploy/alerts.yml']],
    ['sees no alert where all is well, and each where something is wrong', ['test', 'rules', 'tests/alerts.yml']],
  ])('%s', (_what, args) => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: pathOf('.'), encoding: 'utf8' });
    expect(`${stdout}${stderr}`).toMatch(/SUCCESS/);
    expect(status).toBe(0);
  });
});
