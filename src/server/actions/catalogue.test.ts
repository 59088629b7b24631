import { describe, expect, it } from 'vitest';
import { newAction } from '#shared/actions';
import { emojiSets, predefinedActions, replacedActions, successorOf } from './catalogue.ts';

const positive = predefinedActions.filter(({ category }) => category === 'positive');
const negative = predefinedActions.filter(({ category }) => category === 'negative');

describe('the predefined actions', () => {
  it('are 30 positive ones worth 5 to 30 points', () => {
    expect(positive).toHaveLength(30);
    expect(Math.min(...positive.map(({ points }) => points))).toBe(5);
    expect(Math.max(...positive.map(({ points }) => points))).toBe(30);
  });

  it('are 27 negative ones worth -30 to -10 points', () => {
    expect(negative).toHaveLength(27);
    expect(Math.min(...negative.map(({ points }) => points))).toBe(-30);
    expect(Math.max(...negative.map(({ points }) => points))).toBe(-10);
  });

  it('have the sign of their category', () => {
    expect(positive.filter(({ points }) => points <= 0)).toEqual([]);
    expect(negative.filter(({ points }) => points >= 0)).toEqual([]);
  });

  it.each(predefinedActions)('fit on a board: $title', (action) => {
    expect(newAction.parse(action)).toEqual(action);
  });

  it.each(predefinedActions)('are written like the others: $title', ({ title }) => {
    expect(title.length).toBeLessThanOrEqual(50);
    expect(title).toMatch(/^(?:«\u00A0)?\p{Lu}/u);
    expect(title).not.toMatch(/[.!?;:’]|[ ]{2}|« | »/u);
  });

  it.each(predefinedActions)("read well after 'Vous': $title", ({ title }) => {
    expect(title).not.toMatch(/^A /u);
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
    expect(emojiSets.avatars).toHaveLength(8);
    expect(emojiSets.boards).toHaveLength(13);
    expect(emojiSets.reactions).toHaveLength(8);
  });

  it.each(Object.entries(emojiSets))('hold single emojis, each once: %s', (_category, symbols) => {
    expect(symbols.filter((symbol) => !/^\p{RGI_Emoji}$/v.test(symbol))).toEqual([]);
    expect(new Set(symbols).size).toBe(symbols.length);
  });
});
