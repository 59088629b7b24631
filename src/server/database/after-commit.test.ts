import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createTeller, tellingAtMost } from './after-commit.ts';

const isBusy = () => {
  for (const end = performance.now() + tellingAtMost; performance.now() < end; );
};

it('what follows one commit and takes long is told in slices, in its order, and others have their turn in between', async () => {
  const told: string[] = [];
  const tell = createTeller();
  const slowly = (name: string) => () => {
    isBusy();
    told.push(name);
  };
  tell([slowly('first'), slowly('second'), slowly('third')]);
  // What another commit tells comes after it.
  tell([() => told.push('later')]);
  await nextTurn();
  told.push('another request');
  await expect.poll(() => told.at(-1)).toBe('later');
  expect(told.filter((one) => one !== 'another request')).toEqual(['first', 'second', 'third', 'later']);
  expect(told.indexOf('another request')).toBeLessThan(told.indexOf('third'));
});

it('what takes no time is told at once', () => {
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const told: number[] = [];
  createTeller()([() => told.push(1), () => told.push(2)]);
  expect(told).toEqual([1, 2]);
});

it('a listener that throws keeps nobody else from being told', () => {
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
  const told: string[] = [];
  const tell = createTeller();
  tell([
    () => {
      throw new Error('a listener fails');
    },
    () => told.push('the next'),
  ]);
  tell([() => told.push('the one after')]);
  expect(told).toEqual(['the next', 'the one after']);
  expect(warned).toHaveBeenCalledOnce();
});
