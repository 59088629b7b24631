import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Bar, Page, Row, Split, Stack, Tiles, VisuallyHidden } from './layout.tsx';
import styles from './layout.module.css';

afterEach(cleanup);

test('a part of the layout is the element that is asked for, with its own attributes, name and gap', () => {
  render(
    <Stack as="ul" gap={2} className="own" aria-label="Choses">
      <Row as="li" justify="apart" wraps={false}>
        Un
      </Row>
    </Stack>,
  );
  expect(screen.getByRole('list', { name: 'Choses' }).className).toBe(`${styles['stack']} ${styles['gap2']} own`);
  expect(screen.getByRole('listitem').className).toBe(`${styles['row']} ${styles['gap4']} ${styles['apart']} ${styles['unbroken']}`);
});

test('each part of the layout is found by what it holds', () => {
  const parts = [Split, Tiles, Page, Bar, VisuallyHidden];
  for (const [index, Part] of parts.entries()) render(<Part>{`part ${index}`}</Part>);
  expect(parts.map((_, index) => screen.getByText(`part ${index}`).className)).toEqual([
    `${styles['split']} ${styles['gap4']}`,
    `${styles['tiles']} ${styles['gap4']}`,
    styles['page'],
    styles['bar'],
    'visually-hidden',
  ]);
});
