import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Raised } from './raised.tsx';

it('draws superior letters as small raised ones, and leaves the text as it is', () => {
  render(
    <p>
      <Raised>Vous · 1ʳᵉ sur 5, à égalité avec le 2ᵉ</Raised>
    </p>,
  );
  const sentence = screen.getByRole('paragraph');
  expect(sentence.textContent).toBe('Vous · 1ʳᵉ sur 5, à égalité avec le 2ᵉ');
  expect([...sentence.querySelectorAll('sup')].map(({ dataset }) => dataset.drawn)).toEqual(['re', 'e']);
});
