import { expect, it } from 'vitest';
import { resetTokenOf } from './reset-link.ts';

it('only the link of the mail carries a token', () => {
  expect(['reset=Abc-_9', '#reset=Abc-_9'].map(resetTokenOf)).toEqual(['Abc-_9', 'Abc-_9']);
  expect(['', '#', '#contenu', '#reset=', '#x&reset=Abc', 'preset=Abc'].map(resetTokenOf)).toEqual([null, null, null, null, null, null]);
});
