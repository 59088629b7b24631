import { describe, expect, it } from 'vitest';
import { accountOf } from '#client/app/testing/samples.ts';
import { changeOf, failedSentences, isEmpty, savedSentence, settled, untouched, usernameFault } from './profile-draft.ts';

const léa = accountOf('Léa', { avatar: '🦄' });

describe('what saving the profile would change', () => {
  it('is nothing as long as nothing differs, blanks around the name included', () => {
    expect(isEmpty(changeOf(untouched, léa))).toBe(true);
    expect(isEmpty(changeOf({ username: '  Léa ', avatar: '🦄' }, léa))).toBe(true);
  });

  it('is only what differs', () => {
    expect(changeOf({ username: ' Zoé ', avatar: '🦄' }, léa)).toEqual({ username: 'Zoé' });
    expect(changeOf({ username: 'Léa', avatar: '⭐' }, léa)).toEqual({ avatar: '⭐' });
    expect(changeOf({ username: 'léa', avatar: '⭐' }, léa)).toEqual({ username: 'léa', avatar: '⭐' });
  });

  it('is nothing any more once the account was changed to the same elsewhere', () => {
    expect(isEmpty(changeOf({ username: 'Zoé', avatar: null }, { ...léa, username: 'Zoé' }))).toBe(true);
  });

  it('keeps an emptied name as a change, which is refused', () => {
    const change = changeOf({ username: '   ', avatar: null }, léa);
    expect(isEmpty(change)).toBe(false);
    expect(usernameFault(change)).toBe("Le nom d'utilisateur est requis");
    expect(usernameFault({ username: 'a b' })).toMatch(/^Choisissez de 2 à 30/);
    expect(usernameFault({ avatar: '⭐' })).toBeNull();
  });
});

it('what was typed while saving stays, the rest follows the account again', () => {
  expect(settled({ username: 'Zoé', avatar: '⭐' }, { ...léa, username: 'Zoé', avatar: '⭐' })).toEqual(untouched);
  expect(settled({ username: 'Zoé.2', avatar: '⭐' }, { ...léa, username: 'Zoé', avatar: '⭐' })).toEqual({
    username: 'Zoé.2',
    avatar: null,
  });
});

it('the sentence names what was saved, and what was not', () => {
  const changes = [{ username: 'Zoé' }, { avatar: '⭐' }, { username: 'Zoé', avatar: '⭐' }] as const;
  expect(changes.map(savedSentence)).toEqual([
    'Pseudo mis à jour avec succès',
    'Avatar mis à jour avec succès',
    'Modifications enregistrées avec succès',
  ]);
  expect(changes.map((change) => failedSentences(change).length)).toEqual([1, 1, 2]);
});
