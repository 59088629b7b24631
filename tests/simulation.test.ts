/** The model behind `npm run simulate`, by costs that are easy to reckon with. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { root } from '../scripts/commands.mjs';
import { type Costs, type DatabaseCosts, fitsOneMachine, limits, simulate, usualFigures } from '../scripts/simulation.ts';

const nothing = { serverMs: 0, databaseMs: 0, bytes: 0 };
const costs: DatabaseCosts = {
  log: { serverMs: 2, databaseMs: 1, bytes: 1000, statements: 8, diskBytes: 500 },
  openBoard: nothing,
  openApp: nothing,
  signIn: nothing,
  stream: { serverMs: 0, memoryBytes: 10_000 },
  delivery: { serverMs: 0 },
};
/** 86,400 people who each log once a day: one a second. */
const quiet = { ...usualFigures, people: 86_400, daily: 1, logs: 1, opens: 0, peak: 1, years: 1 };

it('the model counts what the busiest second asks for', () => {
  const { atPeak, serverCores, databaseCores } = simulate(costs, { ...quiet, peak: 10 });
  expect(atPeak).toMatchObject({ logs: 10, deliveries: 10, statements: 80 });
  expect(serverCores).toBeCloseTo(0.02);
  expect(databaseCores).toBeCloseTo(0.01);
});

it('the model has a copy to spare, and as many more as the processor or the streams want', () => {
  expect(simulate(costs, quiet)).toMatchObject({ copies: 2, copiesBecause: 'spare' });
  // 600 a second take 1.2 cores, of which each copy may use a part.
  const busy = simulate(costs, { ...quiet, peak: 600 });
  expect(busy).toMatchObject({ copies: Math.ceil(1.2 / limits.use) + 1, copiesBecause: 'processor' });
  // One opening a second that lasts ten hours.
  const crowded = simulate(costs, { ...quiet, opens: 1, minutes: 600 });
  expect(crowded).toMatchObject({ streams: 36_000, copies: 5, copiesBecause: 'streams' });
  expect(crowded.connections).toBe(5 * limits.connectionsOfCopy);
  expect(crowded.redis).toEqual({ logs: 2, beats: 25 });
});

it('the model tells of a log whoever of its board is there, and its author', () => {
  // Half of all are there; of the other four members of each board, two.
  const { atPeak } = simulate(costs, { ...quiet, opens: 1, minutes: 720, members: 5 });
  expect(atPeak.deliveries).toBeCloseTo(3);
});

it('the model keeps as much as was logged, and shares it among several databases before one is too large', () => {
  const one = simulate(costs, quiet);
  expect(one.storage).toBe(86_400 * 365 * 500);
  expect(one.shards).toBe(1);
  const many = simulate(costs, { ...quiet, people: 86_400_000 });
  expect(many.storage).toBeGreaterThan(limits.databaseSize);
  expect(many.shards).toBe(Math.ceil(many.storage / limits.databaseSize));
});

it('the same costs twice as much on twice as dear machines', () => {
  const plain = simulate(costs, quiet).money.all;
  const { corePrice, memoryPrice, storagePrice, trafficPrice } = quiet;
  const dear = { corePrice: 2 * corePrice, memoryPrice: 2 * memoryPrice, storagePrice: 2 * storagePrice, trafficPrice: 2 * trafficPrice };
  expect(simulate(costs, { ...quiet, ...dear }).money.all).toBeCloseTo(2 * plain);
});

it('the model says that one machine does it as long as that is so', () => {
  expect(fitsOneMachine(costs, quiet)).toBe(true);
  expect(fitsOneMachine(costs, { ...quiet, peak: 400 })).toBe(false);
  expect(fitsOneMachine(costs, { ...quiet, opens: 1, minutes: 600 })).toBe(false);
});

it('the model is told in docs/scaling.md as it was measured', () => {
  const { measured, sqlite, postgres } = JSON.parse(readFileSync(`${root}/docs/costs.json`, 'utf8')) as Costs;
  const text = readFileSync(`${root}/docs/scaling.md`, 'utf8');
  const lineOf = (start: string) => text.split('\n').find((line) => line.startsWith(start)) ?? '';
  expect(text).toContain(measured.date);
  expect(text).toContain(`factor ${measured.machineFactor}`);
  const rows = { log: '| a log |', openBoard: '| opening a board |', openApp: '| Accueil |', signIn: '| signing in |' } as const;
  for (const [what, start] of Object.entries(rows) as [keyof typeof rows, string][]) {
    const line = lineOf(start);
    for (const figure of [sqlite[what].serverMs, postgres?.[what].serverMs, postgres?.[what].databaseMs])
      expect(line, start).toContain(`${figure?.toFixed(2)} ms`);
    expect(line, start).toContain(`${postgres?.[what].statements}`);
  }
  for (const database of [sqlite, postgres]) {
    expect(lineOf('| a stream |')).toContain(`${((database?.stream.memoryBytes ?? 0) / 1000).toFixed(1)} kB`);
    expect(lineOf('| a change told |')).toContain(`${database?.delivery.serverMs.toFixed(3)} ms`);
  }
});
