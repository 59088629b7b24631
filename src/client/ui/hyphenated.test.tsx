import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import styles from './hyphenated.module.css';
import { hasLongWord, Hyphenated, syllables } from './hyphenated.tsx';

afterEach(cleanup);

describe('a long word', () => {
  it.each([
    ['ANNIVERSAIRE', 'ANNI-VER-SAIRE'],
    ['anniversaire', 'anni-ver-saire'],
    ['Anticonstitutionnellement', 'Anti-cons-ti-tu-tion-nel-le-ment'],
    ['CÉLIBATAIRES', 'CÉLI-BA-TAIRES'],
    ['rassemblement', 'ras-sem-ble-ment'],
    ['accompagnement', 'accom-pa-gne-ment'],
    ['bibliothèques', 'biblio-thè-ques'],
    ['المستشفياتالكبيرة', 'المستشفياتالكبيرة'],
  ])('is parted between syllables, with some letters at each end: %s', (word, parted) => {
    expect(syllables(word).join('-')).toBe(parted);
    expect(syllables(word).join('')).toBe(word);
  });

  it('is the same text to whoever reads it, and short ones are left alone', () => {
    const text = "ANNIVERSAIRE DE L'INSUPPORTABLE TANTE";
    const { container } = render(
      <h1>
        <Hyphenated>{text}</Hyphenated>
      </h1>,
    );
    expect(screen.getByRole('heading')).toHaveProperty('textContent', text);
    expect(container.querySelectorAll('span')).toHaveLength(6);
  });

  it('is a step smaller where it would be parted thrice', () => {
    const { container } = render(<Hyphenated>ANTICONSTITUTIONNELLEMENT À L'ANNIVERSAIRE</Hyphenated>);
    const words = [...container.querySelectorAll(`.${styles['word']}`)].map(({ className }) => className.includes(styles['small'] ?? '-'));
    expect(words).toEqual([true, false]);
  });

  it('is left as it is where it has no syllables, so that sentences from right to left keep their order', () => {
    const { container } = render(<Hyphenated>هدية المستشفياتالكبيرة</Hyphenated>);
    expect(container.innerHTML).toBe('هدية المستشفياتالكبيرة');
  });

  it('is found by its letters', () => {
    expect(hasLongWord('NOS COLOCATAIRES', 12)).toBe(true);
    expect(hasLongWord('LA COLOCATION, ENCORE', 12)).toBe(false);
    expect(hasLongWord('LA COLOCATION, ENCORE', 10)).toBe(true);
  });
});
