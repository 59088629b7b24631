import { useObstacle } from '#client/api/obstacle.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import styles from './obstacle-line.module.css';

/** Shows an obstacle on screens without the shell; on the others its banner does. */
export function ObstacleLine() {
  const obstacle = useObstacle();
  return (
    // The region stands there from the start: one that comes with its text is often not read.
    <div aria-live="polite" data-obstacle="" className={styles.line}>
      {obstacle ? (
        <Banner kind="warning" action={<Button onClick={obstacle.way.onPress}>{obstacle.way.label}</Button>}>
          {obstacle.sentence}
        </Banner>
      ) : null}
    </div>
  );
}
