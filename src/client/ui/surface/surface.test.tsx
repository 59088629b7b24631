import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Bubble, Card, Pill, PillLink, RowItem } from './surface.tsx';
import styles from './surface.module.css';

afterEach(cleanup);

test('a card has the tone that is asked for', () => {
  render(
    <Card tone="board" aria-label="Nous deux">
      <Bubble isOwn>Câlin</Bubble>
    </Card>,
  );
  expect(screen.getByRole('region', { name: 'Nous deux' }).className).toBe(`${styles['card']} ${styles['board']}`);
  expect(screen.getByText('Câlin').className).toBe(`${styles['bubble']} ${styles['own']}`);
});

test('a row has its number only where there is one', () => {
  render(
    <ul>
      <RowItem face="🦊" words="Sacha" number="+20" />
      <RowItem face="🐸" words="Max" />
    </ul>,
  );
  expect(screen.getAllByRole('listitem').map(({ children }) => children.length)).toEqual([2, 1]);
});

test('a pill is a button, or a link where it leads somewhere', () => {
  render(
    <>
      <Pill isInk>2 réponses à donner</Pill>
      <PillLink href="/boards">Tableaux</PillLink>
    </>,
  );
  expect(screen.getByRole('button', { name: '2 réponses à donner' }).className).toBe(`${styles['pill']} ${styles['ink']}`);
  expect(screen.getByRole('link', { name: 'Tableaux' }).className).toBe(styles['pill']);
});
