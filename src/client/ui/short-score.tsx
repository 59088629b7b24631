import { CountingScore } from './counting-score.tsx';
import { pointsWithUnit, signedPoints } from './format.fr.ts';
import styles from './short-score.module.css';
import { isLong, shortPoints } from './short-points.ts';

type ShortScoreProps = Omit<Parameters<typeof CountingScore>[0], 'write'>;

/** A score that counts where there is little room: written short where it is long, and read out whole. */
export function ShortScore(props: ShortScoreProps) {
  const counting = <CountingScore {...props} write={shortPoints} />;
  if (!isLong(props.score)) return counting;
  return (
    <>
      <span aria-hidden="true" className={styles.short} title={pointsWithUnit(props.score)}>
        {counting}
      </span>
      <span className="visually-hidden">{signedPoints(props.score)}</span>
    </>
  );
}
