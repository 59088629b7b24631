import { createElement, Fragment } from 'react';
import styles from './raised.module.css';

/**
 * A sentence with ordinals, such as '5ᵉ sur 5'. The fonts lack superior letters, and what other fonts have is a blot beside large digits: they are
 * drawn as small letters, raised. The text stays the same for whoever reads, copies or searches it.
 */
export function Raised({ children: text }: { children: string }) {
  // As children of its own each, they need no keys. Every other piece is superior.
  return createElement(Fragment, null, ...text.split(/([ʳᵉ]+)/u).map((piece, index) => (index % 2 === 0 ? piece : raised(piece))));
}

function raised(letters: string) {
  return (
    <sup className={styles.raised} data-drawn={letters.normalize('NFKD')}>
      <span className={styles.read}>{letters}</span>
    </sup>
  );
}
