import { describe, expect, it } from 'vitest';
import { sentence, typographic, Value } from './typography.ts';

describe('typographic', () => {
  it.each([
    ['Copié !', 'Copié\u202F!'],
    ['Mot de passe oublié ?', 'Mot de passe oublié\u202F?'],
    ['Oups ! Vraiment ?', 'Oups\u202F! Vraiment\u202F?'],
    ['Le lien ; rien de plus', 'Le lien\u202F; rien de plus'],
    ['Attention : privé', 'Attention\u00A0: privé'],
    ['Un « oui » suffit', 'Un «\u00A0oui\u00A0» suffit'],
  ])('spaces %j as in French', (plain, expected) => {
    expect(typographic(plain)).toBe(expected);
  });

  it.each(['20 novembre à 14:05', 'https://exemple.fr/?a=1', "l'été d'après", 'Chargement...', '+20', 'Oui, non'])(
    'leaves %j as it is',
    (plain) => {
      expect(typographic(plain)).toBe(plain);
    },
  );

  it('changes nothing the second time', () => {
    const once = typographic('Oups ! Un « non » : vraiment ?');
    expect(typographic(once)).toBe(once);
  });

  it('reaches every text of a tree and what its functions make', () => {
    const texts = typographic({
      title: 'Prêt ?',
      inner: { list: ['Un !', 'Deux !'] as const },
      hello: ({ name }: { name: string }) => `Bonjour ${name} !`,
      mail: ({ url }: { url: string }) => ({ subject: 'On joue ?', body: `Ici : ${url}` }),
    });
    expect(texts.title).toBe('Prêt\u202F?');
    expect(texts.inner.list).toEqual(['Un\u202F!', 'Deux\u202F!']);
    expect(texts.hello({ name: 'Léa' })).toBe('Bonjour Léa\u202F!');
    expect(texts.mail({ url: 'https://a.fr' })).toEqual({ subject: 'On joue\u202F?', body: 'Ici\u00A0: https://a.fr' });
  });
});

describe('a sentence in parts', () => {
  it('keeps its values apart from its words, in the order in which they are read', () => {
    expect(sentence`${'Léa'} invite ${'Max'} sur "${'Ô'}"`).toEqual([
      new Value('Léa'),
      ' invite ',
      new Value('Max'),
      ' sur "',
      new Value('Ô'),
      '"',
    ]);
    expect(sentence`Écrivez à ${'a@b.fr'}`).toEqual(['Écrivez à ', new Value('a@b.fr')]);
  });

  it('is spaced as in French up to its values, which stay as somebody wrote them', () => {
    const texts = typographic({ asks: ({ board }: { board: string }) => sentence`Attention : quitter « ${board} » ?` });
    expect(texts.asks({ board: 'À nous !' })).toEqual(['Attention\u00A0: quitter «\u00A0', new Value('À nous !'), '\u00A0»\u202F?']);
  });

  it('takes a value that looks like one of its words', () => {
    expect(sentence`${'invite'} invite ${'invite'}`).toEqual([new Value('invite'), ' invite ', new Value('invite')]);
  });
});
