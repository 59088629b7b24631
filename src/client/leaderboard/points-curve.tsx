import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import type { Scores } from '#shared/scores';
import { Button } from '#client/ui/button.tsx';
import { fullDay, signedPoints } from '#client/ui/format.fr.ts';
import { endOf, type Line, linesOf, mostLines, scaleOf } from './curve.ts';
import { periodsMessages } from './periods-messages.fr.ts';
import styles from './points-curve.module.css';

const { curve: texts } = periodsMessages;
const size = { width: 320, height: 180 };
const box = { left: 10, top: 12, width: 300, height: 156 };

interface PointsCurveProps {
  scores: Scores;
  myId: string;
}

/** The members' points over time, as a picture whose points are read one by one with the arrows, or as a table. */
export function PointsCurve({ scores, myId }: PointsCurveProps) {
  const [isTable, setTable] = useState(false);
  const titleId = useId();
  const lines = linesOf(scores.members, myId);
  const days = scores.stretches.map((_, stretch) => fullDay(new Date(`${endOf(scores, stretch)}T12:00`).getTime()));
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {texts.title}
        </h2>
        <Button onClick={() => setTable(!isTable)}>{isTable ? texts.showCurve : texts.showTable}</Button>
      </div>
      {isTable ? <PointsTable lines={lines} days={days} titleId={titleId} /> : <Curve lines={lines} days={days} titleId={titleId} />}
      {lines.length < scores.members.length ? <p className={styles.note}>{texts.first({ count: mostLines })}</p> : null}
    </section>
  );
}

interface LinesProps {
  lines: readonly Line[];
  /** The last day of each stretch, in words. */
  days: readonly string[];
  titleId: string;
}

function Curve({ lines, days, titleId }: LinesProps) {
  const [at, setAt] = useState({ stretch: days.length - 1, line: 0 });
  const points = useRef<SVGSVGElement>(null);
  const scale = scaleOf(lines, box);
  // Stretches and members may have become fewer since.
  const stretch = Math.min(at.stretch, days.length - 1);
  const line = Math.min(at.line, lines.length - 1);

  function move(event: KeyboardEvent) {
    const next = placeAfter(event.key, { stretch, line }, days.length, lines.length);
    if (!next) return;
    event.preventDefault();
    setAt(next);
    points.current?.querySelector<SVGElement>(`[data-point='${next.line} ${next.stretch}']`)?.focus();
  }

  function point({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    setAt(scale.nearest({ x: ((clientX - left) / width) * size.width, y: ((clientY - top) / height) * size.height }));
  }

  const inWords = (one: number, moment: number) =>
    texts.point({ name: lines[one]?.username ?? '', when: days[moment] ?? '', points: lines[one]?.sums[moment] ?? 0 });
  return (
    <>
      <svg
        ref={points}
        role="group"
        aria-labelledby={titleId}
        viewBox={`0 0 ${size.width} ${size.height}`}
        className={styles.picture}
        onKeyDown={move}
        onPointerMove={point}
        onPointerDown={point}
      >
        <line aria-hidden="true" className={styles.zero} x1={box.left} x2={box.left + box.width} y1={scale.y(0)} y2={scale.y(0)} />
        {lines.map(({ userId, sums }, one) => (
          <g key={userId} data-line={one} className={styles.line}>
            <polyline aria-hidden="true" points={sums.map((sum, moment) => `${scale.x(moment)},${scale.y(sum)}`).join(' ')} />
            {sums.map((sum, moment) => (
              <path
                key={days[moment]}
                role="img"
                aria-label={inWords(one, moment)}
                tabIndex={one === line && moment === stretch ? 0 : -1}
                data-point={`${one} ${moment}`}
                data-shown={(one === line && moment === stretch) || undefined}
                className={styles.point}
                d={markerAt(one, scale.x(moment), scale.y(sum))}
                onFocus={() => setAt({ stretch: moment, line: one })}
              />
            ))}
          </g>
        ))}
      </svg>
      <div aria-hidden="true" className={styles.ends}>
        <span>{days[0]}</span>
        {days.length > 1 ? <span>{days.at(-1)}</span> : null}
      </div>
      {/* What the point with the focus says aloud, for the eye. */}
      <p aria-hidden="true" className={styles.reading}>
        {inWords(line, stretch)}
      </p>
      {/* No list: the items of this screen are the places of the ranking. */}
      <div className={styles.legend}>
        {lines.map(({ userId, username, sums }, one) => (
          <p key={userId} className={styles.entry}>
            <svg aria-hidden="true" viewBox="0 0 28 12" className={styles.sample}>
              <g data-line={one} className={styles.line}>
                <polyline points="0,6 28,6" />
                <path className={styles.point} data-shown d={markerAt(one, 14, 6)} />
              </g>
            </svg>
            <span className={styles.name}>{texts.lines({ name: username, points: sums.at(-1) ?? 0 })}</span>
          </p>
        ))}
      </div>
    </>
  );
}

function PointsTable({ lines, days, titleId }: LinesProps) {
  return (
    <table className={styles.table} aria-labelledby={titleId}>
      <thead>
        <tr>
          <th scope="col">{texts.date}</th>
          {lines.map(({ userId, username }) => (
            <th key={userId} scope="col">
              {username}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day, moment) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            {lines.map(({ userId, sums }) => (
              <td key={userId}>{signedPoints(sums[moment] ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Left and right go through time, up and down from one member to the next. */
function placeAfter(key: string, { stretch, line }: { stretch: number; line: number }, stretches: number, lines: number) {
  if (key === 'ArrowRight') return { line, stretch: Math.min(stretch + 1, stretches - 1) };
  if (key === 'ArrowLeft') return { line, stretch: Math.max(stretch - 1, 0) };
  if (key === 'Home') return { line, stretch: 0 };
  if (key === 'End') return { line, stretch: stretches - 1 };
  if (key === 'ArrowDown') return { line: (line + 1) % lines, stretch };
  if (key === 'ArrowUp') return { line: (line - 1 + lines) % lines, stretch };
  return undefined;
}

/** A shape of its own for each line: colour alone tells nobody who does not see it. */
function markerAt(line: number, x: number, y: number): string {
  const shapes = [
    `M${x - 4},${y}a4,4 0 1,0 8,0a4,4 0 1,0 -8,0Z`,
    `M${x - 3.5},${y - 3.5}h7v7h-7Z`,
    `M${x},${y - 4.5}l4.5,8h-9Z`,
    `M${x},${y - 5}l5,5l-5,5l-5,-5Z`,
    `M${x},${y + 4.5}l4.5,-8h-9Z`,
    `M${x - 1.5},${y - 4.5}h3v3h3v3h-3v3h-3v-3h-3v-3h3Z`,
  ];
  return shapes[line % shapes.length] ?? '';
}
