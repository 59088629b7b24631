import { ChartLine, Table2 } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { UserId } from '#shared/ids';
import type { Scores } from '#shared/scores';
import { signedPoints } from '#client/ui/format.fr.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Card } from '#client/ui/surface/surface.tsx';
import { endOf, type Line, linesOf, marksOf, mostLines, scaleOf, spread } from './curve.ts';
import { dayInWords, periodsMessages } from './periods-messages.fr.ts';
import styles from './points-curve.module.css';
import { PointsTable } from './points-table.tsx';

const { curve: texts } = periodsMessages;

interface PointsCurveProps {
  scores: Scores;
  myId: UserId;
}

/** The members' points over time, as a picture whose points are read one by one with the arrows, or as a table. */
export function PointsCurve({ scores, myId }: PointsCurveProps) {
  const [isTable, setTable] = useState(false);
  const titleId = useId();
  const lines = linesOf(scores.members, myId);
  const days = scores.stretches.map((_, stretch) => {
    const end = endOf(scores, stretch);
    return end === scores.today ? texts.today : dayInWords(end);
  });
  const [first = scores.today] = scores.stretches;
  return (
    <Card aria-labelledby={titleId}>
      <Row gap={2} justify="apart" wraps={false}>
        <div>
          <h2 id={titleId} className={styles.title}>
            {texts.title}
          </h2>
          {first < scores.today ? <p className={styles.note}>{texts.since({ when: dayInWords(first) })}</p> : null}
        </div>
        <IconButton
          label={isTable ? texts.showCurve : texts.showTable}
          icon={isTable ? <ChartLine /> : <Table2 />}
          onClick={() => setTable(!isTable)}
        />
      </Row>
      {isTable ? <PointsTable lines={lines} days={days} titleId={titleId} /> : <Curve lines={lines} days={days} titleId={titleId} />}
      {lines.length < scores.members.length ? <p className={styles.note}>{texts.first({ count: mostLines })}</p> : null}
    </Card>
  );
}

interface CurveProps {
  lines: readonly Line[];
  /** The last day of each stretch, in words. */
  days: readonly string[];
  titleId: string;
}

function Curve({ lines, days, titleId }: CurveProps) {
  const [at, setAt] = useState({ stretch: days.length - 1, line: 0 });
  const picture = useRef<SVGSVGElement>(null);
  const { width, em } = useRoom(picture);
  const height = Math.min(Math.max(180, width * 0.3), 280);
  const marks = marksOf(lines);
  // The figures stand on the left, the avatars on the right.
  const figures = Math.max(...marks.map((mark) => signedPoints(mark).length)) * 0.62 * em + 8;
  const box = { left: figures, top: 14, width: Math.max(0, width - figures - avatarSize - 8), height: height - 28 };
  const scale = scaleOf(lines, box);
  const avatarYs = spread(
    lines.map(({ sums }) => scale.y(sums.at(-1) ?? 0)),
    avatarSize,
    avatarSize / 2,
    height - avatarSize / 2,
  );
  // There may be fewer stretches and members than when the person chose.
  const stretch = Math.min(at.stretch, days.length - 1);
  const line = Math.min(at.line, lines.length - 1);

  function move(event: KeyboardEvent) {
    const next = pointAfter(event.key, { stretch, line }, days.length, lines.length);
    if (!next) return;
    event.preventDefault();
    setAt(next);
    picture.current?.querySelector<SVGElement>(`[data-point='${next.line} ${next.stretch}']`)?.focus();
  }

  function point({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) {
    const { left, top } = currentTarget.getBoundingClientRect();
    setAt(scale.nearest({ x: clientX - left, y: clientY - top }));
  }

  return (
    <>
      <svg
        ref={picture}
        role="group"
        aria-labelledby={titleId}
        className={styles.picture}
        // One unit of the picture is one pixel, so text and lines keep their size at any width.
        viewBox={`0 0 ${width} ${height}`}
        height={height}
        onKeyDown={move}
        onPointerMove={point}
        onPointerDown={point}
      >
        <g aria-hidden="true">
          {marks.map((mark) => (
            <g key={mark} className={styles.mark} data-zero={mark === 0 || undefined}>
              <line x1={box.left} x2={box.left + box.width} y1={scale.y(mark)} y2={scale.y(mark)} />
              <text x={box.left - 8} y={scale.y(mark)} dy="0.35em">
                {signedPoints(mark)}
              </text>
            </g>
          ))}
          <line className={styles.moment} x1={scale.x(stretch)} x2={scale.x(stretch)} y1={0} y2={height} />
        </g>
        {lines.map(({ userId, avatar, look, sums }, one) => (
          <g key={userId} data-look={look} className={styles.line}>
            <polyline
              aria-hidden="true"
              points={[`${box.left},${scale.y(0)}`, ...sums.map((sum, moment) => `${scale.x(moment)},${scale.y(sum)}`)].join(' ')}
            />
            <text aria-hidden="true" className={styles.avatar} x={width - avatarSize / 2} y={avatarYs[one]} dy="0.35em">
              {avatar}
            </text>
          </g>
        ))}
        {/* Above all lines. */}
        {lines.map(({ userId, username, look, sums }, one) => (
          <g key={userId} data-look={look} className={styles.line}>
            {sums.map((sum, moment) => (
              <path
                key={days[moment]}
                role="img"
                aria-label={texts.point({ name: username, when: days[moment] ?? '', points: sum })}
                tabIndex={one === line && moment === stretch ? 0 : -1}
                data-point={`${one} ${moment}`}
                data-shown={moment === stretch || undefined}
                className={styles.point}
                d={markerAt(look, scale.x(moment), scale.y(sum))}
                onFocus={() => setAt({ stretch: moment, line: one })}
              />
            ))}
          </g>
        ))}
      </svg>
      <div className={styles.reading}>
        {/* What the points say one by one, for the eye. */}
        <p aria-hidden="true" className={styles.when} data-late={stretch >= (days.length - 1) / 2 || undefined}>
          {days[stretch]}
        </p>
        {/* No list: the items of this screen are the rows of the ranking. */}
        {lines.map(({ userId, username, look, sums }) => (
          <p key={userId} className={styles.entry}>
            <svg aria-hidden="true" viewBox="0 0 28 12" className={styles.sample}>
              <g data-look={look} className={styles.line}>
                <polyline points="0,6 28,6" />
                <path className={styles.point} data-shown d={markerAt(look, 14, 6)} />
              </g>
            </svg>
            <span className={styles.name}>{username}</span>
            <span className={styles.sum}>{signedPoints(sums[stretch] ?? 0)}</span>
          </p>
        ))}
      </div>
    </>
  );
}

/** The size of the avatar at the end of a line, in pixels. */
const avatarSize = 24;

/** How wide an element is, and how large the letters in it. */
function useRoom(element: React.RefObject<SVGSVGElement | null>): { width: number; em: number } {
  const [room, setRoom] = useState({ width: 0, em: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => setRoom({ width: current.clientWidth, em: parseFloat(getComputedStyle(current).fontSize) });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return room;
}

/** Left and right go through time, up and down from one member to the next. */
function pointAfter(key: string, { stretch, line }: { stretch: number; line: number }, stretches: number, lines: number) {
  if (key === 'ArrowRight') return { line, stretch: Math.min(stretch + 1, stretches - 1) };
  if (key === 'ArrowLeft') return { line, stretch: Math.max(stretch - 1, 0) };
  if (key === 'Home') return { line, stretch: 0 };
  if (key === 'End') return { line, stretch: stretches - 1 };
  if (key === 'ArrowDown') return { line: (line + 1) % lines, stretch };
  if (key === 'ArrowUp') return { line: (line - 1 + lines) % lines, stretch };
  return undefined;
}

/** A shape of its own for each line: colour alone tells nobody who does not see it. */
function markerAt(look: number, x: number, y: number): string {
  const shapes = [
    `M${x - 5},${y}a5,5 0 1,0 10,0a5,5 0 1,0 -10,0Z`,
    `M${x - 4.5},${y - 4.5}h9v9h-9Z`,
    `M${x},${y - 5.5}l5.5,9.5h-11Z`,
    `M${x},${y - 6}l6,6l-6,6l-6,-6Z`,
    `M${x},${y + 5.5}l5.5,-9.5h-11Z`,
    `M${x - 2},${y - 5.5}h4v3.5h3.5v4h-3.5v3.5h-4v-3.5h-3.5v-4h3.5Z`,
  ];
  return shapes[look % shapes.length] ?? '';
}
