import { describe, expect, it } from 'vitest';
import { newAction } from '#shared/actions';
import { emojiSets, predefinedActions, replacedActions, successorOf } from './catalogue.ts';

describe('the predefined actions', () => {
  it.each([
    ['positive', 30, 5, 30],
    ['negative', 27, -30, -10],
  ] as const)('are of category %s %i, worth %i to %i points', (category, count, least, most) => {
    const worths = predefinedActions.filter((action) => action.category === category).map(({ points }) => points);
    expect([worths.length, Math.min(...worths), Math.max(...worths)]).toEqual([count, least, most]);
  });

  it.each(predefinedActions)("fit on a board, are written like the others and read well after 'Vous': $title", (action) => {
    const { title } = action;
    expect(newAction.parse(action)).toEqual(action);
    expect(title.length).toBeLessThanOrEqual(50);
    expect(title).toMatch(/^(?:«\u00A0)?\p{Lu}/u);
    expect(title).not.toMatch(/^A |[.!?;:’]|[ ]{2}|« | »/u);
  });

  it('never repeat a title, nor a picture', () => {
    const titles = predefinedActions.map(({ title }) => title.toLocaleLowerCase('fr'));
    const emojis = predefinedActions.map(({ emoji }) => emoji);
    expect(new Set(titles).size).toBe(titles.length);
    expect(new Set(emojis).size).toBe(emojis.length);
  });
});

describe('what an earlier release had', () => {
  it.each(replacedActions)('has a successor of the same sign: $title', (former) => {
    expect(Math.sign(successorOf(former)?.points ?? 0)).toBe(Math.sign(former.points));
  });

  it('is not in the catalogue any more, and each has a successor of its own', () => {
    const now = new Set(predefinedActions.map(({ title, points, emoji }) => `${emoji} ${title} ${points}`));
    expect(replacedActions.filter(({ title, points, emoji }) => now.has(`${emoji} ${title} ${points}`))).toEqual([]);
    expect(new Set(replacedActions.map(({ by }) => by)).size).toBe(replacedActions.length);
  });
});

describe('the emoji sets', () => {
  it('are 8 avatars, 13 board icons and 8 reactions', () => {
    const { avatars, boards, reactions } = emojiSets;
    expect([avatars.length, boards.length, reactions.length]).toEqual([8, 13, 8]);
  });

  it.each(Object.entries(emojiSets))('hold single emojis, each once: %s', (_category, symbols) => {
    expect(symbols.filter((symbol) => !/^\p{RGI_Emoji}$/v.test(symbol))).toEqual([]);
    expect(new Set(symbols).size).toBe(symbols.length);
  });
});
