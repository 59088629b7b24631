import { createElement, Fragment, type ReactNode } from 'react';
import styles from './unbroken.module.css';

/** Text whose short hyphenated words stand in one line: 'petit-déj'. It stays the same for whoever reads, copies or searches it. */
export function Unbroken({ children }: { children: string }) {
  const pieces = children.split(/([\p{L}-]+)/u);
  // As children of its own each, they need no keys.
  return createElement(Fragment, null, ...pieces.map(drawn));
}

function drawn(piece: string): ReactNode {
  return /^\p{L}{1,7}-\p{L}{1,7}$/u.test(piece) ? <span className={styles.whole}>{piece}</span> : piece;
}
