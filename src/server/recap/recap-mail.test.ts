import { expect, test } from 'vitest';
import { recapMail } from './recap-mail.ts';

const sums = (points: number, actions: number, before: number | null = null) => ({
  points,
  actions,
  people: 2,
  before: before === null ? null : { points: 0, actions: before },
});

test.each([
  ['2026-11-16', sums(40, 2, 1), ['du 16 au 22 novembre', '40 points en 2 actions', "1 action de plus que la semaine d'avant"]],
  ['2026-11-30', sums(1, 1), ['du 30 novembre au 6 décembre', '1 point en 1 action']],
  ['2026-12-01', sums(-15, 1, 3), ['du 1er au 7 décembre', '1 action au compteur', "3 actions la semaine d'avant"]],
  ['2026-11-16', sums(0, 2, 2), ['2 actions au compteur', "Pile autant que la semaine d'avant"]],
])('the mail of the week of %s tells %o, and reproaches nothing', (week, total, said) => {
  const { text, html } = recapMail({
    to: 'lea@example.org',
    username: 'Léa',
    origin: 'https://oulala.example',
    token: 'token',
    week,
    boards: [{ id: 'board', title: 'À nous <3', icon: '💜', total }],
  });
  const heard = text.replaceAll(/[^\S\n]/g, ' ');
  for (const words of ['À nous <3', ...said]) expect(heard).toContain(words);
  expect(html).toContain('À nous &lt;3');
  expect(`${text}${html}`).not.toContain('−');
});
