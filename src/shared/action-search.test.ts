import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldForSearch, matchesSearch } from './action-search.ts';

const isFound = (title: string, search: string) => matchesSearch({ title, category: null }, search);

describe('a search of actions', () => {
  it.each([
    ['coeur', 'Cri du cœur'],
    ['Cœur', 'Cri du coeur'],
    ['COEUR', 'CŒUR BRISÉ'],
    ['oeuf', 'Œuf à la coque'],
    ['soeur', 'Appeler sa sœur'],
    ['noeud', 'Nœud papillon'],
    ['voeux', 'Carte de vœux'],
    ['curriculum vitae', 'Curriculum vitæ'],
    ['ex æquo', 'Ex aequo'],
    ['l\u2019apéro', "Servir l'apéro"],
    ["l'apero", 'Servir l\u2019apéro'],
    ['l\u2018apéro', 'Servir l\u02BCapéro'],
    ["aujourd'hui", 'Rien aujourd\u00B4hui'],
    ['aujourd`hui', 'Rien aujourd\u2032hui'],
    ['dejeuner', 'Petit déjeuner'],
    ['de\u0301jeuner', 'Petit déjeuner'],
    ['week-end', 'Un week\u2011end'],
    ['week\u2013end', 'Un week end'],
    ['petit\u00A0déj', 'Petit\u202Fdéj'],
    ['\u00AB\u00A0J\u2019arrive\u00A0\u00BB', "« J'arrive » dit il y a une heure"],
    ['\u201Cj\u2019arrive\u201D', "« J'arrive » dit il y a une heure"],
    ['pa\u00ADpier\u200B', 'Papier'],
    ['ＣＡＦＥ', 'Café'],
    ['strasse', 'Straße'],
    ['STRAẞE', 'Strasse'],
    ['smorrebrod', 'Smørrebrød'],
    ['lodz', 'Łódź'],
    ['Istanbul', 'İSTANBUL'],
    ['IRLANDA', 'ırlanda'],
    ['σοφος', 'ΣΟΦΌΣ'],
    ['1re', '1ʳᵉ fois'],
    ['efficace', 'E\uFB03cace'],
  ])('%j finds %j', (search, title) => {
    expect(isFound(title, search)).toBe(true);
  });

  it.each([
    ['coeur', 'Couper les cheveux'],
    ['oeuf', 'Bouffer'],
    ['apéritif', "L'apéro"],
  ])('%j does not find %j', (search, title) => {
    expect(isFound(title, search)).toBe(false);
  });

  it.each(['', ' ', '\u00A0', '\u200B', '«  »', ' - '])('for nothing (%j) finds all', (search) => {
    expect(isFound('Café', search)).toBe(true);
  });

  it('finds a text by any word of its own', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (title) => {
        expect(title.split(/\s+/).every((word) => isFound(title, word))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('compares what is folded once and twice alike', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        expect(foldForSearch(foldForSearch(text))).toBe(foldForSearch(text));
      }),
      { numRuns: 2000 },
    );
  });
});
