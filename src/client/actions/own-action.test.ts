import { describe, expect, it } from 'vitest';
import { blankAction, fieldOfRefusal, readOwnAction, signedPointsOf, typedPoints } from './own-action.ts';

describe('an own action', () => {
  it('is read with its sign', () => {
    expect(readOwnAction({ title: ' Petit-déj au lit ', points: '20', isLoss: false, emoji: '🥐' })).toEqual({
      action: { title: 'Petit-déj au lit', points: 20, emoji: '🥐' },
    });
    expect(readOwnAction({ title: 'Vaisselle oubliée', points: '15', isLoss: true, emoji: '' })).toEqual({
      action: { title: 'Vaisselle oubliée', points: -15 },
    });
  });

  it('without anything typed names what is missing, field by field', () => {
    expect(readOwnAction(blankAction)).toEqual({
      errors: { title: "Le nom de l'action est requis", points: 'De −1\u202F000 à +1\u202F000 points, mais pas 0' },
    });
  });

  it('takes one emoji and nothing else as its emoji', () => {
    const own = { ...blankAction, title: 'Sieste', points: '5' };
    expect(readOwnAction({ ...own, emoji: '👩‍❤️‍👨' })).toHaveProperty('action.emoji', '👩‍❤️‍👨');
    expect(readOwnAction({ ...own, emoji: '🥐🥐' })).toEqual({ errors: { emoji: 'Choisissez un seul emoji' } });
    expect(readOwnAction({ ...own, emoji: 'ab' })).toEqual({ errors: { emoji: 'Choisissez un seul emoji' } });
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
