import { createElement, Fragment, type ReactNode } from 'react';
import styles from './bubble.module.css';

/** Text whose short hyphenated words stand in one line: 'petit-déj'. It stays the same for whoever reads, copies or searches it. */
export function Unbroken({ children }: { children: string }) {
  const pieces = children.split(hyphenated);
  // As children of its own each, they need no keys.
  return createElement(Fragment, null, ...pieces.map(drawn));
}

/** Every other piece of a split text is a hyphenated word. */
function drawn(piece: string, index: number): ReactNode {
  return index % 2 === 0 ? piece : <span className={styles.whole}>{piece}</span>;
}

const hyphenated = /(?<![\p{L}-])(\p{L}{1,7}-\p{L}{1,7})(?![\p{L}-])/u;
