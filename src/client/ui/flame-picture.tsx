import styles from './flame-picture.module.css';

/** A flame, in fire, at rest as embers, or in the grey of the words around it. As high as its letters; whoever draws it says what it means. */
export function FlamePicture({ isLit, rests = false }: { isLit: boolean; rests?: boolean }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={styles.flame} data-lit={isLit || undefined} data-rests={rests || undefined}>
      <path d="M12.8 1.6c.6 3.3-1 5.2-2.9 7.2C7.9 10.9 5.6 12.9 5.6 16a6.4 6.4 0 0 0 12.8 0c0-2.4-1-4.4-2.3-5.9-.2 1.3-.8 2.2-1.7 2.8.5-4-.1-8.4-1.6-11.3z" />
      <path d="M12 22.4a3.4 3.4 0 0 1-3.4-3.5c0-2.2 1.7-3.3 2.8-5.3 1.9 1.6 4 3.1 4 5.3a3.4 3.4 0 0 1-3.4 3.5z" />
    </svg>
  );
}
