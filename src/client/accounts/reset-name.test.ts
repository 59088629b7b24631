import { expect, it } from 'vitest';
import { resetNameOf } from './reset-name.ts';

it('the link of the mail names its account, by what can be a username', () => {
  const names = ['L%C3%A9a', 'Léa', '%E6%9D%8E.%E9%9B%B7', '', '%', 'L%C3%A9a&x=1', '%3Cb%3E', 'x'.repeat(31), 'Payez%20ici'];
  expect(names.map((name) => resetNameOf(`#reset=Abc&pseudo=${name}`))).toEqual(['Léa', 'Léa', '李.雷', '', '', '', '', '', '']);
  expect(['#reset=Abc', '#pseudo=Léa', ''].map(resetNameOf)).toEqual(['', '', '']);
});
