import { describe, expect, it } from 'vitest';
import { blankAction, fieldOfRefusal, ownActionOf, readOwnAction, signedPointsOf, steppedPoints, typedPoints } from './own-action.ts';

describe('an own action', () => {
  it('is read with its sign', () => {
    expect(readOwnAction({ title: ' Petit-déj au lit ', points: '20', isLoss: false, emoji: '🥐', category: ' matin ' })).toEqual({
      action: { title: 'Petit-déj au lit', points: 20, emoji: '🥐', category: 'matin' },
    });
    expect(readOwnAction({ title: 'Vaisselle oubliée', points: '15', isLoss: true, emoji: '', category: '' })).toEqual({
      action: { title: 'Vaisselle oubliée', points: -15 },
    });
  });

  it('without anything typed names what is missing, field by field', () => {
    expect(readOwnAction(blankAction)).toEqual({
      errors: { title: "Le nom de l'action est requis", points: 'De −1\u202F000 à +1\u202F000 points, mais pas 0' },
    });
  });

  it('is shown as it is, and read again as it was', () => {
    const action = { title: 'Vaisselle oubliée', points: -15, emoji: null, category: 'maison' };
    expect(ownActionOf(action)).toEqual({ title: 'Vaisselle oubliée', points: '15', isLoss: true, emoji: '', category: 'maison' });
    expect(readOwnAction(ownActionOf(action))).toEqual({ action: { title: 'Vaisselle oubliée', points: -15, category: 'maison' } });
  });

  it('has a name with a letter or a digit in it', () => {
    const wordless = { errors: { title: 'Il faut au moins une lettre ou un chiffre dans le nom.' } };
    expect(readOwnAction({ ...blankAction, title: '🥐🥐', points: '5' })).toEqual(wordless);
    expect(readOwnAction({ ...blankAction, title: '7', points: '5' })).toHaveProperty('action.title', '7');
  });

  it('takes one emoji and nothing else as its emoji', () => {
    const own = { ...blankAction, title: 'Sieste', points: '5' };
    expect(readOwnAction({ ...own, emoji: '👩‍❤️‍👨' })).toHaveProperty('action.emoji', '👩‍❤️‍👨');
    expect(readOwnAction({ ...own, emoji: '🥐🥐' })).toEqual({ errors: { emoji: 'Choisissez un seul emoji' } });
    expect(readOwnAction({ ...own, emoji: 'ab' })).toEqual({ errors: { emoji: 'Choisissez un seul emoji' } });
  });
});

describe('stepped points', () => {
  it('are one more or less, of a gain as of a loss, and never none nor too many', () => {
    const stepped = (points: string, by: -1 | 1) => steppedPoints({ ...blankAction, isLoss: true, points }, by);
    expect(stepped('15', 1)).toMatchObject({ points: '16', isLoss: true });
    expect(stepped('15', -1)).toMatchObject({ points: '14', isLoss: true });
    expect([stepped('1', -1).points, stepped('', -1).points, stepped('', 1).points, stepped('1000', 1).points]).toEqual([
      '1',
      '1',
      '1',
      '1000',
    ]);
  });
});

describe('typed points', () => {
  it('become a loss by a minus sign, whichever', () => {
    expect(typedPoints(blankAction, '-15')).toMatchObject({ points: '15', isLoss: true });
    expect(typedPoints(blankAction, '\u221215')).toMatchObject({ points: '15', isLoss: true });
    expect(signedPointsOf(typedPoints(blankAction, '-15'))).toBe(-15);
  });

  it('keep the sign chosen before, save for a plus sign', () => {
    const loss = { ...blankAction, isLoss: true };
    expect(typedPoints(loss, '15').isLoss).toBe(true);
    expect(typedPoints(loss, '+15').isLoss).toBe(false);
  });

  it('are digits only, at most four', () => {
    expect(typedPoints(blankAction, '1e5 000 points').points).toBe('1500');
  });

  it('never are a negative zero', () => {
    expect(Object.is(signedPointsOf({ points: '', isLoss: true }), 0)).toBe(true);
  });
});

it('a refusal of the server finds its field', () => {
  expect(fieldOfRefusal('actions.0.title')).toBe('title');
  expect(fieldOfRefusal('actions')).toBeUndefined();
  expect(fieldOfRefusal(null)).toBeUndefined();
});
