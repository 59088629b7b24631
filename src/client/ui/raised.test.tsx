import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Raised } from './raised.tsx';

afterEach(cleanup);

it('superior letters are drawn as small raised ones, and the text stays as it is', () => {
  render(
    <p>
      <Raised>Vous · 1ʳᵉ sur 5, à égalité avec le 2ᵉ</Raised>
    </p>,
  );
  const sentence = screen.getByRole('paragraph');
  expect(sentence.textContent).toBe('Vous · 1ʳᵉ sur 5, à égalité avec le 2ᵉ');
  expect([...sentence.querySelectorAll('sup')].map(({ dataset }) => dataset.drawn)).toEqual(['re', 'e']);
});
