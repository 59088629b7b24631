import { describe, expect, it } from 'vitest';
import { foundEmojis, type ListedEmoji } from './emoji-search.ts';

const emojis: ListedEmoji[] = [
  ['🎉', 'cotillons', 'fête anniversaire gâteau'],
  ['🎂', "gâteau d'anniversaire", 'bougie fête'],
  ['🥐', 'croissant', 'petit déjeuner viennoiserie'],
];
const found = (search: string) => foundEmojis(emojis, search).map(([symbol]) => symbol);

describe('a search of emoji', () => {
  it('finds by the beginning of any word, without accents and case', () => {
    expect(found('FETE')).toEqual(['🎉', '🎂']);
    expect(found('dej')).toEqual(['🥐']);
    expect(found('anniv')).toEqual(['🎂', '🎉']);
  });

  it('finds one by the plural of its name', () => {
    expect(found('croissants')).toEqual(['🥐']);
    expect(found('gateaux')).toEqual(['🎂', '🎉']);
  });

  it('wants every word, wherever', () => {
    expect(found('gateau bougie')).toEqual(['🎂']);
    expect(found('gateau croissant')).toEqual([]);
  });

  it('puts first what is called so', () => expect(found('gâteau')).toEqual(['🎂', '🎉']));

  it('for nothing finds all', () => expect(found('  ')).toEqual(['🎉', '🎂', '🥐']));
});
