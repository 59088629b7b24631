import { describe, expect, it } from 'vitest';
import { usernameSkeleton } from './username-skeleton.ts';

describe('names that look alike have one skeleton', () => {
  it.each([
    ['Max', 'Мах'],
    ['max', 'мах'],
    ['Max', 'ᴍax'],
    ['Bob', 'ʙob'],
    ['Toma', 'тома'],
    ['Paul', 'PauI'],
    ['Isabelle', 'lsabelle'],
    ['Lou', 'L0u'],
    ['Emil', 'Emi1'],
  ])('%s and %s', (name, other) => {
    expect(usernameSkeleton(other)).toBe(usernameSkeleton(name));
  });
});

describe('names that people tell apart have two', () => {
  it.each([
    ['Léa', 'Lea'],
    ['Marnie', 'Mamie'],
    ['Ella', 'Elia'],
    ['Lisa', 'Ilsa'],
    ['Наташа', 'Катя'],
    ['Никита', 'Роза'],
  ])('%s and %s', (name, other) => {
    expect(usernameSkeleton(other)).not.toBe(usernameSkeleton(name));
  });
});
