import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

function createWork() {
  const turns = createTurns(2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (key: string, name: string) =>
    turns(key, (waited) => {
      begun.push(waited ? `${name} waited` : name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await nextTurn();
  };
  return { turns, begun, start, end };
}

it('two of one person are under way at once, the others in the order in which they came', async () => {
  const { begun, start, end } = createWork();
  const all = Promise.all(['1', '2', '3', '4'].map((name) => start('léa', name)));
  expect(begun).toEqual(['1', '2']);
  await end('2');
  expect(begun).toEqual(['1', '2', '3 waited']);
  await end('1');
  expect(begun).toEqual(['1', '2', '3 waited', '4 waited']);
  await end('3');
  await end('4');
  await all;
});

it('a person never waits for another one', async () => {
  const { begun, start, end } = createWork();
  const all = ['1', '2', '3'].map((name) => start('léa', name));
  all.push(start('max', '4'));
  expect(begun).toEqual(['1', '2', '4']);
  for (const name of ['1', '2', '3', '4']) await end(name);
  await Promise.all(all);
});

it('a turn is passed on by work that fails', async () => {
  const { turns, begun, start, end } = createWork();
  const failing = Promise.allSettled([1, 2].map(() => turns('léa', () => Promise.reject(new Error('no')))));
  const last = start('léa', 'last');
  await failing;
  await nextTurn();
  expect(begun).toEqual(['last waited']);
  await end('last');
  await last;
});
