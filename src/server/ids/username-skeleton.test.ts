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
    ['Maxime', 'Maxirne'],
    ['Maxime', 'Мaxirne'],
    ['Mamie', 'Marnie'],
    ['William', 'VVilliam'],
    ['Œdipe', 'Oedipe'],
  ])('%s and %s', (name, other) => {
    expect(usernameSkeleton(other)).toBe(usernameSkeleton(name));
  });
});

describe('names that people tell apart have two', () => {
  it.each([
    ['Léa', 'Lea'],
    ['Ella', 'Elia'],
    ['Lisa', 'Ilsa'],
    ['Emma', 'Anna'],
    ['Mia', 'Nia'],
    ['Наташа', 'Катя'],
    ['Никита', 'Роза'],
  ])('%s and %s', (name, other) => {
    expect(usernameSkeleton(other)).not.toBe(usernameSkeleton(name));
  });
});
