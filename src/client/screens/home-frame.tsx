import { type ReactNode, Suspense } from 'react';
import styles from './home-frame.module.css';

interface HomeFrameProps {
  title: ReactNode;
  /** The name of the feed's region. */
  label: string;
  feed: ReactNode;
  /** The line that says whose turn it is on one's boards. */
  turns?: ReactNode;
  favourites?: ReactNode;
  /** What waits to be read, a line each. */
  news?: ReactNode;
  /** As many of them as are known to come. */
  newsLines?: number;
  /** Beside the feed, on large windows. */
  aside?: ReactNode;
  /** Before the first board the welcome has the word: the title is heard, and this comes last. */
  last?: ReactNode;
}

/** Accueil: each part in its place, in whatever order it comes. An empty place takes no room. */
export function HomeFrame({ title, label, feed, turns, favourites, news, newsLines = 0, aside, last }: HomeFrameProps) {
  const awaited = Array.from({ length: newsLines }, (_, line) => <span key={line} className={styles.awaited} />);
  return (
    <div className={styles.home}>
      <header className={last ? 'visually-hidden' : styles.title}>{title}</header>
      <div className={styles.turns}>{turns}</div>
      <div className={styles.side}>
        {favourites}
        {aside}
      </div>
      <div className={styles.main}>
        <div className={styles.news}>
          <Suspense fallback={awaited}>{news}</Suspense>
        </div>
        <section aria-label={label}>{feed}</section>
      </div>
      {last ? <div className={styles.last}>{last}</div> : null}
    </div>
  );
}
