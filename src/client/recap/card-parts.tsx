/** What cards are drawn with. */
import type { UserId } from '#shared/ids';
import { CountingScore } from '#client/ui/counting-score.tsx';
import { FlamePicture } from '#client/ui/flame-picture.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Pill } from '#client/ui/surface/surface.tsx';
import styles from './recap-dialog.module.css';
import { recapMessages as texts } from './recap-messages.fr.ts';

export function Eyebrow({ children }: { children: string }) {
  return <p className={styles.eyebrow}>{children}</p>;
}

/** A number that counts up while its card comes. */
export function Counted({ count }: { count: number }) {
  return (
    <p className={styles.big} data-digits={digitsOf(write(count))}>
      <CountingScore score={count} from={0} write={write} />
    </p>
  );
}

const write = (count: number) => texts.number({ count });

export function Big({ children }: { children: string }) {
  return (
    <p className={styles.big} data-digits={digitsOf(children)}>
      {children}
    </p>
  );
}

/** It is as large as its digits allow. */
function digitsOf({ length }: string): 'many' | 'some' | undefined {
  if (length > 6) return 'many';
  return length > 3 ? 'some' : undefined;
}

export function Emoji({ children }: { children: string }) {
  return (
    <p aria-hidden="true" className={styles.emoji}>
      {children}
    </p>
  );
}

/** A number of days beside a flame. */
export function CountedFlame({ days }: { days: number }) {
  return (
    <Row justify="middle">
      <p className={styles.fire}>
        <FlamePicture isLit />
      </p>
      <Counted count={days} />
    </Row>
  );
}

export function Faces({ people }: { people: readonly { userId: UserId | null; avatar: string }[] }) {
  return (
    <p aria-hidden="true" className={styles.faces} data-count={people.length}>
      {people.map(({ userId, avatar }, place) => (
        <span key={userId ?? `gone ${place}`} className={styles.crowned}>
          <span className={styles.crown}>👑</span>
          {avatar}
        </span>
      ))}
    </p>
  );
}

const [width, height, widest, least] = [280, 150, 28, 6];

interface BarsProps {
  values: readonly number[];
  /** The index of the one that stands out. */
  best: number;
  letterOf: (index: number) => string;
}

/** Bars beside each other, for the eye alone. */
export function Bars({ values, best, letterOf }: BarsProps) {
  const most = Math.max(...values);
  const column = width / values.length;
  const bar = Math.min(widest, column * 0.7);
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height + 26}`} className={styles.bars}>
      {values.map((value, index) => {
        const size = Math.max(least, (value / most) * height);
        const x = column * index + (column - bar) / 2;
        return (
          <g key={x} data-best={index === best || undefined}>
            <rect x={x} y={height - size} width={bar} height={size} rx={Math.min(bar / 2, size / 2)} />
            <text x={x + bar / 2} y={height + 21} textAnchor="middle">
              {letterOf(index)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

interface EarlierProps {
  label: string;
  periods: readonly string[];
  nameOf: (period: string) => string;
  onPeriod: (period: string) => void;
}

/** Leads to what was told before. */
export function Earlier({ label, periods, nameOf, onPeriod }: EarlierProps) {
  if (periods.length === 0) return null;
  return (
    <Row gap={2} justify="middle">
      <p>{label}</p>
      {periods.map((period) => (
        <Pill key={period} isInk onClick={() => onPeriod(period)}>
          {nameOf(period)}
        </Pill>
      ))}
    </Row>
  );
}
