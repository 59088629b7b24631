import { describe, expect, it } from 'vitest';
import { newPasswordFault, passwordStrength } from './password-strength.ts';

const nameOf = (password: string, own: string[] = []) => passwordStrength(password, own, 6).name;

describe('the strength hint', () => {
  it('waits for the shortest password that is allowed', () => {
    expect(nameOf('Zx7!q')).toBe('tooShort');
    expect(nameOf('Zx7!qv')).not.toBe('tooShort');
  });

  it('is the same however the keyboard composes a letter', () => {
    for (const password of ['éàçôû', 'Zx7!éà', 'lune élan'])
      expect(passwordStrength(password.normalize('NFD'), [], 6)).toEqual(passwordStrength(password, [], 6));
    expect([newPasswordFault('éàçôû'.normalize('NFD')), newPasswordFault('é'.repeat(128).normalize('NFD'))]).toEqual([
      newPasswordFault('éàçôû'),
      null,
    ]);
  });

  it('finds repetitions, sequences and few characters easy', () => {
    expect(['aaaaaaaaaaaa', '123456789', 'abcdefgh', 'soleil'].map((password) => nameOf(password))).toEqual([
      'easy',
      'easy',
      'easy',
      'easy',
    ]);
  });

  it.each(['motdepasse', 'azerty123', 'jetaime', 'doudou', 'princesse', 'amour1', 'oulala', 'éléphant'])(
    'finds one word easy, as the server does: %s',
    (password) => {
      expect(nameOf(password)).toBe('easy');
    },
  );

  it('finds words that say nothing together strong', () => {
    expect(nameOf('lune rideau citron')).toBe('strong');
    expect(nameOf('xkqvzwtr')).toBe('fair');
  });

  it('finds what tells the username or the e-mail easy, whatever its case and length', () => {
    expect(nameOf('LEAdupont#2931-xkw', ['leadupont'])).toBe('easy');
    expect(nameOf('dit-lea@exemple.fr-42', ['lea', 'lea@exemple.fr'])).toBe('easy');
  });

  it('does not mind two letters of a short name', () => {
    expect(nameOf('Bonheur-74-lampe', ['bo'])).toBe('strong');
  });

  it('rises with length and variety', () => {
    const levels = ['soleil', 'soleil4z', 'Soleil4z!kp', 'Soleil4z!kp-Quai9'].map((password) => passwordStrength(password, [], 6).level);
    expect(levels).toEqual([1, 2, 3, 4]);
  });
});
