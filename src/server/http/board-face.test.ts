import { expect, test } from 'vitest';
import { placeOf } from '#shared/board-face';
import { boardOf, log, type Someone, startTestApp } from '../../../tests/test-app.ts';
import { filled } from './board-face.ts';

const { app, signUp, signUpAll } = await startTestApp();

test('whatever people write stands in a face as text', () => {
  const face = `<p data-long="${placeOf('titleIsLong')}" class="title">${placeOf('title')}</p><i class="${placeOf('theme')}">${placeOf('icon')}</i>`;
  const payloads = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' autofocus onfocus='alert(1)",
    '</p></title><svg/onload=alert(1)>',
    '&lt;script&gt;',
    "$& $1 $` $'",
    placeOf('icon'),
  ];
  for (const payload of payloads) {
    const html = filled(face, { title: payload, theme: payload, icon: '👑' });
    const text = payload
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;');
    expect(html).toBe(`<p class="title">${text}</p><i class="${text}">👑</i>`);
  }
});

test('the page of a board has its face, each with the numbers of whoever opens it', async () => {
  const [lea, max] = await signUpAll('Léa', 'Maximiliano');
  const board = await boardOf(lea, [max], { title: '<SCRIPT>ALERT(1)</SCRIPT>{{ICON}}' });
  const { id } = board;
  await log(lea, board, 'breakfast');
  const [ofLea, ofMax] = [faceIn(await open(lea, id)), faceIn(await open(max, id))];
  for (const face of [ofLea, ofMax]) {
    expect(face).toContain('>&lt;SCRIPT&gt;ALERT(1)&lt;/SCRIPT&gt;{{ICON}}</h1>');
    expect(face).toContain('>2 membres<');
    expect(face).toContain('data-long="true"');
  }
  expect(textsOf(ofLea)).toMatch(/Vous \+20 · .* Maximiliano 0 /);
  expect(textsOf(ofMax)).toMatch(/Vous 0 · .* Léa \+20 /);
});

test.each([1, 3, 6])('with %i members it tells how many they are, and no numbers of a duel', async (size) => {
  const people = await signUpAll(...Array.from({ length: size }, (_, index) => `Zoé${size}x${index}`));
  const [admin, ...others] = people;
  if (!admin) throw new Error('there is nobody');
  const { id } = await boardOf(admin, others);
  const face = faceIn(await open(admin, id));
  expect(face).toContain(`>${size} membre${size > 1 ? 's' : ''}<`);
  expect(face).not.toMatch(/\{\{|Zoé/);
});

test('whoever is not a member sees no face, and the same page as without such a board', async () => {
  const [ana, bob] = [await signUp('Ana'), await signUp('Bob')];
  const { id } = await boardOf(ana, [], { title: 'Secret' });
  const page = await open(bob, id);
  expect(page).not.toMatch(/secret/i);
  expect(page).toBe(await open(bob, 'A'.repeat(id.length)));
});

async function open({ cookie }: Someone, boardId: string): Promise<string> {
  const headers = { 'sec-fetch-dest': 'document', ...(cookie === undefined ? {} : { cookie }) };
  return (await app.inject({ url: `/board/${boardId}`, headers })).payload;
}

function faceIn(page: string): string {
  return /<header class="[^"]*" *>.*?<\/header>/gs.exec(page.slice(page.indexOf('<main')))?.[0] ?? '';
}

function textsOf(html: string): string {
  return html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
}
